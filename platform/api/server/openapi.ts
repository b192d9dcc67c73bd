/** Creates the OpenAPI 3.1 document from the API table and from the schemas that validate requests. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import { isOpenBeforeSecondFactor, needsSession } from '../../auth/shared/policy.ts'
import { problem } from '../shared/problem-details.ts'
import { type ProblemId, problems, problemType } from '../shared/problems.ts'
import { getMaxBytes, type RequestHeader, type ResponseHeader, type Route } from './route.ts'

type Schema = Record<string, unknown>

/** Converts one value of zod's JSON Schema to OpenAPI. */
const asComponent = (key: string, value: unknown): unknown => {
  if (key === '$ref') return (value as string).replace('#/$defs/', '#/components/schemas/')
  // Answers may get new fields, which must not break clients. So the document does not forbid additional properties.
  return key === 'additionalProperties' && value === false ? undefined : value
}

/**
 * A field that may be left out has `null` as its default (columnSchema). Generators take a field with a default for one that
 * is always sent, so the document has no such default.
 */
const leaveOutNull = ({ jsonSchema }: { jsonSchema: { default?: unknown } }): void => {
  if (jsonSchema.default === null) delete jsonSchema.default
}

/** Converts schemas to JSON Schema 2020-12, which OpenAPI 3.1 uses. Named schemas go to `components`. */
function createTranslator(components: Record<string, Schema>) {
  return (schema: z.ZodType, io: 'input' | 'output'): Schema => {
    // The schema is put into an array, because zod replaces a named schema by a reference only inside another schema.
    const written = z.toJSONSchema(z.array(schema), { io, unrepresentable: 'any', override: leaveOutNull })
    const { items, $defs = {} } = JSON.parse(JSON.stringify(written), asComponent)
    for (const [name, { id, ...component }] of Object.entries<Schema>($defs)) components[name] = component
    return items
  }
}

const headerTexts = {
  'If-Match': 'El ETag que se leyó: 412 si otra persona guardó en el medio.',
  'If-None-Match':
    'Un ETag, o * para cualquiera: 304 si nada cambió y se está leyendo, 412 si se está guardando.',
  'Idempotency-Key': 'Una clave propia del pedido: repetirlo no crea otro.',
} as const

const responseHeaders: Record<ResponseHeader, Schema> = {
  ETag: {
    description: 'La versión, para If-Match y If-None-Match.',
    schema: { type: 'string' },
  },
  Link: {
    description: 'Otras páginas de la lista (RFC 8288): first, prev, next y last.',
    schema: { type: 'string' },
  },
  Location: {
    description: 'La dirección de lo creado, o la nueva.',
    schema: { type: 'string', format: 'uri-reference' },
  },
  'Retry-After': { description: 'Segundos hasta probar de nuevo.', schema: { type: 'integer', minimum: 1 } },
  'WWW-Authenticate': {
    description: 'Cookie: hace falta una sesión. Bearer: hace falta METRICS_TOKEN.',
    schema: { type: 'string' },
  },
  'X-Total-Count': {
    description: 'Cuántos hay en todas las páginas.',
    schema: { type: 'integer', minimum: 0 },
  },
}

/** @returns references to the components, for one response */
const describeHeaders = (names: readonly ResponseHeader[]) =>
  names.length > 0 && {
    headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
  }

const bytesInWords = (bytes: number): string =>
  bytes < 1_000_000 ? `${bytes / 1_000} kB` : `${bytes / 1_000_000} MB`

type Translate = ReturnType<typeof createTranslator>

