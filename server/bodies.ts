/** Reads JSON bodies of requests within bounds: of one body, of all bodies together, and of patience. */
import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
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
 * @throws what `work` throws; the request's abort reason when its sender left while waiting for the budget
 */
export type WithJson = <T>(
  request: Request,
  maxBytes: number,
  work: (body: JsonBody) => Promise<T>,
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

  return async (request, maxBytes, work) => {
    if (!isJson(request.headers.get('Content-Type'))) return work(refused('json-needed'))
    const announced = contentLength(request)
    if (announced !== null && announced > maxBytes) return work(refused('too-large'))
    // Without a length (chunked), it may be as much as is allowed.
    const size = announced ?? maxBytes
    const readAndWork = async () => work(await read(request, size, silenceMs, durationMs))
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

async function read(
  request: Request,
  maxBytes: number,
  silenceMs: number,
  durationMs: number,
): Promise<JsonBody> {
  const bytes = await collect(request, maxBytes, silenceMs, durationMs)
  if (typeof bytes === 'string') return refused(bytes)
  const value = parse(bytes)
  if (value === null) return refused('invalid-json')
  return { ok: true, value, fingerprint: createHash('sha256').update(bytes).digest('hex') }
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

async function collect(
  request: Request,
  maxBytes: number,
  silenceMs: number,
  durationMs: number,
): Promise<Buffer | Unread> {
  if (!request.body) return 'invalid-json'
  // Not cancelled when we stop early: that would close the connection before the answer is sent.
  const reader: ReadableStreamDefaultReader<Uint8Array> = request.body.getReader()
  // One place for all of it: pieces put together at the end would take twice the memory. `maxBytes` is what was announced.
  const bytes = Buffer.allocUnsafeSlow(maxBytes)
  let size = 0
  const deadline = performance.now() + durationMs
  try {
    for (;;) {
      const patience = Math.min(silenceMs, deadline - performance.now())
      const chunk = await within(patience, reader.read())
      if (chunk === 'late') return 'too-slow'
      if (chunk.done) return bytes.subarray(0, size)
      const end = size + chunk.value.byteLength
      if (end > maxBytes) return 'too-large'
      bytes.set(chunk.value, size)
      size = end
    }
  } catch {
    // The connection broke: nobody will read the answer.
    return 'invalid-json'
  } finally {
    reader.releaseLock()
  }
}

async function within<T>(ms: number, promise: Promise<T>): Promise<T | 'late'> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, ms), 'late')
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
