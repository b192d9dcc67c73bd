/** Reads the bodies of requests within limits: the size of one, the memory of all together, and the time that one takes. */
import { isUtf8 } from 'node:buffer'
import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReadableStream as WebStream } from 'node:stream/web'
import type { ProblemId } from '../api/shared/problems.ts'
import { BODY_MAX_BYTES } from '../shared/limits.ts'
import { createAddressLimit } from './address-limit.ts'
import { problemResponse } from './problem-response.ts'
import { createSemaphore } from './semaphore.ts'

/** What the bodies of one kind share. */
interface Pool {
  /** Bytes that may be held at once, by all requests together; the rest waits its turn. */
  budgetBytes: number
  /** Bytes that may wait. Node holds the beginning of each, so that a line without end would need memory without end. */
  waitingBytes: number
  /** A sender that is silent for this long (ms) has gone; what it holds of the budget is needed. */
  silenceMs: number
  /** And one that trickles is cut off after this long (ms), counted from when its body's turn came. */
  durationMs: number
}

/**
 * Apart, so that nobody waits for strangers, nor a text for pictures. A body takes about four times its size while its text
 * and its value exist beside it, and a picture in it a few hundred MB more; all must stay under 1 GiB.
 */
const POOLS = {
  /** Signing in and the usual message: 4000 of the largest. */
  notes: { budgetBytes: 32_000_000, waitingBytes: 32_000_000, silenceMs: 15_000, durationMs: 60_000 },
  /** 500 of the largest; each has a minute for 64 kB. */
  visitors: { budgetBytes: 32_000_000, waitingBytes: 32_000_000, silenceMs: 15_000, durationMs: 60_000 },
  texts: { budgetBytes: 20_000_000, waitingBytes: 60_000_000, silenceMs: 60_000, durationMs: 600_000 },
  pictures: { budgetBytes: 60_000_000, waitingBytes: 600_000_000, silenceMs: 60_000, durationMs: 600_000 },
  /** On the disk: four of the largest at once. */
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

/** Up to this size (bytes) a visitor's body is a note. */
const NOTE_MAX_BYTES = 8_000

/** `bytes`: all of it. */
export type Body = { ok: true; bytes: Buffer } | { ok: false; problem: BodyProblem }

export type JsonBody =
  | {
      ok: true
      /** The object that was sent: nobody has looked at its fields yet. */
      value: Record<string, unknown>
      /** SHA-256 of the bytes, hexadecimal: tells a repeated request from another one with the same Idempotency-Key. */
      fingerprint: string
    }
  | { ok: false; problem: BodyProblem }

/** Of one address and at the same time, and only until they are here: whoever holds some back holds up nobody else. */
const BODIES_PER_ADDRESS = 20

export interface BodyLimits {
  maxBytes: number
  /** The sender's address where anybody may send it; null where somebody who is signed in does. */
  visitor: string | null
  /** JSON may come as text/plain too. */
  asText?: true
}

/**
 * Reads the request's body and hands it to `work`; returns what `work` returns. A body takes its share of its pool until
 * `work` is done, so keep no reference to it for longer.
 * @param arriving the body as node:http has it, where the request came that way: a fetch stream round it takes a tenth of a write
 * @throws what `work` throws; the request's abort reason when its sender left while waiting for its turn
 */
type With<B> = <T>(
  request: Request,
  limits: BodyLimits,
  work: (body: B) => Promise<T>,
  arriving?: Readable,
) => Promise<T>

/** A body that goes on as it comes, and of which nothing is held. */
export type StreamedBody =
  | {
      ok: true
      /**
       * To be called once. @param take is waited for before more is read
       * @returns how many bytes there were
       * @throws what `take` throws
       */
      read(
        take: (chunk: Uint8Array) => Promise<void>,
      ): Promise<{ ok: true; size: number } | { ok: false; problem: BodyProblem }>
    }
  | { ok: false; problem: BodyProblem }

export interface BodyReader {
  withBody: With<Body>
  withJson: With<JsonBody>
  withStream: With<StreamedBody>
}

const failed = (problem: BodyProblem): { ok: false; problem: BodyProblem } => ({ ok: false, problem })

function poolFor(size: number, isVisitors: boolean): PoolName {
  if (isVisitors) return size <= NOTE_MAX_BYTES ? 'notes' : 'visitors'
  return size <= BODY_MAX_BYTES ? 'texts' : 'pictures'
}

interface Bounds extends Partial<Record<PoolName, Partial<Pool>>> {
  perAddress?: number
  /** Whose bodies are not counted by their address; this machine's unless told. */
  isExempt?: (key: string) => boolean
}

export function createBodyReader({
  perAddress = BODIES_PER_ADDRESS,
  isExempt,
  ...bounds
}: Bounds = {}): BodyReader {
  const poolOf = (name: PoolName) => {
    const pool: Pool = { ...POOLS[name], ...bounds[name] }
    return { ...pool, semaphore: createSemaphore(pool.budgetBytes, pool.waitingBytes) }
  }
  const pools = {
    notes: poolOf('notes'),
    visitors: poolOf('visitors'),
    texts: poolOf('texts'),
    pictures: poolOf('pictures'),
    films: poolOf('films'),
  }

  const enter = createAddressLimit(perAddress, isExempt)

  const withBody: BodyReader['withBody'] = async (request, { maxBytes, visitor }, work, arriving) => {
    const announced = contentLength(request)
    if (announced !== null && announced > maxBytes) return work(failed('too-large'))
    // Without a length (chunked), it may be as much as is allowed.
    const size = announced ?? maxBytes
    const { semaphore, silenceMs, durationMs } = pools[poolFor(size, visitor !== null)]
    const leave = visitor === null ? () => {} : enter(visitor)
    if (!leave) return work(failed('too-many-attempts'))
    try {
      if (!semaphore.hasRoom(size)) return await work(failed('unavailable'))
      const readAndWork = async () => {
        const source = arriving ?? streamOf(request)
        const bytes = source
          ? await collect(source, { maxBytes: size, silenceMs, durationMs })
          : Buffer.alloc(0)
        leave()
        return work(typeof bytes === 'string' ? failed(bytes) : { ok: true, bytes })
      }
      return await semaphore.run(size, readAndWork, request.signal)
    } finally {
      leave()
    }
  }

  const withJson: BodyReader['withJson'] = async (request, limits, work, arriving) => {
    const type = mediaType(request)
    if (type !== JSON_TYPE && !(limits.asText && type === TEXT_TYPE)) return work(failed('json-needed'))
    return withBody(request, limits, (body) => work(body.ok ? parse(body.bytes) : body), arriving)
  }

  /** Only who is signed in sends such a body. */
  const withStream: BodyReader['withStream'] = async (request, { maxBytes }, work, arriving) => {
    const announced = contentLength(request)
    if (announced !== null && announced > maxBytes) return work(failed('too-large'))
    const size = announced ?? maxBytes
    const { semaphore, silenceMs, durationMs } = pools.films
    if (!semaphore.hasRoom(size)) return work(failed('unavailable'))
    const read: Extract<StreamedBody, { ok: true }>['read'] = async (take) => {
      const source = arriving ?? streamOf(request)
      if (!source) return { ok: true, size: 0 }
      const received = await drain(source, { maxBytes, silenceMs, durationMs }, take)
      if (typeof received === 'number') return { ok: true, size: received }
      return failed(received === 'broke' ? 'unreadable' : received)
    }
    return semaphore.run(size, () => work({ ok: true, read }), request.signal)
  }

  return { withBody, withJson, withStream }
}

/** By then those who hold the places are done, or cut off. */
const RETRY_SECONDS = 15
const BUSY = new Set<ProblemId>(['unavailable', 'too-many-attempts'])

/** The answer to a body that was not taken. */
export const bodyProblem = (problem: BodyProblem): Response =>
  problemResponse(problem, BUSY.has(problem) ? { retryAfter: RETRY_SECONDS } : {})

/** The one reader of the process: its pools are everybody's. */
export const { withBody, withJson, withStream } = createBodyReader()

const JSON_TYPE = 'application/json'
const TEXT_TYPE = 'text/plain'

/** The `Content-Type` of a request without its parameters, in lower case. */
export const mediaType = ({ headers }: Request): string | undefined =>
  headers.get('Content-Type')?.split(';', 1)[0]?.trim().toLowerCase()

function contentLength(request: Request): number | null {
  const header = request.headers.get('Content-Length')
  return header !== null && /^\d{1,15}$/.test(header) ? Number(header) : null
}

/** null: it has no body. */
const streamOf = ({ body }: Request): Readable | null => body && Readable.fromWeb(body as WebStream)

/** RFC 8259: JSON is UTF-8. Only objects are bodies of ours. */
function parse(bytes: Buffer): JsonBody {
  if (!isUtf8(bytes)) return failed('invalid-json')
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return failed('invalid-json')
    return { ok: true, value: value as Record<string, unknown>, fingerprint: hash('sha256', bytes) }
  } catch {
    return failed('invalid-json')
  }
}

