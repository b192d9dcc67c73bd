/**
 * The steps that every request passes: an id, the response cache, the routes of app.ts, security headers, log and metrics.
 * A request for exactly the address of a cached response ends at the cache and does not reach the routes.
 */
import type { RequestListener } from 'node:http'
import { createAnswer, type HeaderList } from '../cache/answer.ts'
import type { CachedResponse, ResponseCache } from '../cache/response-cache.ts'
import { MEDIA_PATH } from '../content/shared/fields.ts'
import type { Env } from '../process/env.ts'
import { createCallerReader } from './client-address.ts'
import {
  type Connection,
  createRequestLog,
  type Exchange,
  type RequestHeaders,
  type RequestLogOptions,
} from './request-log.ts'
import { missingHeaders, securityHeaders } from './security-headers.ts'
import type { UnreadAnswers } from './unread-answers.ts'

/** Arguments that the routes receive with a request. */
export type Bindings = Connection & { exchange: Exchange }

export type Fetch = (request: Request, connection?: Connection) => Response | Promise<Response>

export interface RequestChain {
  fetch: Fetch
  /**
   * Creates a listener for `node:http` with the same steps as `fetch`. It writes cached responses directly, without a
   * `Request` and a `Response`.
   * @param listener passes every other request to `fetch`
   */
  createListener(listener: RequestListener): RequestListener
}

interface RequestChainOptions extends Omit<RequestLogOptions, 'env'> {
  env: RequestLogOptions['env'] & Pick<Env, 'siteUrl' | 'corsOrigins'>
  /**
   * Caches for pages and documents, for answers of the API, and for files (media, built assets). null in development, where
   * the cache is off
   */
  caches: { pages: ResponseCache; answers: ResponseCache; files: ResponseCache } | null
  routes(request: Request, bindings: Bindings): Response | Promise<Response>
  unread?: Pick<UnreadAnswers, 'add'>
}

/** The parts of a request that the cache step needs. */
interface ReceivedRequest {
  method: string
  /** Path and query of the request. */
  address: string
  headers: RequestHeaders
  connection: Connection
}

interface CachedAnswer {
  status: number
  /** Header lines as name, value, name, value: the form that `writeHead` processes fastest. */
  lines: string[]
  body: Uint8Array | null
}

export function createRequestChain({
  caches,
  env,
  routes,
  unread,
  ...options
}: RequestChainOptions): RequestChain {
  const always = securityHeaders(env)
  const readPeer = createCallerReader(env)
  const log = createRequestLog({ env, ...options })
  const findCached = createCacheLookup(caches, env)

  const completed = new WeakMap<HeaderList, string[]>()
  function complete({ headers, status }: { headers: HeaderList; status: number }): string[] {
    const own = new Map(headers.map(([name, value]) => [name.toLowerCase(), value]))
    for (const [name, value] of missingHeaders((name) => own.get(name), always))
      own.set(name.toLowerCase(), value)
    if (status === 304) own.delete('content-type')
    const lines = [...own].flat()
    completed.set(headers, lines)
    return lines
  }

  /** Gives the request its id and looks for a cached answer. @returns null when the routes have to answer */
  function answerFromCache({ method, address, headers, connection }: ReceivedRequest): CachedAnswer | null {
    const cached = findCached(method, address)
    if (!cached) return null
    const requestId = log.idOf(headers, connection)
    const answer = createAnswer(cached, { method, headers })
    log.answeredFromCache({ requestId, method, address, status: answer.status })
    const lines = completed.get(answer.headers) ?? complete(answer)
    return { status: answer.status, lines: [...lines, 'x-request-id', requestId], body: answer.body }
  }

  async function passRoutes(request: Request, connection: Connection): Promise<Response> {
    const requestId = log.idOf(request.headers, connection)
    const peer = readPeer(request.headers, connection.incoming?.socket.remoteAddress ?? '127.0.0.1')
    const exchange: Exchange = { requestId, peer, route: '/*', userId: null }
    const logRequest = log.start(request.method, connection)
    const response = await routes(request, { ...connection, exchange })
    logRequest(exchange, response.status)
    const { headers } = response
    for (const [name, value] of missingHeaders((name) => headers.get(name), always)) headers.set(name, value)
    // The type describes a body, which a 304 does not have (RFC 9110 §15.4.5). Above, it decides the other headers.
    if (response.status === 304) headers.delete('Content-Type')
    headers.set('X-Request-Id', requestId)
    const { outgoing } = connection
    // @hono/node-server passes the answer to Node before the next turn of the event loop, or chunk by chunk as it is read.
    if (unread && outgoing) setImmediate(() => unread.add(peer.address, outgoing))
    return response
  }

  return {
    fetch(request, connection = {}) {
      const { method, headers } = request
      const cached = answerFromCache({ method, address: getAddress(request), headers, connection })
      return cached ? toResponse(cached) : passRoutes(request, connection)
    },

    createListener: (listener) => (incoming, outgoing) => {
      const { method = '', url: address = '', rawHeaders } = incoming
      const headers = { get: (name: string) => findHeader(rawHeaders, name.toLowerCase()) }
      const cached = PLAIN_HOST.test(headers.get('Host') ?? '')
        ? answerFromCache({ method, address, headers, connection: { incoming } })
        : null
      if (!cached) return listener(incoming, outgoing)
      outgoing.writeHead(cached.status, cached.lines)
      outgoing.end(cached.body)
      if (unread && cached.body && outgoing.writableLength > 0)
        unread.add(readPeer(headers, incoming.socket.remoteAddress ?? '').address, outgoing, cached.body)
    },
  }
}

