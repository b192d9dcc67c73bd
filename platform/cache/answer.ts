/** What a request gets of a cached response: the whole in one encoding, a part, or word that it has not changed. */
import type { ReadableStream } from 'node:stream/web'
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

/** A response that may be had in parts says so. */
export const BY_RANGES: [string, string] = ['Accept-Ranges', 'bytes']

export interface Part {
  status: 206 | 416
  headers: Headers
  body: Uint8Array | null
}

/** The part that a request asks for, where the response may be had in parts. @returns null: the whole is to be sent */
export function partOf({ headers, encoded }: CachedResponse, conditions: Conditions): Part | null {
  if (conditions.range === undefined || !headers.some(([name]) => name === BY_RANGES[0])) return null
  const { identity } = encoded.bodies
  const file = { headers, etag: encoded.etag, size: identity.byteLength }
  const range = rangeOf(conditions, file)
  if (range === null) return null
  if (range === 'unsatisfiable') return { status: 416, headers: unsatisfiableHeaders(file), body: null }
  return {
    status: 206,
    headers: partHeaders(file, range),
    body: identity.subarray(range.start, range.end + 1),
  }
}

interface File {
  headers: Headers
  etag: string
  /** Bytes. */
  size: number
}

/** Both inclusive. */
interface ByteRange {
  start: number
  end: number
}

/** Of no more digits than the size of a file has. */
const RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/i

/**
 * The bytes that are asked for (RFC 9110 §14). What is no range of bytes is ignored, and so are several at once, as the RFC
 * allows. @returns null: all
 */
function rangeOf(
  { range = '', 'if-range': ifRange }: Conditions,
  file: File,
): ByteRange | 'unsatisfiable' | null {
  const [, first, last] = RANGE.exec(range) ?? []
  if (first === undefined || last === undefined || first + last === '') return null
  // A part of this version is of no use to whoever holds the rest of another one (RFC 9110 §13.1.5).
  const modified = file.headers.find(([name]) => name === 'Last-Modified')?.[1]
  if (ifRange !== undefined && ifRange !== file.etag && ifRange !== modified) return null
  const start = first === '' ? Math.max(0, file.size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? file.size - 1 : Math.min(Number(last), file.size - 1)
  if (first !== '' && last !== '' && Number(last) < start) return null
  return start >= file.size ? 'unsatisfiable' : { start, end }
}

const partHeaders = ({ headers, etag, size }: File, { start, end }: ByteRange): Headers => [
  ...headers,
  ['ETag', etag],
  ['Content-Range', `bytes ${start}-${end}/${size}`],
  ['Content-Length', String(end - start + 1)],
]

const unsatisfiableHeaders = ({ size }: File): Headers => [
  ['Cache-Control', 'no-store'],
  BY_RANGES,
  ['Content-Range', `bytes */${size}`],
  ['Content-Length', '0'],
]

const CONDITIONS = ['accept-encoding', 'if-none-match', 'if-range', 'range'] as const

function conditionsOf({ headers }: Request): Conditions {
  const found: Conditions = {}
  for (const name of CONDITIONS) {
    const value = headers.get(name)
    if (value !== null) found[name] = value
  }
  return found
}

/** A cached response as this request may have it. What is not cached goes as it is. */
export function respond(cached: CachedResponse | Response, request: Request): Response {
  if (!isCachedResponse(cached)) return cached
  const conditions = conditionsOf(request)
  if (isNotModified(cached, conditions['if-none-match']))
    return new Response(null, { status: 304, headers: notModifiedHeaders(cached) })
  const isHead = request.method === 'HEAD'
  const part = isHead ? null : partOf(cached, conditions)
  if (part) return new Response(part.body as BodyInit | null, { status: part.status, headers: part.headers })
  const encoding = pickEncoding(conditions['accept-encoding'] ?? null)
  const body = isHead ? null : (cached.encoded.bodies[encoding] as BodyInit)
  return new Response(body, { status: cached.status, headers: wholeHeaders(cached, encoding) })
}

/** As `respond`, for a file that is too large to be cached. @param read called once at most, for the bytes that are sent */
export function respondInParts(
  file: File,
  request: Request,
  read: (range: ByteRange) => ReadableStream,
): Response {
  const conditions = conditionsOf(request)
  const headers: Headers = [...file.headers, ['ETag', file.etag]]
  if (matchesEtag(conditions['if-none-match'], file.etag)) return new Response(null, { status: 304, headers })
  if (request.method === 'HEAD')
    return new Response(null, { headers: [...headers, ['Content-Length', String(file.size)]] })
  const range = rangeOf(conditions, file)
  if (range === 'unsatisfiable')
    return new Response(null, { status: 416, headers: unsatisfiableHeaders(file) })
  if (range !== null)
    return new Response(read(range) as BodyInit, { status: 206, headers: partHeaders(file, range) })
  return new Response(read({ start: 0, end: file.size - 1 }) as BodyInit, {
    headers: [...headers, ['Content-Length', String(file.size)]],
  })
}