interface Limits {
  maxBytes: number
  silenceMs: number
  durationMs: number
}

async function collect(
  source: Readable,
  limits: Limits,
): Promise<Buffer | 'too-large' | 'too-slow' | 'invalid-json'> {
  // One place for all of it: pieces put together at the end would take twice the memory. `maxBytes` is what was announced.
  const bytes = Buffer.allocUnsafeSlow(limits.maxBytes)
  const received = await drain(source, limits, (chunk, at) => {
    bytes.set(chunk, at)
  })
  // Of one that broke off nobody will read the answer.
  if (received === 'broke') return 'invalid-json'
  return typeof received === 'number' ? bytes.subarray(0, received) : received
}

type Unread = 'too-large' | 'too-slow' | 'broke'

/**
 * Hands on all of a body within its limits.
 * @param source is left as it is when we stop early: to end it would close the connection before the answer is sent
 * @param take gets each chunk and where it stands; while a promise of it is open nothing more is read
 * @returns how many bytes there were
 * @throws what `take` throws
 */
function drain(
  source: Readable,
  { maxBytes, silenceMs, durationMs }: Limits,
  take: (chunk: Uint8Array, at: number) => Promise<void> | void,
): Promise<number | Unread> {
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

    function settle(result: number | Unread) {
      isSettled = true
      clearTimeout(silence)
      clearTimeout(deadline)
      source.off('data', receive).off('end', finish).off('close', broke).pause()
      // What is being taken is taken, or says why not.
      if (taken) taken.then(() => resolve(result), reject)
      else resolve(result)
    }

    const finish = () => settle(size)
    const broke = () => settle('broke')

    // That one stays: what breaks later concerns nobody any more.
    source.on('error', broke)
    if (source.destroyed) return broke()
    source.on('data', receive).on('end', finish).on('close', broke)
  })
}
