/**
 * Sends a call to the API and reads the answer, without types. `api.ts` adds the types. Scripts of public pages use `call`
 * directly, because it is smaller.
 */
import { NO_ANSWER, NO_NETWORK, TOO_HEAVY } from '../shared/network-problems.ts'
import type { ProblemDetails } from '../shared/problems.ts'

/** Base address of the API, fixed at build time. It can be an absolute URL of a sibling origin. */
export const API_BASE: string = (import.meta.env.VITE_API_BASE || '/api').replace(/\/+$/, '')

export type Answer<T> =
  | { ok: true; value: T; etag: string | null; total: number }
  | { ok: false; problem: ProblemDetails; retryAfter: number | null }

/** Options of a call that may take a while, such as an upload. */
export interface Sending {
  /** Value of Idempotency-Key. A call that is repeated after a lost answer then creates no second item. */
  key?: string
  /** Value of If-Match. The server refuses the call with 412 when another administrator has saved in between. */
  etag?: string | null
  onProgress?: (sent: number) => void
  signal?: AbortSignal
}

export interface CallOptions {
  /** Body of the request. A Blob is sent unchanged, with the Content-Type in `headers`. Other values are sent as JSON. */
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
  /** 'text': a successful answer is read as text instead of JSON. */
  reads?: 'text'
}

const noNetwork: ProblemDetails = {
  type: '/problems/no-network',
  title: 'Oops...',
  status: 0,
  detail: NO_NETWORK,
}

const noAnswer: ProblemDetails = {
  type: '/problems/no-answer',
  title: 'Oops...',
  status: 502,
  detail: NO_ANSWER,
}

/** Sends a request. @throws TypeError without a connection, a DOMException 'AbortError' when `signal` aborts it */
export type Send = (method: string, path: string, options: CallOptions) => Promise<RawAnswer>

/**
 * Sends a request and reads its answer. Failures are returned as answers and not thrown.
 * @throws only when `signal` aborts the call
 */
export async function call<T>(
  method: string,
  path: string,
  options: CallOptions = {},
  send: Send = sendByFetch,
): Promise<Answer<T>> {
  try {
    const answer = await send(method, path, options)
    const isGood = answer.status >= 200 && answer.status < 300
    const isText = isGood && options.reads === 'text'
    const parsed: unknown = isText ? answer.text : isGood ? findJson(answer.text) : parseProblem(answer.text)
    if (isGood) {
      return {
        ok: true,
        value: parsed as T,
        etag: answer.header('ETag'),
        total: Number(answer.header('X-Total-Count') ?? 0),
      }
    }
    const retryAfter = answer.header('Retry-After')
    return {
      ok: false,
      problem: asProblem(parsed, answer.status),
      retryAfter: retryAfter === null ? null : Number(retryAfter),
    }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    console.error(error)
    return { ok: false, problem: error instanceof SyntaxError ? noAnswer : noNetwork, retryAfter: null }
  }
}

export interface RawAnswer {
  status: number
  text: string
  header(name: string): string | null
}

export const requestHeaders = (options: CallOptions): Record<string, string> => ({
  Accept: 'application/json, application/problem+json',
  ...(options.body !== undefined && { 'Content-Type': 'application/json' }),
  ...options.headers,
})

export const getPayload = (body: unknown): Blob | string =>
  body instanceof Blob ? body : JSON.stringify(body)

async function sendByFetch(method: string, path: string, options: CallOptions): Promise<RawAnswer> {
  const response = await fetch(API_BASE + path, {
    method,
    headers: requestHeaders(options),
    credentials: 'include',
    ...(options.body !== undefined && { body: getPayload(options.body) }),
    ...(options.signal && { signal: options.signal }),
  })
  return {
    status: response.status,
    text: await response.text(),
    header: (name) => response.headers.get(name),
  }
}

const findJson = (text: string): unknown => (text === '' ? null : JSON.parse(text))

/** Parses a problem. null for other texts, such as the HTML page of a proxy, of which only the status is useful */
function parseProblem(text: string): unknown {
  try {
    return findJson(text)
  } catch {
    return null
  }
}

function asProblem(body: unknown, status: number): ProblemDetails {
  const isProblem =
    typeof body === 'object' && body !== null && 'detail' in body && typeof body.detail === 'string'
  if (isProblem) return body as ProblemDetails
  return { ...noAnswer, status, ...(status === 413 && { detail: TOO_HEAVY }) }
}
