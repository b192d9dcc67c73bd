/** Reads JSON bodies of requests within bounds: of one body, of all bodies together, and of patience. */
import { isUtf8 } from 'node:buffer'
import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReadableStream as WebStream } from 'node:stream/web'
import type { ProblemId } from '../contract/problems.ts'
import { createGate } from './gate.ts'

/** Bodies up to this size (bytes) are read at once; bigger ones share the budget. */
const SMALL_BODY_BYTES = 1_000_000

/**
 * Bytes of big bodies that may be held at once, by all requests together. A body takes about four times its size while
 * its text and its value exist beside it, and a picture in it a few hundred MB more; all must stay under 1 GiB.
 */
const BUDGET_BYTES = 60_000_000

/** A sender that is silent for this long (ms) has gone; what it holds of the budget is needed. */
const SILENCE_MS = 60_000

/** And one that trickles is cut off after this long (ms), counted from when its body's turn came. */
const DURATION_MS = 600_000

export type JsonBody =
  | {
      ok: true
      /** The object that was sent: nobody has looked at its fields yet. */
      value: Record<string, unknown>
      /** SHA-256 of the bytes, hexadecimal: tells a repeated request from another one with the same Idempotency-Key. */
      fingerprint: string
    }
  | { ok: false; problem: Extract<ProblemId, 'json-needed' | 'too-large' | 'invalid-json' | 'too-slow'> }

/**
 * Reads the request's body, at most `maxBytes` of it, and hands it to `work`; returns what `work` returns. A big body
 * takes its share of the budget until `work` is done, so keep no reference to it for longer.
 * @param arriving the body as node:http has it, where the request came that way: a fetch stream round it takes a tenth of a write
 * @throws what `work` throws; the request's abort reason when its sender left while waiting for the budget
 */
export type WithJson = <T>(
  request: Request,
  maxBytes: number,
  work: (body: JsonBody) => Promise<T>,
  arriving?: Readable,
) => Promise<T>

interface Bounds {
  budgetBytes?: number
  silenceMs?: number
  durationMs?: number
}

const refused = (problem: Extract<JsonBody, { ok: false }>['problem']): JsonBody => ({ ok: false, problem })

export function createJsonReader({
  budgetBytes = BUDGET_BYTES,
  silenceMs = SILENCE_MS,
  durationMs = DURATION_MS,
}: Bounds = {}): WithJson {
  const budget = createGate(budgetBytes)

  return async (request, maxBytes, work, arriving) => {
    if (!isJson(request.headers.get('Content-Type'))) return work(refused('json-needed'))
    const announced = contentLength(request)
    if (announced !== null && announced > maxBytes) return work(refused('too-large'))
    // Without a length (chunked), it may be as much as is allowed.
    const size = announced ?? maxBytes
    const readAndWork = async () =>
      work(await read(arriving ?? streamOf(request), size, silenceMs, durationMs))
    return size <= SMALL_BODY_BYTES ? readAndWork() : budget.run(size, readAndWork, request.signal)
  }
}

/** The one reader of the process: its budget is everybody's. */
export const withJson: WithJson = createJsonReader()

const isJson = (contentType: string | null): boolean =>
  contentType?.split(';', 1)[0]?.trim().toLowerCase() === 'application/json'

function contentLength(request: Request): number | null {
  const header = request.headers.get('Content-Length')
  return header !== null && /^\d{1,15}$/.test(header) ? Number(header) : null
}

/** null: it has no body. */
const streamOf = ({ body }: Request): Readable | null => body && Readable.fromWeb(body as WebStream)

async function read(
  source: Readable | null,
  maxBytes: number,
  silenceMs: number,
  durationMs: number,
): Promise<JsonBody> {
  const bytes = source ? await collect(source, maxBytes, silenceMs, durationMs) : 'invalid-json'
  if (typeof bytes === 'string') return refused(bytes)
  const value = parse(bytes)
  if (value === null) return refused('invalid-json')
  return { ok: true, value, fingerprint: hash('sha256', bytes) }
}

/** RFC 8259: JSON is UTF-8. Only objects are bodies of ours. */
function parse(bytes: Buffer): Record<string, unknown> | null {
  if (!isUtf8(bytes)) return null
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

type Unread = 'too-large' | 'too-slow' | 'invalid-json'

/** @param source is left as it is when we stop early: to end it would close the connection before the answer is sent */
function collect(
  source: Readable,
  maxBytes: number,
  silenceMs: number,
  durationMs: number,
): Promise<Buffer | Unread> {
  // One place for all of it: pieces put together at the end would take twice the memory. `maxBytes` is what was announced.
  const bytes = Buffer.allocUnsafeSlow(maxBytes)
  let size = 0
  return new Promise((resolve) => {
    const silence = setTimeout(settle, silenceMs, 'too-slow')
    const deadline = setTimeout(settle, durationMs, 'too-slow')

    function take(chunk: Uint8Array) {
      silence.refresh()
      const end = size + chunk.byteLength
      if (end > maxBytes) return settle('too-large')
      bytes.set(chunk, size)
      size = end
    }

    function settle(result: Buffer | Unread) {
      clearTimeout(silence)
      clearTimeout(deadline)
      source.off('data', take).off('end', finish).off('close', broke).pause()
      resolve(result)
    }

    const finish = () => settle(bytes.subarray(0, size))
    // Nobody will read the answer.
    const broke = () => settle('invalid-json')

    // That one stays: what breaks later concerns nobody any more.
    source.on('error', broke)
    if (source.destroyed) return broke()
    source.on('data', take).on('end', finish).on('close', broke)
  })
}
