/** Declares and runs routes of the API: authorise, parse, handle. The routes are listed in the API table. */

import { hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { z } from 'zod'
import {
  getRefusal,
  needsSession,
  type Permission,
  type PublicPermission,
  permissions,
} from '../../auth/shared/policy.ts'
import { evaluate, readPrecondition } from '../../cache/preconditions.ts'
import { parse } from '../../content/shared/content-schemas.ts'
import type { KeyedRequest } from '../../db/idempotency.ts'
import type { SessionUser } from '../../db/tables.ts'
import { bodyProblem, withJson } from '../../http/body.ts'
import { problemResponse } from '../../http/problem-response.ts'
import type { Sender, WorkGate } from '../../http/work-gate.ts'
import { ANONYMOUS_BODY_MAX_BYTES, BODY_MAX_BYTES } from '../../shared/limits.ts'
import { anyVersion, type Outcome, type Precondition, type Versioned } from '../shared/outcome.ts'
import type { ProblemId } from '../shared/problems.ts'
import type { Work } from '../shared/work.ts'

/** The sender of a request, as read from the connection and the cookie. */
export interface Caller {
  user: SessionUser | null
  /** Token of the session cookie, also when its session has ended. null without a cookie */
  token: string | null
  /**
   * Returns another cookie of this application. null when the request has none of that name
   * @param path with which the cookie was set. The default is `/`
   */
  cookie: (name: string, path?: string) => string | null
  address: string
  https: boolean
  /** User-Agent of the browser. null when it sends none */
  userAgent: string | null
  /** True when REQUIRE_2FA is set and this user has not set up a second factor. */
  owesSecondFactor: boolean
}

type SignedInCaller = Caller & { user: SessionUser }

/** A request before its route has parsed it. */
interface IncomingRequest {
  request: Request
  url: URL
  params: Record<string, string>
  caller: Caller
  gate: WorkGate
  /** The sender for the gate. */
  sender: Sender
}

/** A request after its route has parsed it. It is the argument of `handle`. */
export interface RouteContext {
  request: Request
  url: URL
  params: unknown
  query: unknown
  body: unknown
  caller: Caller
  /** SHA-256 of the body's bytes, which identifies a repeated request. */
  fingerprint: string
  /** The body as a stream of node:http, for routes with `streamed`. */
  arriving: Readable | undefined
  /** Checks If-Match and If-None-Match of a write. Only routes that declare If-Match have them checked. */
  precondition: Precondition
  /**
   * Passes work through the gate, unless the sender has a session. For routes with the bound `cached`.
   * @throws WorkRefused
   */
  admit: Admit
}

type Admit = <T>(kind: Work, work: () => Promise<T>) => Promise<T>

/**
 * How the work of a request without a session is bounded. `memory`: it needs no query, so it has no limit. `cached`: the
 * cache answers, and `handle` passes only the creation of an answer through the gate. Otherwise `handle` passes the gate as
 * work of this kind.
 */
type Bound = 'memory' | 'cached' | Work

/** Headers of answers that the OpenAPI document names. openapi.ts adds those that follow from the declaration. */
export type ResponseHeader =
  | 'ETag'
  | 'Link'
  | 'Location'
  | 'Retry-After'
  | 'WWW-Authenticate'
  | 'X-Total-Count'

interface Answer {
  description: string
  headers?: readonly ResponseHeader[]
  schema?: z.ZodType
  contentType?: string
}

export type RequestHeader = 'If-Match' | 'If-None-Match' | 'Idempotency-Key'

/** A route in the API table, without the types of its messages. */
export interface Route {
  /** Its operationId in the OpenAPI document. Generated clients name the call after it, so it must not change. */
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path below the base path of the API, with `:name` for parameters. */
  path: string
  access: Permission
  /** Required for a route that visitors may call. */
  bound?: Bound
  /** True for a sender whom the gate never refuses, apart from administrators. Called before a refusal. */
  isKnown?(caller: Caller, body: unknown): Promise<boolean>
  summary: string
  tag: string
  /** Schemas of path parameters that do not accept any text. Other values are refused as `not-found`. */
  params?: z.ZodObject | undefined
  query?: z.ZodObject | undefined
  /** Schema of the JSON body, which `run` parses. */
  body?: z.ZodType | undefined
  /**
   * Schema of a JSON body that `handle` receives unparsed. A service validates the body later, for example after a lookup
   * in the database.
   */
  unparsedBody?: z.ZodType | undefined
  /** Upper limit of the JSON body. The default depends on the permission. Bytes */
  maxBytes?: number
  /** True: the JSON body may be sent as text/plain, the only type that a beacon can send. */
  bodyAsText?: true
  /** Describes a body that is not JSON. `handle` reads it. */
  streamed?: { contentType: string; description: string }
  headers?: RequestHeader[]
  /** True: the answer differs when the sender has a session. */
  knowsSession?: true
  /** True: programs call the route with METRICS_TOKEN instead of a session. `handle` compares the token. */
  byToken?: true
  responses: Record<number, Answer>
  /** Refusals of `handle`, and of a body's schema. The others follow from the declaration (openapi.ts). */
  problems?: readonly ProblemId[]
  handle(context: RouteContext): Promise<Response>
}

type ParamName<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamName<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

type Output<S> = S extends z.ZodType ? z.output<S> : unknown

/** Types of a path's parameters. A schema can narrow them. */
export type PathParams<Path extends string, Params> = Record<ParamName<Path>, string> & Output<Params>

/** A route with the types of its messages, for `handle` and for the browser's client (platform/api/client/api.ts). */
export interface TypedRoute<
  Method extends Route['method'],
  Path extends string,
  Access extends Permission,
  Params extends z.ZodObject | undefined,
  Query extends z.ZodObject | undefined,
  Body extends z.ZodType | undefined,
  UnparsedBody extends z.ZodType | undefined,
  StreamedType extends string,
  Responses extends Record<number, Answer>,
> extends Route {
  method: Method
  path: Path
  access: Access
  params?: Params
  query?: Query
  body?: Body
  unparsedBody?: UnparsedBody
  streamed?: { contentType: StreamedType; description: string }
  responses: Responses
  handle(
    context: RouteContext & {
      params: PathParams<Path, Params>
      query: Output<Query>
      body: UnparsedBody extends z.ZodType ? Record<string, unknown> : Output<Body>
      /** A permission that visitors do not hold implies a signed-in user. */
      caller: Access extends PublicPermission ? Caller : SignedInCaller
    },
  ): Promise<Response>
}

/** Declares a route. The function returns its argument: it exists to infer the types. */
export const defineRoute = <
  Method extends Route['method'],
  const Path extends string,
  Access extends Permission,
  const Responses extends Record<number, Answer>,
  Params extends z.ZodObject | undefined = undefined,
  Query extends z.ZodObject | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
  UnparsedBody extends z.ZodType | undefined = undefined,
  StreamedType extends string = never,
>(
  route: TypedRoute<Method, Path, Access, Params, Query, Body, UnparsedBody, StreamedType, Responses> &
    (Access extends PublicPermission ? { bound: Bound } : unknown),
) => route

/**
 * Runs a route. A request is refused because of its sender, path, query or body, in this order.
 * @param arriving body of the request as a stream of node:http, if there is one
 */
export async function run(route: Route, incoming: IncomingRequest, arriving?: Readable): Promise<Response> {
  const { request, url, params, caller } = incoming
  const refusal = getRefusal(caller, route.access, params)
  if (refusal) return problemResponse(refusal)
  // No stored text contains a NUL, and PostgreSQL refuses queries with one.
  if (Object.values(params).some((value) => value.includes('\0'))) return problemResponse('not-found')
  const narrowed = route.params?.safeParse(params)
  if (narrowed?.success === false) return problemResponse('not-found')
  const query = route.query && parse(route.query, Object.fromEntries(url.searchParams))
  if (query?.ok === false) return problemResponse('invalid-query', { errors: query.problem.errors })

  const { gate, sender } = incoming
  const handle = (message: { body: unknown; fingerprint: string }) => {
    const isKnown = async () =>
      (await sender.isKnown?.()) === true || (await route.isKnown?.(caller, message.body)) === true
    const admit: Admit = (kind, work) => (caller.user ? work() : gate.run(kind, { ...sender, isKnown }, work))
    const context = {
      request,
      url,
      params: { ...params, ...narrowed?.data },
      query: query?.value,
      caller,
      arriving,
      precondition: route.headers?.includes('If-Match') ? readPrecondition(request) : anyVersion,
      admit,
      ...message,
    }
    const { bound = 'memory' } = route
    return bound === 'memory' || bound === 'cached'
      ? route.handle(context)
      : admit(bound, () => route.handle(context))
  }
  const schema = route.body ?? route.unparsedBody
  if (!schema) return handle({ body: undefined, fingerprint: '' })
  const limits = {
    maxBytes: getMaxBytes(route),
    visitor: caller.user ? null : caller.address,
    ...(route.bodyAsText && { asText: true as const }),
  }
  return withJson(
    request,
    limits,
    async (sent) => {
      if (!sent.ok) return bodyProblem(sent.problem)
      const { value, fingerprint } = sent
      if (!route.body) return handle({ body: value, fingerprint })
      const body = parse(route.body, value)
      return body.ok
        ? handle({ body: body.value, fingerprint })
        : problemResponse(body.problem.id, { errors: body.problem.errors })
    },
    arriving,
  )
}

export const getMaxBytes = ({ access, maxBytes }: Route): number =>
  maxBytes ?? (needsSession(access) ? BODY_MAX_BYTES : ANONYMOUS_BODY_MAX_BYTES)

export function json(
  value: unknown,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
) {
  const body = Buffer.from(JSON.stringify(value))
  return new Response(body, {
    status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': String(body.byteLength),
      'Cache-Control': 'no-store',
      ...headers,
    },
  })
}