function toResponse({ status, lines, body }: CachedAnswer): Response {
  const headers = new Headers()
  for (let index = 0; index < lines.length; index += 2)
    headers.set(lines[index] as string, lines[index + 1] as string)
  return new Response(body as BodyInit | null, { status, headers })
}

/** Matches an ordinary `Host`. Requests with any other value, valid or not, go to `fetch`, which parses the URL. */
const PLAIN_HOST = /^[a-z\d._-]+(?::[1-5]?\d{1,4})?$/i

/**
 * Finds one header of a request. Node's `headers` object for the 15 header lines of a browser would take 2 µs, a tenth of a
 * cached answer.
 * @param raw name, value, name, value
 * @param name in lower case
 * @returns the values, separated by commas (RFC 9110 §5.3), or null
 */
function findHeader(raw: readonly string[], name: string): string | null {
  let found: string | null = null
  for (let index = 0; index < raw.length; index += 2) {
    const each = raw[index] as string
    if (each.length !== name.length || each.toLowerCase() !== name) continue
    found = found === null ? (raw[index + 1] as string) : `${found}, ${raw[index + 1]}`
  }
  return found
}

/** Returns path and query, as `Request` has normalised them. */
const getAddress = ({ url }: Request): string => url.slice(url.indexOf('/', 'https://'.length))

const isFile = (address: string) => address.startsWith(MEDIA_PATH) || address.startsWith('/assets/')

/**
 * Creates the lookup.
 * @returns a function that finds the cached response of a request. The routes answer all other requests
 */
function createCacheLookup(
  caches: RequestChainOptions['caches'],
  { apiBase, corsOrigins }: Pick<Env, 'apiBase' | 'corsOrigins'>,
): (method: string, address: string) => CachedResponse | undefined {
  // With an API on another host, the address alone does not identify the answer, so the lookup is off.
  if (!caches || URL.canParse(apiBase)) return () => undefined
  return (method, address) => {
    if (method !== 'GET' && method !== 'HEAD') return undefined
    if (isFile(address)) return caches.files.lookup(address)
    if (!address.startsWith(`${apiBase}/`)) return caches.pages.lookup(address)
    // With other origins, the answer has headers that depend on the sender.
    return corsOrigins.length > 0 ? undefined : caches.answers.lookup(address)
  }
}
