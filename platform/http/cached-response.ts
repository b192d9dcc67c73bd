/**
 * Answers from the cache before any framework runs: a request for exactly the address under which an answer is cached
 * gets its bytes. Every other request (another spelling of the address, a first visit, a write) goes through the HTTP stack
 * of app.ts, whose answers these are, header by header.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { type Conditions, isNotModified, notModifiedHeaders, partOf, wholeHeaders } from '../cache/answer.ts'
import { type Encoding, pickEncoding } from '../cache/encoding.ts'
import type { CachedResponse, ResponseCache } from '../cache/response-cache.ts'
import { MEDIA_PATH } from '../content/shared/fields.ts'
import type { Count, Metrics } from '../metrics/metrics.ts'
import type { Env } from '../process/env.ts'
import { isLogged, type Log } from '../process/log.ts'
import { seoRoute } from '../seo/seo.ts'
import { createRequestIds, pageRoute } from './request-log.ts'
import { missingHeaders, securityHeaders } from './security-headers.ts'

/** What is the same each time that a cached response is sent: made once. */
interface Prepared {
  /** The header lines, as `writeHead` takes them fastest: name, value, name, value. Made when first asked for. */
  whole(encoding: Encoding): string[]
  notModified: string[]
  route: string
  /** How often each was sent. */
  counts: Record<'GET' | 'HEAD', { whole: Count; notModified: Count }>
}

interface CachedResponsesOptions {
  /** Pages with all else that is rendered, and files (media, built assets). null in development: nothing is cached. */
  caches: { pages: ResponseCache; files: ResponseCache } | null
  env: Pick<Env, 'siteUrl' | 'apiBase' | 'corsOrigins' | 'trustProxy' | 'logLevel'>
  metrics: Metrics
  log: Pick<Log, 'debug'>
  /** The whole stack. */
  otherwise: RequestListener
}

export function createCachedResponses(options: CachedResponsesOptions): RequestListener {
  const { caches, env, metrics, log, otherwise } = options
  // With an API on a host of its own, a path alone does not tell what is asked for.
  if (!caches || URL.canParse(env.apiBase)) return otherwise
  const always = securityHeaders(env)
  const linesOf = (headers: [string, string][]) => toLines(headers, always)
  const prepared = new WeakMap<CachedResponse, Prepared>()
  const prepare = (cached: CachedResponse, url: string): Prepared => {
    const made = toPrepared(cached, routeOf(url, env.apiBase), linesOf, metrics)
    prepared.set(cached, made)
    return made
  }
  const lookup = (url: string) => (isFile(url) ? caches.files : caches.pages).lookup(url)
  const requestIdOf = createRequestIds(env)
  // Counted instead: writing a line would cost as much as the answer.
  const isHitLogged = isLogged('debug', env.logLevel)
  const encodingOf = rememberedEncodings()
  // Whose answers differ by the site that asks.
  const variesByOrigin = (url: string) => env.corsOrigins.length > 0 && url.startsWith(`${env.apiBase}/`)

  return (request, response) => {
    const { method, url = '' } = request
    const cached = (method === 'GET' || method === 'HEAD') && !variesByOrigin(url) ? lookup(url) : undefined
    if (!cached) return otherwise(request, response)
    const conditions = readConditions(request)
    const { route, counts, notModified, whole } = prepared.get(cached) ?? prepare(cached, url)
    const count = counts[method as 'GET' | 'HEAD']
    const requestId = requestIdOf(conditions['x-request-id'], request.socket)
    if (isHitLogged) log.debug({ requestId, method, route }, 'answered from memory')
    if (isNotModified(cached, conditions['if-none-match'])) {
      count.notModified.inc()
      send(response, 304, notModified, requestId, null)
      return
    }
    const part = method === 'GET' ? partOf(cached, conditions) : null
    if (part) {
      metrics.cachedResponses('GET', route, part.status).inc()
      send(response, part.status, linesOf(part.headers), requestId, part.body)
      return
    }
    count.whole.inc()
    const encoding = encodingOf(conditions['accept-encoding'])
    const body = method === 'HEAD' ? null : cached.encoded.bodies[encoding]
    send(response, cached.status, whole(encoding), requestId, body)
  }
}

function send(
  response: ServerResponse,
  status: number,
  lines: string[],
  requestId: string,
  body: Uint8Array | null,
): void {
  response.writeHead(status, [...lines, 'x-request-id', requestId])
  response.end(body)
}

/** What an answer from memory depends on, by the names that requests use. */
const CONDITION_HEADERS = ['accept-encoding', 'if-none-match', 'if-range', 'range', 'x-request-id'] as const
type RequestConditions = Conditions & { 'x-request-id'?: string }

/**
 * Reads only these of a request's headers. Browsers send sixteen header lines, and building Node's `headers` object of them
 * takes a tenth of the time of a cached response. A header that came twice is left to that object.
 */
function readConditions(request: IncomingMessage): RequestConditions {
  const raw = request.rawHeaders
  const conditions: RequestConditions = {}
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index] as string
    const key = BY_LENGTH[name.length]
    if (key === undefined || (name !== key && name.toLowerCase() !== key)) continue
    if (conditions[key] !== undefined) return request.headers as RequestConditions
    conditions[key] = raw[index + 1] as string
  }
  return conditions
}

/** By the length of their names, which no two share. */
const BY_LENGTH: (keyof RequestConditions | undefined)[] = []
for (const name of CONDITION_HEADERS) BY_LENGTH[name.length] = name

const isFile = (url: string) => url.startsWith(MEDIA_PATH) || url.startsWith('/assets/')

/** Of the API's lists, files and what programs ask for, its path or pattern; all others are pages. */
function routeOf(url: string, apiBase: string): string {
  const path = url.split('?')[0] as string
  const folder = /^\/(?:share|icons|media|assets)\//.exec(path)?.[0]
  if (folder) return `${folder}*`
  return path.startsWith(`${apiBase}/`) ? path : (seoRoute(path) ?? pageRoute(path))
}

function toPrepared(
  cached: CachedResponse,
  route: string,
  linesOf: (headers: [string, string][]) => string[],
  metrics: Metrics,
): Prepared {
  const made: Partial<Record<Encoding, string[]>> = {}
  const whole = (encoding: Encoding) => {
    made[encoding] ??= linesOf(wholeHeaders(cached, encoding))
    return made[encoding]
  }
  const countsOf = (method: string) => ({
    whole: metrics.cachedResponses(method, route, cached.status),
    notModified: metrics.cachedResponses(method, route, 304),
  })
  return {
    whole,
    notModified: linesOf(notModifiedHeaders(cached)),
    route,
    counts: { GET: countsOf('GET'), HEAD: countsOf('HEAD') },
  }
}

/** @returns the headers with those of `always` that they need */
function toLines(headers: [string, string][], always: [string, string][]): string[] {
  const lines = new Map(headers.map(([name, value]) => [name.toLowerCase(), value]))
  for (const [name, value] of missingHeaders((name) => lines.get(name), always))
    lines.set(name.toLowerCase(), value)
  return [...lines].flat()
}

/** Browsers send the same few values; somebody who sends others by the thousand shall not fill the memory. */
const ENCODINGS_KNOWN = 100

function rememberedEncodings() {
  const known = new Map<string, Encoding>()
  return (text = ''): Encoding => {
    const encoding = known.get(text) ?? pickEncoding(text)
    if (known.size < ENCODINGS_KNOWN) known.set(text, encoding)
    return encoding
  }
}