export const noContent = (headers: Record<string, string> = {}) =>
  new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store', ...headers } })

/** Answers with an entity and its ETag, or as the preconditions of the request demand. */
export function respondWithEntity(
  request: Request,
  entity: unknown,
  etag: string,
  cacheControl = 'no-cache',
): Response {
  const headers = { ETag: etag, 'Cache-Control': cacheControl }
  const verdict = evaluate(request.method, request.headers, { etag })
  if (verdict === 'unchanged') return new Response(null, { status: 304, headers })
  return verdict === 'met' ? json(entity, { headers }) : problemResponse('precondition-failed')
}

/**
 * Returns the audience of an answer. The audience decides which caches may store the answer, because administrators also
 * see hidden items.
 */
export const getAudience = (caller: Caller) =>
  getRefusal(caller, permissions['content.read-hidden']) === null
    ? ({ audience: 'administrators', cacheControl: 'private, no-store' } as const)
    : ({ audience: 'visitors', cacheControl: 'no-cache' } as const)

/**
 * Returns the ETag of an answer to visitors. It begins with the edit counter, and contains a hash, because the answer can
 * also change without an edit.
 */
export const createAnswerEtag = ({ entity, version }: { entity: unknown; version: number }): string =>
  `"${version}-${hash('sha256', JSON.stringify(entity), 'base64url').slice(0, 16)}"`