function operation(route: Route, translate: Translate): Schema {
  const params = translateShape(route.params, translate)
  const pathParameters = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: params.properties[name] ?? { type: 'string' },
  }))
  const query = translateShape(route.query, translate)
  const queryParameters = Object.entries(query.properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: query.required.includes(name),
    schema,
  }))
  const headers = listRequestHeaders(route).map((name) => ({
    name,
    in: 'header',
    required: false,
    description: headerTexts[name],
    schema: { type: 'string' },
  }))
  const body = route.body ?? route.unparsedBody
  return {
    operationId: route.id,
    summary: route.summary,
    description: describeAccess(route),
    tags: [route.tag],
    security: listCredentials(route),
    parameters: [...pathParameters, ...queryParameters, ...headers],
    ...(body && {
      requestBody: {
        required: true,
        description: `Hasta ${bytesInWords(getMaxBytes(route))}.`,
        content: {
          'application/json': { schema: translate(body, 'input') },
          ...(route.bodyAsText && { 'text/plain': { schema: JSON_TEXT } }),
        },
      },
    }),
    ...(route.streamed && {
      requestBody: {
        required: true,
        description: route.streamed.description,
        content: { [route.streamed.contentType]: { schema: { type: 'string', format: 'binary' } } },
      },
    }),
    responses: {
      ...mergeAnswers(answers(route, translate), describeProblems(route, translate)),
      default: { $ref: '#/components/responses/Failure' },
    },
  }
}

const JSON_TEXT = {
  type: 'string',
  contentMediaType: 'application/json',
  description: 'El mismo JSON, para navigator.sendBeacon.',
}

/** Converts the schema of a query or of path parameters. */
function translateShape(schema: z.ZodObject | undefined, translate: Translate) {
  const { properties = {}, required = [] } = schema ? translate(schema, 'input') : {}
  return { properties: properties as Record<string, Schema>, required: required as string[] }
}

function describeAccess(route: Route): string {
  if (route.byToken) return 'Para programas con METRICS_TOKEN.'
  if (needsSession(route.access)) return 'Para administradores, con su sesión.'
  return route.knowsSession ? 'Para cualquiera. Con una sesión responde más.' : 'Para cualquiera.'
}

/** Lists alternative credentials. `{}` stands for a request without any. An empty list means that the route is public. */
function listCredentials(route: Route): Schema[] {
  if (route.byToken) return [{ metricsToken: [] }]
  if (needsSession(route.access)) return [{ session: [] }]
  return route.knowsSession ? [{}, { session: [] }] : []
}

function answers(route: Route, translate: Translate): Record<string, Schema> {
  const described = Object.entries(route.responses).map(
    ([status, { description, schema, contentType, headers = [] }]): [string, Schema] => [
      status,
      {
        description,
        ...describeHeaders([...headers, ...(hasEtag(route, status, schema) ? (['ETag'] as const) : [])]),
        ...describeContent(schema && translate(schema, 'output'), contentType),
      },
    ],
  )
  const found = Object.fromEntries(described)
  if (route.method !== 'GET' || !route.headers?.includes('If-None-Match')) return found
  return { ...found, 304: { description: 'Nada cambió desde ese ETag.', headers: found[200]?.headers } }
}

/** True for an answer whose version a request can name. */
const hasEtag = ({ method, headers = [] }: Route, status: string, schema: z.ZodType | undefined): boolean =>
  method === 'GET'
    ? headers.includes('If-None-Match') && status === '200'
    : headers.includes('If-Match') && schema !== undefined

/** An answer without schema and type has no body. A text needs no schema. */
const describeContent = (schema: Schema | undefined, contentType = schema && 'application/json') =>
  contentType !== undefined && { content: { [contentType]: { schema: schema ?? { type: 'string' } } } }

/** A route with one of the two headers for versions evaluates both. */
function listRequestHeaders({ headers = [] }: Route): RequestHeader[] {
  const preconditions = ['If-Match', 'If-None-Match'] as const
  return preconditions.some((name) => headers.includes(name))
    ? [...new Set([...preconditions, ...headers])]
    : headers
}

/** Returns the refusals of a route: those of its `handle`, and those that follow from its declaration. */
export const listProblems = (route: Route): ProblemId[] => [
  ...new Set([...(route.problems ?? []), ...listCommonProblems(route)]),
]

