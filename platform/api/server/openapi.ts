/** Creates the OpenAPI 3.1 document from the API table and from the schemas that validate requests. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import { isOpenBeforeSecondFactor, needsSession } from '../../auth/shared/policy.ts'
import { problem } from '../shared/problem-details.ts'
import { type ProblemId, problems, problemType } from '../shared/problems.ts'
import { getMaxBytes, type Route } from './route.ts'

type Schema = Record<string, unknown>

/** Converts one value of zod's JSON Schema to OpenAPI. */
const asComponent = (key: string, value: unknown): unknown => {
  if (key === '$ref') return (value as string).replace('#/$defs/', '#/components/schemas/')
  // Answers may get new fields, which must not break clients. So the document does not forbid additional properties.
  return key === 'additionalProperties' && value === false ? undefined : value
}

/** Converts schemas to JSON Schema 2020-12, which OpenAPI 3.1 uses. Named schemas go to `components`. */
function createTranslator(components: Record<string, Schema>) {
  return (schema: z.ZodType, io: 'input' | 'output'): Schema => {
    // The schema is put into an array, because zod replaces a named schema by a reference only inside another schema.
    const written = z.toJSONSchema(z.array(schema), { io, unrepresentable: 'any' })
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

const bytesInWords = (bytes: number): string =>
  bytes < 1_000_000 ? `${bytes / 1_000} kB` : `${bytes / 1_000_000} MB`

type Translate = ReturnType<typeof createTranslator>

function operation(route: Route, translate: Translate): Schema {
  const pathParameters = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const query = route.query ? translate(route.query, 'input') : { properties: {} }
  const queryParameters = Object.entries(query.properties as Record<string, Schema>).map(
    ([name, schema]) => ({
      name,
      in: 'query',
      required: false,
      schema,
    }),
  )
  const headers = (route.headers ?? []).map((name) => ({
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
    tags: [route.tag],
    security: listCredentials(route),
    parameters: [...pathParameters, ...queryParameters, ...headers],
    ...(body && {
      requestBody: {
        required: true,
        description: `Hasta ${bytesInWords(getMaxBytes(route))}.`,
        content: Object.fromEntries(
          ['application/json', ...(route.bodyAsText ? ['text/plain'] : [])].map((type) => [
            type,
            { schema: translate(body, 'input') },
          ]),
        ),
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
      ...answers(route, translate),
      ...(route.method === 'GET' &&
        route.headers?.includes('If-None-Match') && {
          304: { description: 'Nada cambió desde ese ETag.' },
        }),
      ...describeProblems(route, translate),
    },
  }
}

/** Lists alternative credentials. `{}` stands for a request without any. An empty list means that the route is public. */
function listCredentials(route: Route): Schema[] {
  if (route.byToken) return [{ metricsToken: [] }]
  if (needsSession(route.access)) return [{ session: [] }]
  return route.knowsSession ? [{}, { session: [] }] : []
}

const answers = (route: Route, translate: Translate) =>
  Object.fromEntries(
    Object.entries(route.responses).map(
      ([status, { description, schema, contentType = 'application/json' }]) => [
        status,
        {
          description,
          ...(schema && { content: { [contentType]: { schema: translate(schema, 'output') } } }),
          ...(!schema &&
            contentType !== 'application/json' && {
              content: { [contentType]: { schema: { type: 'string' } } },
            }),
        },
      ],
    ),
  )

/** Returns the refusals that follow from the declaration of a route. Its `problems` are those of its `handle`. */
function listCommonProblems(route: Route): ProblemId[] {
  const { access, method, query, body, unparsedBody, headers = [], bound = 'memory' } = route
  const isSignedIn = needsSession(access)
  return [
    ...when(isSignedIn, 'sign-in-needed'),
    ...when(method !== 'GET', 'foreign-origin'),
    ...when(isSignedIn && !isOpenBeforeSecondFactor(access), 'second-factor-needed'),
    ...when(body ?? unparsedBody, 'json-needed', 'invalid-json', 'too-large', 'too-slow'),
    ...when(query, 'invalid-query'),
    ...when(headers.includes('If-Match'), 'edited-meanwhile'),
    ...when(headers.includes('If-None-Match'), 'precondition-failed'),
    ...when(headers.includes('Idempotency-Key'), 'key-reused'),
    // The gate refuses work without a session.
    ...when(bound !== 'memory', 'too-many-attempts', 'unavailable'),
  ]
}

const when = (condition: unknown, ...ids: ProblemId[]): ProblemId[] => (condition ? ids : [])

/** Describes one response for each status, with the ids of its problems. */
function describeProblems(route: Route, translate: Translate) {
  const byStatus = Map.groupBy(
    new Set([...(route.problems ?? []), ...listCommonProblems(route)]),
    (id) => problems[id].status,
  )
  return Object.fromEntries(
    [...byStatus].map(([status, ids]) => [
      status,
      {
        description: ids.map((id) => `${problemType(id)}: ${problems[id].detail}`).join('\n\n'),
        content: { 'application/problem+json': { schema: translate(problem, 'output') } },
      },
    ]),
  )
}

/**
 * Creates the document. It takes 300 ms, so other requests are answered between two routes.
 * @param club name of the club
 */
export async function createOpenApi(routes: Route[], basePath: string, club: string): Promise<Schema> {
  const components: Record<string, Schema> = {}
  const translate = createTranslator(components)
  const paths: Record<string, Record<string, Schema>> = {}
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    paths[path][route.method.toLowerCase()] = operation(route, translate)
    await nextTurn()
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `API de ${club}`,
      version: '1',
      description:
        'JSON de ida y de vuelta. Los errores son problem details (RFC 9457), con un detail listo para mostrar.',
    },
    servers: [{ url: basePath }],
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1))),
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'session' },
        metricsToken: { type: 'http', scheme: 'bearer', description: 'METRICS_TOKEN' },
      },
    },
  }
}
