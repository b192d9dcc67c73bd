/** Reads request bodies within limits: the size of each, the memory of all together, and the time of each. */
import { isUtf8 } from 'node:buffer'
import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReadableStream as WebStream } from 'node:stream/web'
import type { ProblemId } from '../api/shared/problems.ts'
import { BODY_MAX_BYTES } from '../shared/limits.ts'
import { createAddressLimit } from './address-limit.ts'
import { problemResponse } from './problem-response.ts'
import { createSemaphore } from './semaphore.ts'

/** Limits that all bodies of a pool share. */
interface Pool {
  /** Upper limit of the memory that all bodies together use. Others wait in a queue. Bytes */
  budgetBytes: number
  /** Upper limit of the bodies in the queue. Node holds the beginning of each in memory. Bytes */
  waitingBytes: number
  /** A body is rejected when no byte arrives for this long, so that its share of the budget becomes free. ms */
  silenceMs: number
  /** Time limit of one body, from the moment when it leaves the queue. ms */
  durationMs: number
}

/**
 * Pools are separate, so that administrators do not wait for visitors, and texts do not wait for pictures. A body takes
 * about four times its size, because its text and its parsed value exist beside it. Processing a picture takes a few
 * hundred MB more. The whole process must stay below 1 GiB.
 */
const POOLS = {
  /** For sign-in and short messages: 4000 of the largest fit. */
  notes: { budgetBytes: 32_000_000, waitingBytes: 32_000_000, silenceMs: 15_000, durationMs: 60_000 },
  /** For longer bodies of visitors, up to 64 kB each: 500 of the largest fit. A batch of the door has up to 300 kB. */
  visitors: { budgetBytes: 32_000_000, waitingBytes: 32_000_000, silenceMs: 15_000, durationMs: 60_000 },
  texts: { budgetBytes: 20_000_000, waitingBytes: 60_000_000, silenceMs: 60_000, durationMs: 600_000 },
  pictures: { budgetBytes: 60_000_000, waitingBytes: 600_000_000, silenceMs: 60_000, durationMs: 600_000 },
  /** For films, which are stored on the disk: four of the largest fit. */
  films: { budgetBytes: 105_000_000, waitingBytes: 420_000_000, silenceMs: 60_000, durationMs: 600_000 },
} as const satisfies Record<string, Pool>

type PoolName = keyof typeof POOLS

type BodyProblem = Extract<
  ProblemId,
  | 'json-needed'
  | 'too-large'
  | 'invalid-json'
  | 'unreadable'
  | 'too-slow'
  | 'unavailable'
  | 'too-many-attempts'
>

/** Larger bodies of visitors use the pool `visitors`. Bytes */
const NOTE_MAX_BYTES = 8_000

export type Body = { ok: true; bytes: Buffer } | { ok: false; problem: BodyProblem }

export type JsonBody =
  | {
      ok: true
      /** The parsed object. Its fields are not validated. */
      value: Record<string, unknown>
      /** SHA-256 of the bytes, hexadecimal. It shows whether two requests with the same Idempotency-Key are equal. */
      fingerprint: string
    }
  | { ok: false; problem: BodyProblem }

/** Number of bodies that one address may send at the same time. A body counts until it has arrived completely. */
const BODIES_PER_ADDRESS = 20

export interface BodyLimits {
  maxBytes: number
  /** Address of the sender on public routes. null on routes for signed-in administrators */
  visitor: string | null
  /** True: JSON may be sent as text/plain. */
  asText?: true
}

/**
 * Reads the request's body and passes it to `work`, whose result it returns. The body counts in its pool until `work` is
 * done, so `work` must not keep a reference to it.
 * @param arriving node:http stream of the body, if there is one. A fetch stream around it would take a tenth of a write's
 * time
 * @throws errors of `work`, and the abort reason of the request when the client disconnects while the request is queued
 */
type ReadBody<B> = <T>(
  request: Request,
  limits: BodyLimits,
  work: (body: B) => Promise<T>,
  arriving?: Readable,
) => Promise<T>

/** A body that is processed in chunks and never held in memory as a whole. */
export type StreamedBody =
  | {
      ok: true
      /**
       * Reads the body. Can be called once.
       * @param take receives each chunk. The next one is read when its promise has resolved
       * @returns the number of bytes
       * @throws errors of `take`
       */
      read(
        take: (chunk: Uint8Array) => Promise<void>,
      ): Promise<{ ok: true; size: number } | { ok: false; problem: BodyProblem }>
    }
  | { ok: false; problem: BodyProblem }

export interface BodyReader {
  withBody: ReadBody<Body>
  withJson: ReadBody<JsonBody>
  withStream: ReadBody<StreamedBody>
}

const failure = (problem: BodyProblem): { ok: false; problem: BodyProblem } => ({ ok: false, problem })

