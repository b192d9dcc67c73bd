/** The typed client of the contract: every call the site makes goes through here (specification §7). */
import type { Credentials, StoredUser, User } from '../contract/accounts.ts'
import type { ContactMessage } from '../contract/contact.ts'
import type { Picture } from '../contract/fields.ts'
import type { ProblemDetails } from '../contract/problems.ts'
import type { PageQuery, Reader } from '../contract/reader.ts'
import type { AnyEntity, EntityOf, ResourceName } from '../contract/resources.ts'

/** The product's API base, fixed at build time; may be an absolute URL of a sibling origin. */
export const API_BASE: string = (import.meta.env.VITE_API_BASE || '/api').replace(/\/+$/, '')

export type Answer<T> =
  | { ok: true; value: T; etag: string | null; total: number }
  | { ok: false; problem: ProblemDetails; retryAfter: number | null }

interface CallOptions {
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Called with 0–1 while the body is being sent. */
  onProgress?: (sent: number) => void
}

const NO_NETWORK: ProblemDetails = {
  type: '/problems/no-network',
  title: 'Oops...',
  status: 0,
  detail: 'No pudimos conectarnos. Revisá tu conexión y probá de nuevo.',
}

const NO_ANSWER: ProblemDetails = {
  type: '/problems/no-answer',
  title: 'Oops...',
  status: 502,
  detail: 'El servidor no respondió como esperábamos. Probá de nuevo en un momento.',
}

async function call<T>(method: string, path: string, options: CallOptions = {}): Promise<Answer<T>> {
  try {
    const answer = options.onProgress
      ? await sendWithProgress(method, path, options)
      : await send(method, path, options)
    const parsed: unknown = answer.text === '' ? null : JSON.parse(answer.text)
    if (answer.status >= 200 && answer.status < 300) {
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
    return { ok: false, problem: error instanceof SyntaxError ? NO_ANSWER : NO_NETWORK, retryAfter: null }
  }
}

interface RawAnswer {
  status: number
  text: string
  header(name: string): string | null
}

const requestHeaders = (options: CallOptions): Record<string, string> => ({
  Accept: 'application/json, application/problem+json',
  ...(options.body !== undefined && { 'Content-Type': 'application/json' }),
  ...options.headers,
})

async function send(method: string, path: string, options: CallOptions): Promise<RawAnswer> {
  const response = await fetch(API_BASE + path, {
    method,
    headers: requestHeaders(options),
    credentials: 'include',
    ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
    ...(options.signal && { signal: options.signal }),
  })
  return {
    status: response.status,
    text: await response.text(),
    header: (name) => response.headers.get(name),
  }
}

/** fetch cannot report upload progress in every browser that people hold; XMLHttpRequest can. */
function sendWithProgress(method: string, path: string, options: CallOptions): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, API_BASE + path)
    request.withCredentials = true
    for (const [name, value] of Object.entries(requestHeaders(options))) request.setRequestHeader(name, value)
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) options.onProgress?.(event.loaded / event.total)
    }
    request.onload = () =>
      resolve({
        status: request.status,
        text: request.responseText,
        header: (name) => request.getResponseHeader(name),
      })
    request.onerror = () => reject(new TypeError('network'))
    request.onabort = () => reject(new DOMException('aborted', 'AbortError'))
    options.signal?.addEventListener('abort', () => request.abort())
    request.send(options.body === undefined ? null : JSON.stringify(options.body))
  })
}

function asProblem(body: unknown, status: number): ProblemDetails {
  const isProblem =
    typeof body === 'object' && body !== null && 'detail' in body && typeof body.detail === 'string'
  return isProblem ? (body as ProblemDetails) : { ...NO_ANSWER, status }
}

const part = encodeURIComponent

const queryString = (query: PageQuery): string => {
  const search = new URLSearchParams()
  if (query.q) search.set('q', query.q)
  if (query.limit) search.set('limit', String(query.limit))
  if (query.page && query.page > 1) search.set('page', String(query.page))
  return search.size > 0 ? `?${search}` : ''
}

/** Lists come as `{data: [...]}`, that of news as a bare array (specification §7). */
const items = (body: unknown): AnyEntity[] =>
  Array.isArray(body) ? body : (body as { data: AnyEntity[] }).data

