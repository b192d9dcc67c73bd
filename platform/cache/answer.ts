/** Answers a request with a cached response: the whole body in one encoding, a part of it, 304 or 412. */
import type { ReadableStream } from 'node:stream/web'
import { problemDetails } from '../api/shared/problems.ts'
import { type Encoding, pickEncoding } from './encoding.ts'
import { evaluate, isRead } from './preconditions.ts'
import { type CachedResponse, isCachedResponse } from './response-cache.ts'

export type HeaderList = [string, string][]

/** The parts of a request that determine the answer. */
export interface Conditions {
  method: string
  headers: Pick<Headers, 'get'>
}

/** An answer without the security headers, which all answers get later. */
interface Answer {
  status: number
  headers: HeaderList
  body: Uint8Array | null
}

/** Decides the answer: 304, 412, a part, or the whole body in the best encoding. The body of a HEAD is null. */
export function createAnswer(cached: CachedResponse, { method, headers: sent }: Conditions): Answer {
  const { status, encoded } = cached
  const isHead = method === 'HEAD'
  // The answer to a form is no version of its target, so the preconditions do not concern it.
  if (status === 200 && isRead(method)) {
    const verdict = evaluate(method, sent, { etag: encoded.etag, modified: findModified(cached.headers) })
    if (verdict === 'unchanged') return { status: 304, headers: getHeaders(cached, 'unchanged'), body: null }
    if (verdict !== 'met') return { ...FAILED, ...(isHead && { body: null }) }
  }
  const part = isHead ? null : createPartialAnswer(cached, sent)
  if (part) return part
  const encoding = pickEncoding(sent.get('Accept-Encoding'))
  return { status, headers: getHeaders(cached, encoding), body: isHead ? null : encoded.bodies[encoding] }
}

/** The answer to a read of another version than the current one. */
const FAILED: Answer = {
  status: 412,
  headers: [
    ['Content-Type', 'application/problem+json; charset=utf-8'],
    ['Cache-Control', 'no-store'],
  ],
  body: Buffer.from(JSON.stringify(problemDetails('precondition-failed'))),
}

const findModified = (headers: HeaderList): string | undefined =>
  headers.find(([name]) => name === 'Last-Modified')?.[1]

type Variant = Encoding | 'unchanged'

const headerLists = new WeakMap<CachedResponse, Partial<Record<Variant, HeaderList>>>()

/**
 * Returns the headers of one encoding. The list is the same object each time, so that callers can cache what they derive
 * from it.
 */
function getHeaders(cached: CachedResponse, variant: Variant): HeaderList {
  const lists = headerLists.get(cached) ?? {}
  headerLists.set(cached, lists)
  lists[variant] ??= buildHeaders(cached, variant)
  return lists[variant]
}

function buildHeaders({ headers, encoded }: CachedResponse, variant: Variant): HeaderList {
  const unchanged: HeaderList = [...headers, ['ETag', encoded.etag]]
  if (variant === 'unchanged') return unchanged
  const body = encoded.bodies[variant]
  const encoding: HeaderList = body === encoded.bodies.identity ? [] : [['Content-Encoding', variant]]
  return [...unchanged, ...encoding, ['Content-Length', String(body.byteLength)]]
}

/** Answers a request with a cached response. A response that is not cached is returned unchanged. */
export function respond(made: CachedResponse | Response, request: Request): Response {
  if (!isCachedResponse(made)) return made
  const { body, ...rest } = createAnswer(made, request)
  return new Response(body as BodyInit | null, rest)
}

/** Header of responses that support range requests. */
export const ACCEPT_RANGES: [string, string] = ['Accept-Ranges', 'bytes']

/** Returns the requested part of a response that supports ranges, or null when the whole body has to be sent. */
function createPartialAnswer(
  { headers, encoded }: CachedResponse,
  sent: Conditions['headers'],
): Answer | null {
  if (!headers.some(([name]) => name === ACCEPT_RANGES[0])) return null
  const { identity } = encoded.bodies
  const file = { headers, etag: encoded.etag, size: identity.byteLength }
  const range = parseRange(sent, file)
  if (range === null) return null
  if (range === 'unsatisfiable') return { status: 416, headers: buildUnsatisfiableHeaders(file), body: null }
  return {
    status: 206,
    headers: buildPartHeaders(file, range),
    body: identity.subarray(range.start, range.end + 1),
  }
}

interface File {
  headers: HeaderList
  etag: string
  /** Length of the file. Bytes */
  size: number
}

/** A range of bytes. Both ends are inclusive. */
interface ByteRange {
  start: number
  end: number
}

/** At most 15 digits: no file has a size with more. */
const RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/i

/**
 * Parses the requested range of bytes (RFC 9110 §14). An invalid range or several ranges are ignored, as the RFC allows.
 * @returns null when the whole body has to be sent
 */
function parseRange(sent: Conditions['headers'], file: File): ByteRange | 'unsatisfiable' | null {
  const [, first, last] = RANGE.exec(sent.get('Range') ?? '') ?? []
  if (first === undefined || last === undefined || first + last === '') return null
  // If-Range names the version of which the client already has parts. For any other version it needs the whole body (RFC
  // 9110 §13.1.5).
  const ifRange = sent.get('If-Range')
  if (ifRange !== null && ifRange !== file.etag && ifRange !== findModified(file.headers)) return null
  const start = first === '' ? Math.max(0, file.size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? file.size - 1 : Math.min(Number(last), file.size - 1)
  if (first !== '' && last !== '' && Number(last) < start) return null
  return start >= file.size ? 'unsatisfiable' : { start, end }
}

const buildPartHeaders = ({ headers, etag, size }: File, { start, end }: ByteRange): HeaderList => [
  ...headers,
  ['ETag', etag],
  ['Content-Range', `bytes ${start}-${end}/${size}`],
  ['Content-Length', String(end - start + 1)],
]

const buildUnsatisfiableHeaders = ({ size }: File): HeaderList => [
  ['Cache-Control', 'no-store'],
  ACCEPT_RANGES,
  ['Content-Range', `bytes */${size}`],
  ['Content-Length', '0'],
]

/**
 * Answers a request for a file that is too large for the cache, by the same rules as `respond`.
 * @param read returns the bytes of a part. Called at most once
 */
export function respondInParts(
  file: File,
  request: Request,
  read: (range: ByteRange) => ReadableStream,
): Response {
  const headers: HeaderList = [...file.headers, ['ETag', file.etag]]
  const { method, headers: sent } = request
  const verdict = evaluate(method, sent, { etag: file.etag, modified: findModified(file.headers) })
  if (verdict === 'unchanged') return new Response(null, { status: 304, headers })
  if (verdict !== 'met')
    return new Response(method === 'HEAD' ? null : (FAILED.body as BodyInit), { ...FAILED })
  if (method === 'HEAD')
    return new Response(null, { headers: [...headers, ['Content-Length', String(file.size)]] })
  const range = parseRange(sent, file)
  if (range === 'unsatisfiable')
    return new Response(null, { status: 416, headers: buildUnsatisfiableHeaders(file) })
  if (range !== null)
    return new Response(read(range) as BodyInit, { status: 206, headers: buildPartHeaders(file, range) })
  return new Response(read({ start: 0, end: file.size - 1 }) as BodyInit, {
    headers: [...headers, ['Content-Length', String(file.size)]],
  })
}