/** Returns the ETag of an answer to administrators: the edit counter. */
export const createEtag = (version: number): string => `"${version}"`

/**
 * Identifies a request by its Idempotency-Key. null without one. The key's hash is stored, because it has a fixed size even
 * for a long header.
 */
export function identifyRequest({
  request,
  fingerprint,
  caller,
}: Pick<RouteContext, 'request' | 'fingerprint'> & { caller: SignedInCaller }): KeyedRequest | null {
  const key = request.headers.get('Idempotency-Key')
  return key ? { userId: caller.user.id, key: hash('sha256', key, 'hex'), fingerprint } : null
}

/** Answers a failed outcome with its problem, and a successful one with the response of `present`. */
export const respondWithOutcome = <T>(outcome: Outcome<T>, present: (value: T) => Response): Response =>
  outcome.ok ? present(outcome.value) : problemResponse(outcome.problem, outcome.extras)

/** Answers a write with the written entity and its ETag. */
export const respondWithEdit = (
  outcome: Outcome<Versioned<unknown>>,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Response =>
  respondWithOutcome(outcome, ({ entity, version }) =>
    json(entity, { status, headers: { ...headers, ETag: createEtag(version) } }),
  )

/** Refusals of a body by its schema. */
export const bodyProblems: ProblemId[] = ['missing-fields', 'invalid-fields']