export interface Sending {
  /** Sent as Idempotency-Key: a repeated send after a lost answer makes no second item. */
  key?: string
  /** Sent as If-Match: refused with 412 when somebody else saved in between. */
  etag?: string | null
  onProgress?: (sent: number) => void
  signal?: AbortSignal
}

const sendingOptions = ({ key, etag, onProgress, signal }: Sending): CallOptions => ({
  headers: { ...(key && { 'Idempotency-Key': key }), ...(etag && { 'If-Match': etag }) },
  ...(onProgress && { onProgress }),
  ...(signal && { signal }),
})

export const api = {
  async list(resource: ResourceName, query: PageQuery = {}): Promise<Answer<AnyEntity[]>> {
    const answer = await call<unknown>('GET', `/${resource}${queryString(query)}`)
    return answer.ok ? { ...answer, value: items(answer.value) } : answer
  },
  one: (resource: ResourceName, id: string) => call<AnyEntity>('GET', `/${resource}/${part(id)}`),
  newsByTitle: (title: string) => call<EntityOf<'news'>>('GET', `/news/title/${part(title)}`),
  create: (resource: ResourceName, body: unknown, sending: Sending = {}) =>
    call<AnyEntity>('POST', `/${resource}`, { body, ...sendingOptions(sending) }),
  update: (resource: ResourceName, id: string, body: unknown, sending: Sending = {}) =>
    call<AnyEntity>('PUT', `/${resource}/${part(id)}`, { body, ...sendingOptions(sending) }),
  remove: (resource: ResourceName, id: string) => call<null>('DELETE', `/${resource}/${part(id)}`),
  /** A picture for the inside of a rich text: a data URL in, its place under /media out. */
  addMedia: (image: string, sending: Sending = {}) =>
    call<Picture>('POST', '/media', { body: { image }, ...sendingOptions(sending) }),

  login: (credentials: Credentials) => call<User>('POST', '/auth/login', { body: credentials }),
  logout: () => call<null>('POST', '/auth/logout', { body: {} }),
  /** Uses a one-time link: 'sign-in' opens a session, 'confirm' confirms an address. */
  openLink: (token: string) => call<User | null>('POST', '/auth/link', { body: { token } }),
  /** Uses the one-time link that lets its holder claim a club without administrators; opens a session. */
  claim: (token: string, credentials: Credentials) =>
    call<User>('POST', '/auth/claim', { body: { token, ...credentials } }),
  register: (credentials: Credentials) =>
    call<User | { email: string; status: 'pending' }>('POST', '/admin', { body: credentials }),
  users: () => call<User[]>('GET', '/admin'),
  user: (id: string) => call<User>('GET', `/admin/${part(id)}`),
  updateUser: (
    id: string,
    body: { email?: string; password?: string; currentPassword?: string; status?: 'active' },
  ) => call<User>('PUT', `/admin/${part(id)}`, { body }),
  removeUser: (id: string) => call<null>('DELETE', `/admin/${part(id)}`),

  sendMail: (message: ContactMessage) => call<{ _id: string }>('POST', '/mail/sendMail', { body: message }),
}

/** What local storage keeps of a user. */
export const toStoredUser = ({ _id, id, email }: User): StoredUser => ({ _id, id, email })

/** Reads pages' data from the API, for navigations inside the browser. Throws a Response on failure, as loaders do. */
export const apiReader: Reader = {
  async list(resource, query) {
    const answer = await api.list(resource, query)
    if (!answer.ok) throw asResponse(answer.problem)
    return { items: answer.value as never, total: answer.total }
  },
  async one(resource, id) {
    const answer = await api.one(resource, id)
    if (answer.ok) return answer.value as never
    if (answer.problem.status === 404) return null
    throw asResponse(answer.problem)
  },
  async newsByTitle(title) {
    const answer = await api.newsByTitle(title)
    if (answer.ok) return answer.value
    if (answer.problem.status === 404) return null
    throw asResponse(answer.problem)
  },
  expiresIn() {
    // The API's answers carry their own freshness.
  },
}

const asResponse = (problem: ProblemDetails): Response =>
  new Response(problem.detail, { status: problem.status || 503, statusText: problem.title })
