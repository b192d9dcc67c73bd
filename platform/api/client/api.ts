/**
 * The client of the API. Its types come from the routes that the server declares, so a call with a wrong path, query or
 * body does not compile. Only types are imported from the server, so neither its code nor zod reaches the browser.
 */
import type { z } from 'zod'
import type { FeatureRoute } from '../../../features/index.server.ts'
import type { PlatformRoute } from '../../app/table.ts'
import type { PathParams, TypedRoute } from '../server/route.ts'
import { type Answer, API_BASE, type CallOptions, call, type Sending } from './call.ts'

type ApiRoute = PlatformRoute | FeatureRoute
type Method = ApiRoute['method']
type PathOf<M extends Method> = Extract<ApiRoute, { method: M }>['path']

/** Finds the route with a method and a path. A route of several resources has a union as its path. */
type RouteAt<M extends Method, P extends string, R = ApiRoute> = R extends { method: M; path: infer Paths }
  ? P extends Paths
    ? R
    : never
  : never

/** Makes the property `Name` optional when all members of `T` are optional. */
type Option<Name extends string, T> = [T] extends [never]
  ? unknown
  : object extends T
    ? { [N in Name]?: T }
    : { [N in Name]: T }

type Input<S> = S extends z.ZodType ? z.input<S> : never

type Success = 200 | 201 | 202 | 204

type ValueOf<Responses> = {
  [Status in keyof Responses & Success]: Responses[Status] extends { schema: infer S extends z.ZodType }
    ? z.output<S>
    : Responses[Status] extends { contentType: string }
      ? string
      : null
}[keyof Responses & Success]

/** Requires `reads: 'text'` for answers that are not JSON. */
type Reading<Responses> = Responses extends { 200: { contentType: string } } ? { reads: 'text' } : unknown

/** The argument and result types of a call. A part that the route does not have is `never`. */
type CallOf<R> =
  R extends TypedRoute<
    infer _Method,
    infer Path,
    infer _Access,
    infer Params,
    infer Query,
    infer Body,
    infer UnparsedBody,
    infer StreamedType,
    infer Responses
  >
    ? {
        query: Input<Query>
        options: Sending &
          Option<'params', PathParams<Path, Params>> &
          Option<'query', Input<Query>> &
          Option<'body', Input<Body> | Input<UnparsedBody>> &
          ([StreamedType] extends [never] ? unknown : { body: Blob; contentType: StreamedType }) &
          Reading<Responses>
        value: ValueOf<Responses>
      }
    : never

type OptionsOf<M extends Method, P extends string> = CallOf<RouteAt<M, P>>['options']

type ApiCall<M extends Method> = <P extends PathOf<M>>(
  path: P,
  ...[options]: object extends OptionsOf<M, P> ? [options?: OptionsOf<M, P>] : [options: OptionsOf<M, P>]
) => Promise<Answer<CallOf<RouteAt<M, P>>['value']>>

/** The type of a GET route's query. */
export type QueryOf<P extends PathOf<'GET'>> = CallOf<RouteAt<'GET', P>>['query']

type AnyOptions = Sending & Pick<CallOptions, 'body' | 'reads'> & { contentType?: string }

interface Address {
  params?: Record<string, string> | undefined
  /** Values of the query. Undefined and empty values are left out. */
  query?: object | undefined
}

/** Fills in the parameters of a path and adds the query. @param pattern a path with `:name` for parameters */
function fillPath(pattern: string, { params = {}, query = {} }: Address): string {
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  )
  return pairs.length > 0 ? `${path}?${new URLSearchParams(pairs)}` : path
}

/** Returns the address of a GET route without parameters in its path, for links. */
export const getApiAddress = <P extends PathOf<'GET'>>(path: P, query: QueryOf<P>): string =>
  API_BASE + fillPath(path, { query })

export type SentOptions = CallOptions & Pick<Sending, 'onProgress'>

type SendCall = <T>(method: string, path: string, options: SentOptions) => Promise<Answer<T>>

export function createApi(send: SendCall) {
  const getCall =
    <M extends Method>(method: M): ApiCall<M> =>
    (path, ...[options = {}]) => {
      const { params, query, key, etag, contentType, ...rest } = options as Address & AnyOptions
      const headers = {
        ...(contentType && { 'Content-Type': contentType }),
        ...(key && { 'Idempotency-Key': key }),
        ...(etag && { 'If-Match': etag }),
      }
      return send(method, fillPath(path, { params, query }), { ...rest, headers })
    }
  return { get: getCall('GET'), post: getCall('POST'), put: getCall('PUT'), delete: getCall('DELETE') }
}

/** The client for calls without a session. The back office uses `adminApi` (platform/admin-layout/admin-api.ts). */
export const api = createApi(call)