function poolFor(size: number, isVisitors: boolean): PoolName {
  if (isVisitors) return size <= NOTE_MAX_BYTES ? 'notes' : 'visitors'
  return size <= BODY_MAX_BYTES ? 'texts' : 'pictures'
}

interface BodyReaderOptions extends Partial<Record<PoolName, Partial<Pool>>> {
  perAddress?: number
  /**
   * Returns true for a client address without a limit. By default only this machine has none.
   * @param key of the address, as in the rate limits
   */
  isExempt?: (key: string) => boolean
}

export function createBodyReader({
  perAddress = BODIES_PER_ADDRESS,
  isExempt,
  ...bounds
}: BodyReaderOptions = {}): BodyReader {
  const getPool = (name: PoolName) => {
    const pool: Pool = { ...POOLS[name], ...bounds[name] }
    return { ...pool, semaphore: createSemaphore(pool.budgetBytes, pool.waitingBytes) }
  }
  const pools = {
    notes: getPool('notes'),
    visitors: getPool('visitors'),
    texts: getPool('texts'),
    pictures: getPool('pictures'),
    films: getPool('films'),
  }

  const enter = createAddressLimit(perAddress, isExempt)

  const withBody: BodyReader['withBody'] = async (request, { maxBytes, visitor }, work, arriving) => {
    const announced = contentLength(request)
    if (announced !== null && announced > maxBytes) return work(failure('too-large'))
    // A body without Content-Length counts as large as the limit allows.
    const size = announced ?? maxBytes
    const { semaphore, silenceMs, durationMs } = pools[poolFor(size, visitor !== null)]
    const leave = visitor === null ? () => {} : enter(visitor)
    if (!leave) return work(failure('too-many-attempts'))
    try {
      if (!semaphore.hasRoom(size)) return await work(failure('unavailable'))
      const readAndWork = async () => {
        const source = arriving ?? getStream(request)
        const bytes = source
          ? await readAll(source, { maxBytes: size, silenceMs, durationMs }, announced)
          : Buffer.alloc(0)
        leave()
        return work(typeof bytes === 'string' ? failure(bytes) : { ok: true, bytes })
      }
      return await semaphore.run(size, readAndWork, request.signal)
    } finally {
      leave()
    }
  }

  const withJson: BodyReader['withJson'] = async (request, limits, work, arriving) => {
    const type = mediaType(request)
    if (type !== JSON_TYPE && !(limits.asText && type === TEXT_TYPE)) return work(failure('json-needed'))
    const isVisitor = limits.visitor !== null
    return withBody(request, limits, (body) => work(body.ok ? parse(body.bytes, isVisitor) : body), arriving)
  }

  /**
   * The number of streamed bodies per address is not limited, because only routes for signed-in administrators read them.
   */
  const withStream: BodyReader['withStream'] = async (request, { maxBytes }, work, arriving) => {
    const announced = contentLength(request)
    if (announced !== null && announced > maxBytes) return work(failure('too-large'))
    const size = announced ?? maxBytes
    const { semaphore, silenceMs, durationMs } = pools.films
    if (!semaphore.hasRoom(size)) return work(failure('unavailable'))
    const read: Extract<StreamedBody, { ok: true }>['read'] = async (take) => {
      const source = arriving ?? getStream(request)
      if (!source) return { ok: true, size: 0 }
      const received = await readChunks(source, { maxBytes, silenceMs, durationMs }, take)
      if (typeof received === 'number') return { ok: true, size: received }
      return failure(received === 'broke' ? 'unreadable' : received)
    }
    return semaphore.run(size, () => work({ ok: true, read }), request.signal)
  }

  return { withBody, withJson, withStream }
}

/** Value of Retry-After: the time in which the bodies that fill the pool complete or are rejected. s */
const RETRY_SECONDS = 15
const BUSY = new Set<ProblemId>(['unavailable', 'too-many-attempts'])

/** Creates the response to a request whose body was rejected. */
export const bodyProblem = (problem: BodyProblem): Response =>
  problemResponse(problem, BUSY.has(problem) ? { retryAfter: RETRY_SECONDS } : {})

/** The body reader of this process. All routes share its pools. */
export const { withBody, withJson, withStream } = createBodyReader()

const JSON_TYPE = 'application/json'
const TEXT_TYPE = 'text/plain'

/** Returns the `Content-Type` of a request without its parameters, in lower case. */
export const mediaType = ({ headers }: Request): string | undefined =>
  headers.get('Content-Type')?.split(';', 1)[0]?.trim().toLowerCase()

function contentLength(request: Request): number | null {
  const header = request.headers.get('Content-Length')
  return header !== null && /^\d{1,15}$/.test(header) ? Number(header) : null
}

