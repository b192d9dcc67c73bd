/**
 * Answers from the cache before any framework runs: a request for exactly the address under which an answer is cached
 * gets its bytes. Every other request (another spelling of the address, a first visit, a write) goes through the HTTP stack
 * of app.ts, whose answers these are, header by header.
 */
import type { IncomingMessage, RequestListener } from 'node:http'
import { type Encoding, matchesEtag, pickEncoding } from '../cache/encoding.ts'
import { type Cache, headersOf, type Kept } from '../cache/response-cache.ts'
import type { Env } from '../env.ts'
import { isLogged, type Log } from '../ops/log.ts'
import type { Count, Metrics } from '../ops/metrics/metrics.ts'
import { foundPaths } from '../seo/seo.ts'
import { createRequestIds, pageRoute } from './request-log.ts'
import { neededBeside, securityHeaders } from './security.ts'

/** What is the same each time that a kept answer is sent. */
interface Heads {
  /** The header lines, as `writeHead` takes them fastest: name, value, name, value. Made when first asked for. */
  whole(encoding: Encoding): string[]
  notModified: string[]
  /** How often each was sent. */
  counts: Record<'GET' | 'HEAD', { whole: Count; notModified: Count }>
}

interface HitsOptions {
  /** null in development: nothing is kept. */
  cache: Cache | null
  env: Pick<Env, 'siteUrl' | 'apiBase' | 'corsOrigins' | 'trustProxy' | 'logLevel'>
  metrics: Metrics
  log: Pick<Log, 'debug'>
  /** The whole stack. */
  otherwise: RequestListener
}

export function createHits({ cache, env, metrics, log, otherwise }: HitsOptions): RequestListener {
  // With an API on a host of its own, a path alone does not tell what is asked for.
  if (!cache || URL.canParse(env.apiBase)) return otherwise
  const always = securityHeaders(env)
  const headsOf = rememberedBy((kept: Kept, url: string) => ({
    ...toHeads(kept, always),
    counts: toCounts(kept, routeOf(url, env.apiBase), metrics),
  }))
  const idOf = createRequestIds(env)
  // Counted instead: writing a line would cost as much as the answer.
  const isTold = isLogged('debug', env.logLevel)
  const encodingOf = rememberedEncodings()
  // Whose answers differ by the site that asks.
  const isShared = (url: string) => env.corsOrigins.length > 0 && url.startsWith(`${env.apiBase}/`)

  return (request, response) => {
    const { method, url = '' } = request
    const kept = (method === 'GET' || method === 'HEAD') && !isShared(url) ? cache.peek(url) : undefined
    if (!kept) return otherwise(request, response)
    const asked = askedBy(request)
    const heads = headsOf(kept, url)
    const counts = heads.counts[method as 'GET' | 'HEAD']
    const requestId = idOf(asked['x-request-id'], request.socket)
    if (isTold) log.debug({ requestId, method, route: routeOf(url, env.apiBase) }, 'answered from memory')
    if (kept.status === 200 && matchesEtag(asked['if-none-match'], kept.encoded.etag)) {
      counts.notModified.inc()
      response.writeHead(304, [...heads.notModified, 'x-request-id', requestId]).end()
      return
    }
    counts.whole.inc()
    const encoding = encodingOf(asked['accept-encoding'])
    response.writeHead(kept.status, [...heads.whole(encoding), 'x-request-id', requestId])
    response.end(method === 'HEAD' ? null : kept.encoded.bodies[encoding])
  }
}

/** What an answer from memory depends on, by the names that requests use. */
const ASKED = ['accept-encoding', 'if-none-match', 'x-request-id'] as const
type Asked = Partial<Record<(typeof ASKED)[number], string>>

/**
 * What matters here of a request's headers, as it came: Node's `headers` makes an object of them all, which costs a tenth
 * of an answer from memory. One that came twice is left to it.
 */
function askedBy(request: IncomingMessage): Asked {
  const raw = request.rawHeaders
  const found: Asked = {}
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index] as string
    const key = MATTERS.get(name.length)
    if (key === undefined || (name !== key && name.toLowerCase() !== key)) continue
    if (found[key] !== undefined) return request.headers as Asked
    found[key] = raw[index + 1] as string
  }
  return found
}

/** By the length of their names, which no two share. */
const MATTERS = new Map<number, keyof Asked>(ASKED.map((name) => [name.length, name]))

/** What is kept is a list of the API, a page, or what programs ask for: all but pages are named by their path. */
function routeOf(url: string, apiBase: string): string {
  const path = url.split('?')[0] as string
  if (path.startsWith('/share/')) return '/share/*'
  if (path.startsWith('/icons/')) return '/icons/*'
  return path.startsWith(`${apiBase}/`) || foundPaths.includes(path) ? path : pageRoute(path)
}

function toCounts(kept: Kept, route: string, metrics: Metrics): Heads['counts'] {
  const of = (method: string) => ({
    whole: metrics.hits(method, route, kept.status),
    notModified: metrics.hits(method, route, 304),
  })
  return { GET: of('GET'), HEAD: of('HEAD') }
}

function toHeads(kept: Kept, always: [string, string][]): Omit<Heads, 'counts'> {
  const own = new Map(kept.headers.map(([name, value]) => [name.toLowerCase(), value]))
  const needed = neededBeside((name) => own.get(name), always)
  const lines = (pairs: [string, string][]) =>
    [...pairs, ...needed].flatMap(([name, value]) => [name.toLowerCase(), value])
  const made: Partial<Record<Encoding, string[]>> = {}
  const whole = (encoding: Encoding) => {
    made[encoding] ??= lines(headersOf(kept, encoding))
    return made[encoding]
  }
  return { whole, notModified: lines(headersOf(kept, null)) }
}

function rememberedBy<K extends object, V, A>(make: (key: K, more: A) => V): (key: K, more: A) => V {
  const made = new WeakMap<K, V>()
  return (key, more) => {
    let value = made.get(key)
    if (value === undefined) {
      value = make(key, more)
      made.set(key, value)
    }
    return value
  }
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
