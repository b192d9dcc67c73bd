/** How one route of the API runs: who asks → may they → read the body → do it → answer. The routes are in routes/. */
import { hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { z } from 'zod'
import { type PublicPermission, refusalOf, type SessionPermission } from '../../auth/policy.ts'
import type { SessionUser } from '../../auth/server/sessions.ts'
import { matchesEtag } from '../../cache/encoding.ts'
import { parse } from '../../content/shared/content-schemas.ts'
import { bodyProblem, type JsonBody, withJson } from '../../http/body.ts'
import { problemResponse } from '../../http/problem-response.ts'
import type { Outcome } from '../shared/outcome.ts'
import type { ProblemId } from '../shared/problems.ts'

/** Who asks, read from the connection and the cookie before anything is done. */
export interface Caller {
  user: SessionUser | null
  /** The session cookie's token, whether or not its session still lives. */
  token: string | null
  /** Another cookie of ours; null: the request brings none of that name. */
  cookie: (name: string) => string | null
  address: string
  https: boolean
  /** How the browser names itself; null when it does not. */
  userAgent: string | null
  /** REQUIRE_2FA, and this user has none yet: they may set one up, and nothing else. */
  owesSecondFactor: boolean
}

export interface RouteContext {
  request: Request
  url: URL
  params: Record<string, string>
  caller: Caller
  /** The parsed JSON object, for routes that declare a body. */
  body: Record<string, unknown>
  /** SHA-256 of the body's bytes. */
  fingerprint: string
  /** The body as it arrives, where node:http has it, for routes that read it themselves. */
  arriving: Readable | undefined
}

export interface Administrator extends RouteContext {
  caller: Caller & { user: SessionUser }
}

interface Answer {
  description: string
  schema?: z.ZodType
  contentType?: string
}

interface RouteBase {
  /** Its operationId: what a generated client calls it. */
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Under the API base; `:name` for parameters. */
  path: string
  summary: string
  tag: string
  /** `asText`: it may call itself text/plain, which is all that a beacon can. */
  body?: { schema: z.ZodType; maxBytes: number; asText?: true }
  /** A body that is no JSON: `handle` reads it. */
  streamed?: { contentType: string; description: string }
  query?: z.ZodObject
  headers?: ('If-Match' | 'If-None-Match' | 'Idempotency-Key')[]
  /** Answers an administrator's session otherwise than anybody. */
  knowsSession?: true
  /** For programs: not by a session, but by the token that METRICS_TOKEN names. `handle` asks for it. */
  byToken?: true
  responses: Record<number, Answer>
  problems: ProblemId[]
}

/** A row of the API table. Its permission decides whether `handle` can rely on a signed-in user. */
export type Route = RouteBase &
  (
    | { access: PublicPermission; handle(context: RouteContext): Promise<Response> }
    | { access: SessionPermission; handle(context: Administrator): Promise<Response> }
  )

/**
 * Runs a route for a caller who is known already.
 * @param arriving the request's body, where node:http has it
 */
export async function run(
  route: Route,
  context: Omit<RouteContext, 'body' | 'fingerprint' | 'arriving'>,
  arriving?: Readable,
): Promise<Response> {
  const refusal = refusalOf(context.caller, route.access, context.params)
  if (refusal) return problemResponse(refusal)
  // No stored text holds one, and PostgreSQL takes none in a question.
  if (Object.values(context.params).some((value) => value.includes('\0'))) return problemResponse('not-found')
  const handle = (body: Record<string, unknown>, fingerprint: string) =>
    // The policy grants a SessionPermission only to principals with a user.
    (route.handle as (context: RouteContext) => Promise<Response>)({
      ...context,
      body,
      fingerprint,
      arriving,
    })
  if (!route.body) return handle({}, '')
  const work = async (body: JsonBody) =>
    body.ok ? handle(body.value, body.fingerprint) : bodyProblem(body.problem)
  const visitor = context.caller.user ? null : context.caller.address
  const { maxBytes, asText } = route.body
  const limits = { maxBytes, visitor, ...(asText && { asText }) }
  return withJson(context.request, limits, work, arriving)
}

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

/** What visitors see may change without an edit: their ETag tells that from the edit counter, which it begins with. */
export const shownEtag = ({ entity, version }: { entity: unknown; version: number }): string =>
  `"${version}-${hash('sha256', JSON.stringify(entity), 'base64url').slice(0, 16)}"`

/** An administrator's ETag of an entity is its edit counter. */
export const etagOf = (version: number): string => `"${version}"`

/** The edit counters of an If-Match, or null: anything goes. A leading W/ is ignored, since proxies add it. */
export function expectedVersions(ifMatch: string | null): number[] | null {
  if (ifMatch === null || ifMatch.trim() === '*') return null
  return ifMatch.split(',').map((tag) => Number(/^(?:W\/)?"(\d+)(?:-[\w-]+)?"$/.exec(tag.trim())?.[1] ?? -1))
}

/** A failure of the outcome becomes its problem; its value goes to `present`. */
export const answerOutcome = <T>(outcome: Outcome<T>, present: (value: T) => Response): Response =>
  outcome.ok ? present(outcome.value) : problemResponse(outcome.problem, outcome.extras)

/** What passes the schema goes to `handle`; what does not is refused, field by field. */
export async function withValidBody<S extends z.ZodType>(
  schema: S,
  body: unknown,
  handle: (sent: z.output<S>) => Promise<Response>,
): Promise<Response> {
  const parsed = parse(schema, body)
  return parsed.ok
    ? handle(parsed.value)
    : problemResponse(parsed.problem.id, { errors: parsed.problem.errors })
}

/** What is asked for in the address goes to `handle`, when it passes the schema. */
export async function withValidQuery<S extends z.ZodType>(
  schema: S,
  url: URL,
  handle: (query: z.output<S>) => Promise<Response>,
): Promise<Response> {
  const parsed = parse(schema, Object.fromEntries(url.searchParams))
  return parsed.ok
    ? handle(parsed.value)
    : problemResponse('invalid-query', { errors: parsed.problem.errors })
}

/** Problems that routes of a kind share, for their rows. */
export const readProblems: ProblemId[] = [
  'foreign-origin',
  'json-needed',
  'invalid-json',
  'too-large',
  'too-slow',
]
export const writeProblems: ProblemId[] = ['sign-in-needed', ...readProblems]
export const bodyProblems: ProblemId[] = ['missing-fields', 'invalid-fields']
