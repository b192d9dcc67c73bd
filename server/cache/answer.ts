/** What a request gets of a cached response: the whole in one encoding, a part, or word that it has not changed. */
import { type Encoding, matchesEtag, pickEncoding } from './encoding.ts'
import { type CachedResponse, isCachedResponse } from './response-cache.ts'

/** The headers on which the answer depends, by their names in lower case. */
export type Conditions = Partial<Record<'accept-encoding' | 'if-none-match' | 'if-range' | 'range', string>>

type Headers = [string, string][]

/** Everything that a cached response says of itself in one encoding. */
export function wholeHeaders(cached: CachedResponse, encoding: Encoding): Headers {
  const { bodies } = cached.encoded
  const body = bodies[encoding]
  return [
    ...notModifiedHeaders(cached),
    ...(body === bodies.identity ? [] : ([['Content-Encoding', encoding]] as Headers)),
    ['Content-Length', String(body.byteLength)],
  ]
}

/** Of a 304, which has no body. */
export const notModifiedHeaders = ({ headers, encoded }: CachedResponse): Headers => [
  ...headers,
  ['ETag', encoded.etag],
]

export const isNotModified = (
  { status, encoded }: CachedResponse,
  ifNoneMatch: string | undefined,
): boolean => status === 200 && matchesEtag(ifNoneMatch, encoded.etag)

/** Whoever makes a response that may be had in parts says so in its headers. */
export const BY_RANGES: [string, string] = ['Accept-Ranges', 'bytes']

const mayBePart = ({ headers }: CachedResponse) => headers.some(([name]) => name === BY_RANGES[0])

/**
 * The part that a request asks for, where the response may be had in parts (RFC 9110 §14). As the RFC allows, what is no
 * range of bytes is not heard, and neither are several at once.
 * @returns null: the whole is to be sent
 */
export function partOf(
  cached: CachedResponse,
  conditions: Conditions,
): { status: 206 | 416; headers: Headers; body: Uint8Array | null } | null {
  if (conditions.range === undefined || cached.status !== 200 || !mayBePart(cached)) return null
  const body = cached.encoded.bodies.identity
  const range = rangeOf(conditions, body.byteLength, cached.headers, cached.encoded.etag)
  if (range === null) return null
  if (range === 'unsatisfiable')
    return { status: 416, headers: unsatisfiableHeaders(body.byteLength), body: null }
  return {
    status: 206,
    headers: [...notModifiedHeaders(cached), ...partHeaders(range, body.byteLength)],
    body: body.subarray(range.start, range.end + 1),
  }
}

/** Both inclusive. */
export interface ByteRange {
  start: number
  end: number
}

export const partHeaders = ({ start, end }: ByteRange, size: number): Headers => [
  ['Content-Range', `bytes ${start}-${end}/${size}`],
  ['Content-Length', String(end - start + 1)],
]

export const unsatisfiableHeaders = (size: number): Headers => [
  ['Cache-Control', 'no-store'],
  BY_RANGES,
  ['Content-Range', `bytes */${size}`],
  ['Content-Length', '0'],
]

/** More digits than a file has bytes. */
const RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/

/** @returns null: the whole is to be sent */
export function rangeOf(
  { range = '', 'if-range': ifRange }: Conditions,
  size: number,
  headers: Headers,
  etag: string,
): ByteRange | 'unsatisfiable' | null {
  const match = RANGE.exec(range)
  if (!match || (match[1] === '' && match[2] === '')) return null
  // A part of another version is of no use to whoever has the rest of this one (RFC 9110 §13.1.5).
  const modified = headers.find(([name]) => name === 'Last-Modified')?.[1]
  if (ifRange !== undefined && ifRange !== modified && ifRange !== etag) return null
  const [first, last] = [match[1] as string, match[2] as string]
  if (first === '') {
    const length = Number(last)
    return length === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - length), end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return null
  return start >= size ? 'unsatisfiable' : { start, end }
}

const CONDITIONS = ['accept-encoding', 'if-none-match', 'if-range', 'range'] as const

export const conditionsOf = ({ headers }: Request): Conditions =>
  Object.fromEntries(CONDITIONS.flatMap((name) => (headers.has(name) ? [[name, headers.get(name)]] : [])))

/** A cached response as this request may have it. What is not cached goes as it is. */
export function respond(cached: CachedResponse | Response, request: Request): Response {
  if (!isCachedResponse(cached)) return cached
  const conditions = conditionsOf(request)
  if (isNotModified(cached, conditions['if-none-match']))
    return new Response(null, { status: 304, headers: notModifiedHeaders(cached) })
  const isHead = request.method === 'HEAD'
  const part = isHead ? null : partOf(cached, conditions)
  if (part) return new Response(part.body as BodyInit | null, part)
  const encoding = pickEncoding(conditions['accept-encoding'] ?? null)
  const body = isHead ? null : (cached.encoded.bodies[encoding] as BodyInit)
  return new Response(body, { status: cached.status, headers: wholeHeaders(cached, encoding) })
}
