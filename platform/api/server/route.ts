/** How a route of the API is declared, and how it runs: authorise, parse, handle. The routes are in `*-routes.ts`. */
import { hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { z } from 'zod'
import { needsSession, type Permission, refusalOf, type SessionPermission } from '../../auth/policy.ts'
import type { SessionUser } from '../../auth/server/sessions.ts'
import { matchesEtag } from '../../cache/encoding.ts'
import { parse } from '../../content/shared/content-schemas.ts'
import { bodyProblem, withJson } from '../../http/body.ts'
import { problemResponse } from '../../http/problem-response.ts'
import { ANONYMOUS_BODY_MAX_BYTES, BODY_MAX_BYTES } from '../../shared/limits.ts'
import type { Outcome } from '../shared/outcome.ts'
import type { ProblemId } from '../shared/problems.ts'

/** The sender of a request, read from the connection and the cookie. */
export interface Caller {
  user: SessionUser | null
  /** The session cookie's token, also when its session has ended. */
  token: string | null
  /** Another cookie of this application; null when the request has none of that name. */
  cookie: (name: string) => string | null
  address: string
  https: boolean
  /** The browser's User-Agent; null when it sends none. */
  userAgent: string | null
  /** REQUIRE_2FA is set, and this user has not set up a second factor yet. */
  owesSecondFactor: boolean
}

type SignedInCaller = Caller & { user: SessionUser }

/** A request before its route has parsed it. */
interface IncomingRequest {
  request: Request
  url: URL
  params: Record<string, string>
  caller: Caller
}

/** A request after its route has parsed it: the argument of `handle`. */
export interface RouteContext {
  request: Request
  url: URL
  params: unknown
  query: unknown
  body: unknown
  caller: Caller
  /** SHA-256 of the body's bytes. */
  fingerprint: string
  /** The body's stream, where node:http has it, for routes with `streamed`. */
  arriving: Readable | undefined
}

interface Answer {
  description: string
  schema?: z.ZodType
  contentType?: string
}

/** A row of the API table, without the types of its messages. */
export interface Route {
  /** The operationId in the OpenAPI document: generated clients name the call after it. */
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Under the API base; `:name` for parameters. */
  path: string
  access: Permission
  summary: string
  tag: string
  /** Parameters of the path that are not just any text. Others are refused as `not-found`. */
  params?: z.ZodObject | undefined
  query?: z.ZodObject | undefined
  /** A JSON object. The runner parses it. */
  body?: z.ZodType | undefined
  /** A JSON object with this schema. `handle` gets it unparsed: a service validates it after another step. */
  unparsedBody?: z.ZodType | undefined
  /** Limit of the JSON body, bytes. The default depends on the permission. */
  maxBytes?: number
  /** Also accepts a JSON body as text/plain, the only type that a beacon can send. */
  bodyAsText?: true
  /** A body that is not JSON: `handle` reads it. */
  streamed?: { contentType: string; description: string }
  headers?: ('If-Match' | 'If-None-Match' | 'Idempotency-Key')[]
  /** The answer to a session differs from the answer to visitors. */
  knowsSession?: true
  /** For programs that send METRICS_TOKEN instead of a session. `handle` compares the token. */
  byToken?: true
  responses: Record<number, Answer>
  problems: readonly ProblemId[]
  handle(context: RouteContext): Promise<Response>
}

type ParamName<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamName<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

type Output<S> = S extends z.ZodType ? z.output<S> : unknown

/** Parameters of a path. A schema narrows some of them. */
export type PathParams<Path extends string, Params> = Record<ParamName<Path>, string> & Output<Params>

/** A route with the types of its messages. `handle` and the browser's client (platform/api/client/api.ts) use them. */
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
      /** The policy grants a SessionPermission only to principals with a user. */
      caller: Access extends SessionPermission ? SignedInCaller : Caller
    },
  ): Promise<Response>
}

/** Declares a route. The function only infers the types. */
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
  route: TypedRoute<Method, Path, Access, Params, Query, Body, UnparsedBody, StreamedType, Responses>,
) => route