function listCommonProblems(route: Route): ProblemId[] {
  const { access, method, query, body, unparsedBody, bound = 'memory' } = route
  const headers = listRequestHeaders(route)
  const isSignedIn = needsSession(access)
  return [
    ...when(isSignedIn, 'sign-in-needed'),
    ...when(method !== 'GET', 'foreign-origin'),
    ...when(isSignedIn && !isOpenBeforeSecondFactor(access), 'second-factor-needed'),
    ...when(body ?? unparsedBody, 'json-needed', 'invalid-json', 'too-large', 'too-slow'),
    ...when(query, 'invalid-query'),
    ...when(method !== 'GET' && headers.includes('If-Match'), 'edited-meanwhile'),
    ...when(headers.includes('If-None-Match'), 'precondition-failed'),
    ...when(headers.includes('Idempotency-Key'), 'key-reused'),
    // The gate refuses work without a session.
    ...when(bound !== 'memory', 'too-many-attempts', 'unavailable'),
  ]
}

const when = (condition: unknown, ...ids: ProblemId[]): ProblemId[] => (condition ? ids : [])

/** Joins answers of one status, which may be a problem or not. */
function mergeAnswers(own: Record<string, Schema>, refusals: Record<string, Schema>): Record<string, Schema> {
  const merged = { ...own }
  for (const [status, refusal] of Object.entries(refusals)) {
    const answer = own[status]
    merged[status] = answer
      ? {
          ...refusal,
          description: `${answer.description}\n\n${refusal.description}`,
          content: { ...(answer.content as object), ...(refusal.content as object) },
        }
      : refusal
  }
  return merged
}

const problemHeaders: Readonly<Record<number, readonly ResponseHeader[]>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}

/** Describes one response for each status, with the ids of its problems. */
function describeProblems(route: Route, translate: Translate) {
  const byStatus = Map.groupBy(listProblems(route), (id) => problems[id].status)
  return Object.fromEntries(
    [...byStatus].map(([status, ids]) => [
      status,
      {
        description: ids.map((id) => `${problemType(id)}: ${problems[id].detail}`).join('\n\n'),
        ...describeHeaders(problemHeaders[status] ?? []),
        ...describeContent(translate(problem, 'output'), 'application/problem+json'),
      },
    ]),
  )
}

/** Describes one route. @returns the operation, and the named schemas to which it refers */
export function describeRoute(route: Route): { operation: Schema; schemas: Record<string, Schema> } {
  const schemas: Record<string, Schema> = {}
  return { operation: operation(route, createTranslator(schemas)), schemas }
}

interface Club {
  /** Name of the club. */
  name: string
  basePath: string
  /** Name of the session cookie. */
  cookie: string
}

/** Creates the document. It takes 300 ms, so other requests are answered between two routes. */
export async function createOpenApi(routes: Route[], { name, basePath, cookie }: Club): Promise<Schema> {
  const components: Record<string, Schema> = {}
  const translate = createTranslator(components)
  const paths: Record<string, Record<string, Schema>> = {}
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    paths[path][route.method.toLowerCase()] = operation(route, translate)
    await nextTurn()
  }
  const failure = {
    description: 'Una falla que cualquier pedido puede tener, como 500 o 503.',
    ...describeHeaders(['Retry-After']),
    ...describeContent(translate(problem, 'output'), 'application/problem+json'),
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `API de ${name}`,
      version: '1',
      description:
        'JSON de ida y de vuelta. Los errores son problem details (RFC 9457), con un detail listo para mostrar.',
      contact: { name },
    },
    servers: [{ url: basePath }],
    tags: [...new Set(routes.map(({ tag }) => tag))].map((tag) => ({ name: tag })),
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1))),
      headers: responseHeaders,
      responses: { Failure: failure },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: cookie },
        metricsToken: { type: 'http', scheme: 'bearer', description: 'METRICS_TOKEN' },
      },
    },
  }
}