/** Returns the body as a stream of Node. null for a request without a body */
const getStream = ({ body }: Request): Readable | null => body && Readable.fromWeb(body as WebStream)

/**
 * Limits of a visitor's JSON. Parsing one level, object or member takes far longer than parsing its bytes. The largest body
 * has 1,000 names, each an object with three members (`PASTED_LINES_MAX`).
 */
const DEPTH_MAX = 8
const OBJECTS_MAX = 1_100
const COMMAS_MAX = 4_000

const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c]
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/** True when the JSON has few levels, objects and members. It stops at the first one above a limit. */
function isCheapToParse(json: Buffer): boolean {
  let [depth, objects, commas] = [0, 0, 0]
  for (let at = 0; at < json.byteLength; at++) {
    const byte = json[at]
    if (byte === QUOTE) {
      for (at++; at < json.byteLength && json[at] !== QUOTE; at++) if (json[at] === BACKSLASH) at++
    } else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      if (++depth > DEPTH_MAX || ++objects > OBJECTS_MAX) return false
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth--
    else if (byte === COMMA && ++commas > COMMAS_MAX) return false
  }
  return true
}

/** Parses a JSON object. Other encodings than UTF-8 are refused (RFC 8259). */
function parse(bytes: Buffer, isVisitor: boolean): JsonBody {
  if (!isUtf8(bytes)) return failure('invalid-json')
  if (isVisitor && !isCheapToParse(bytes)) return failure('too-large')
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return failure('invalid-json')
    return { ok: true, value: value as Record<string, unknown>, fingerprint: hash('sha256', bytes) }
  } catch {
    return failure('invalid-json')
  }
}

interface Limits {
  maxBytes: number
  silenceMs: number
  durationMs: number
}

/** First size of the buffer for a body without Content-Length. It doubles while the body arrives. Bytes */
const FIRST_BUFFER_BYTES = 16_384

/** @param announced length of the body. null without Content-Length */
async function readAll(
  source: Readable,
  limits: Limits,
  announced: number | null,
): Promise<Buffer | 'too-large' | 'too-slow' | 'invalid-json'> {
  // One buffer of the announced length is used, because joining chunks at the end would take twice the memory. It is made
  // for the first chunk, so that a silent sender uses none.
  let bytes = Buffer.alloc(0)
  const received = await readChunks(source, limits, (chunk, at) => {
    const needed = at + chunk.byteLength
    if (needed > bytes.byteLength) {
      const larger = announced ?? Math.max(needed, 2 * bytes.byteLength, FIRST_BUFFER_BYTES)
      const grown = Buffer.allocUnsafeSlow(Math.min(larger, limits.maxBytes))
      grown.set(bytes.subarray(0, at))
      bytes = grown
    }
    bytes.set(chunk, at)
  })
  // The client has disconnected, so it will not read the response. Any problem would do.
  if (received === 'broke') return 'invalid-json'
  return typeof received === 'number' ? bytes.subarray(0, received) : received
}

type ReadFailure = 'too-large' | 'too-slow' | 'broke'

/**
 * Passes all chunks of a body to `take`, within limits.
 * @param source stays open after an early stop, because destroying it would close the connection before the response is
 * sent
 * @param take receives each chunk and its offset. The next one is read when its promise has resolved
 * @returns the number of bytes, or the reason why reading stopped early
 * @throws errors of `take`
 */
function readChunks(
  source: Readable,
  { maxBytes, silenceMs, durationMs }: Limits,
  take: (chunk: Uint8Array, at: number) => Promise<void> | void,
): Promise<number | ReadFailure> {
  let size = 0
  let taken: Promise<void> | undefined
  return new Promise((resolve, reject) => {
    let isSettled = false
    const silence = setTimeout(settle, silenceMs, 'too-slow')
    const deadline = setTimeout(settle, durationMs, 'too-slow')

    function receive(chunk: Uint8Array) {
      silence.refresh()
      const at = size
      size += chunk.byteLength
      if (size > maxBytes) return settle('too-large')
      const taking = take(chunk, at)
      if (!taking) return
      source.pause()
      taken = taking.then(() => {
        if (!isSettled) source.resume()
      })
      taken.catch(() => settle('broke'))
    }

    function settle(result: number | ReadFailure) {
      isSettled = true
      clearTimeout(silence)
      clearTimeout(deadline)
      source.off('data', receive).off('end', finish).off('close', broke).pause()
      // The promise of the last chunk is awaited, because an error of it takes precedence.
      if (taken) taken.then(() => resolve(result), reject)
      else resolve(result)
    }

    const finish = () => settle(size)
    const broke = () => settle('broke')

    // This listener stays, because a later error without a listener would end the process.
    source.on('error', broke)
    if (source.destroyed) return broke()
    source.on('data', receive).on('end', finish).on('close', broke)
  })
}