/**
 * Runs a route. A request is refused for its sender, its path, its query and its body, in this order.
 * @param arriving the request's body, where node:http has it
 */
export async function run(route: Route, incoming: IncomingRequest, arriving?: Readable): Promise<Response> {
  const { request, url, params, caller } = incoming
  const refusal = refusalOf(caller, route.access, params)
  if (refusal) return problemResponse(refusal)
  // No stored text contains a NUL, and PostgreSQL refuses it in a query.
  if (Object.values(params).some((value) => value.includes('\0'))) return problemResponse('not-found')
  const narrowed = route.params?.safeParse(params)
  if (narrowed?.success === false) return problemResponse('not-found')
  const query = route.query && parse(route.query, Object.fromEntries(url.searchParams))
  if (query?.ok === false) return problemResponse('invalid-query', { errors: query.problem.errors })

  const context = {
    request,
    url,
    params: { ...params, ...narrowed?.data },
    query: query?.value,
    caller,
    arriving,
  }
  const schema = route.body ?? route.unparsedBody
  if (!schema) return route.handle({ ...context, body: undefined, fingerprint: '' })
  const limits = {
    maxBytes: maxBytesOf(route),
    visitor: caller.user ? null : caller.address,
    ...(route.bodyAsText && { asText: true as const }),
  }
  return withJson(
    request,
    limits,
    async (sent) => {
      if (!sent.ok) return bodyProblem(sent.problem)
      const { value, fingerprint } = sent
      if (!route.body) return route.handle({ ...context, body: value, fingerprint })
      const body = parse(route.body, value)
      return body.ok
        ? route.handle({ ...context, body: body.value, fingerprint })
        : problemResponse(body.problem.id, { errors: body.problem.errors })
    },
    arriving,
  )
}

export const maxBytesOf = ({ access, maxBytes }: Route): number =>
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

/** An entity and its ETag; 304 when the client has it already. */
export function entityResponse(
  request: Request,
  entity: unknown,
  etag: string,
  cacheControl = 'no-cache',
): Response {
  const headers = { ETag: etag, 'Cache-Control': cacheControl }
  if (matchesEtag(request.headers.get('If-None-Match'), etag))
    return new Response(null, { status: 304, headers })
  return json(entity, { headers })
}

/** The audience of an answer that shows hidden items to administrators, and which caches may keep it. */
export const audienceOf = (caller: Caller) =>
  refusalOf(caller, 'content.read-hidden') === null
    ? ({ audience: 'administrators', cacheControl: 'private, no-store' } as const)
    : ({ audience: 'visitors', cacheControl: 'no-cache' } as const)

/** ETag of an answer to visitors. It begins with the edit counter, but the answer can also change without an edit. */
export const etagOfAnswer = ({ entity, version }: { entity: unknown; version: number }): string =>
  `"${version}-${hash('sha256', JSON.stringify(entity), 'base64url').slice(0, 16)}"`

/** An administrator's ETag of an entity is its edit counter. */
export const etagOf = (version: number): string => `"${version}"`

/** The edit counters of an If-Match. null accepts any version. A leading W/ is ignored, because proxies add it. */
export function expectedVersions(ifMatch: string | null): number[] | null {
  if (ifMatch === null || ifMatch.trim() === '*') return null
  return ifMatch.split(',').map((tag) => Number(/^(?:W\/)?"(\d+)(?:-[\w-]+)?"$/.exec(tag.trim())?.[1] ?? -1))
}

/** Answers a failed outcome with its problem, and a successful one with `present`. */
export const answerOutcome = <T>(outcome: Outcome<T>, present: (value: T) => Response): Response =>
  outcome.ok ? present(outcome.value) : problemResponse(outcome.problem, outcome.extras)

/** Problems that many routes share. */
export const readProblems: ProblemId[] = [
  'foreign-origin',
  'json-needed',
  'invalid-json',
  'too-large',
  'too-slow',
]
export const writeProblems: ProblemId[] = ['sign-in-needed', ...readProblems]
export const bodyProblems: ProblemId[] = ['missing-fields', 'invalid-fields']
