/**
 * The short way: who asks by exactly the address under which an answer is kept gets its bytes straight from node:http,
 * before any framework. Everybody else (another spelling of the address, a first visit, a write) goes through the HTTP
 * stack of app.ts, whose answers these are, header by header.
 */
import { randomUUID } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { type Cache, headersOf, type Kept } from './cache.ts'
import { ENCODINGS, type Encoding, matchesEtag, pickEncoding } from './compress.ts'
import type { Env } from './env.ts'
import { BARE_POLICY, securityHeaders } from './security.ts'

/** The header lines of a kept answer, as `writeHead` takes them fastest: name, value, name, value. */
interface Heads {
  whole: Record<Encoding, string[]>
  notModified: string[]
}

interface HitsOptions {
  /** null in development: nothing is kept. */
  cache: Cache | null
  env: Pick<Env, 'siteUrl' | 'apiBase' | 'corsOrigins'>
  /** The whole stack. */
  otherwise: RequestListener
}

export function createHits({ cache, env, otherwise }: HitsOptions): RequestListener {
  // With an API on a host of its own, a path alone does not tell what is asked for.
  if (!cache || URL.canParse(env.apiBase)) return otherwise
  const always = Object.entries(securityHeaders(env))
  const headsOf = rememberedBy((kept: Kept) => toHeads(kept, always))
  const encodingOf = rememberedEncodings()
  // Whose answers differ by the site that asks.
  const isShared = (url: string) => env.corsOrigins.length > 0 && url.startsWith(`${env.apiBase}/`)

  return (request, response) => {
    const { method, url = '' } = request
    const kept = (method === 'GET' || method === 'HEAD') && !isShared(url) ? cache.peek(url) : undefined
    if (!kept) return otherwise(request, response)
    const { headers } = request
    const heads = headsOf(kept)
    const id = ['x-request-id', randomUUID()]
    if (kept.status === 200 && matchesEtag(headers['if-none-match'], kept.encoded.etag)) {
      response.writeHead(304, heads.notModified.concat(id)).end()
      return
    }
    const encoding = encodingOf(headers['accept-encoding'])
    response.writeHead(kept.status, heads.whole[encoding].concat(id))
    response.end(method === 'HEAD' ? undefined : kept.encoded.bodies[encoding])
  }
}

function toHeads(kept: Kept, always: [string, string][]): Heads {
  const policy: [string, string][] = kept.headers.some(([name]) => /^content-security-policy$/i.test(name))
    ? []
    : [['Content-Security-Policy', BARE_POLICY]]
  const lines = (pairs: [string, string][]) =>
    [...pairs, ...policy, ...always].flatMap(([name, value]) => [name.toLowerCase(), value])
  const whole = Object.fromEntries(
    ENCODINGS.map((encoding) => [encoding, lines(headersOf(kept, encoding))]),
  ) as Heads['whole']
  return { whole, notModified: lines(headersOf(kept, null)) }
}

function rememberedBy<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const made = new WeakMap<K, V>()
  return (key) => {
    let value = made.get(key)
    if (value === undefined) {
      value = make(key)
      made.set(key, value)
    }
    return value
  }
}

/** Browsers send the same few values; somebody who sends others by the thousand shall not fill the memory. */
const ENCODINGS_KNOWN = 100

function rememberedEncodings() {
  const known = new Map<string, Encoding>()
  return (accepted: string | string[] | undefined): Encoding => {
    const text = String(accepted ?? '')
    const encoding = known.get(text) ?? pickEncoding(text)
    if (known.size < ENCODINGS_KNOWN) known.set(text, encoding)
    return encoding
  }
}
