/** The OpenAPI 3.1 document, made from the API table and from the schemas that validate. */
import { z } from 'zod'
import { club } from '../../club/club.ts'
import { historyActions, historyResources } from '../../contract/content/history.ts'
import { declarationOf, type ResourceName, resourceNames } from '../../contract/content/resources.ts'
import type { DeliveryState } from '../../contract/messages/messages.ts'
import { type ProblemId, problems, problemType } from '../../contract/problems.ts'
import type { Call } from './route.ts'

type Schema = Record<string, unknown>

const instant = { type: 'string', format: 'date-time' }
const instantOrNull = { type: ['string', 'null'], format: 'date-time' }
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const object = (properties: Record<string, Schema>, optional: string[] = []): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
})
const array = (items: Schema): Schema => ({ type: 'array', items })

/** Shapes of answers. What is sent is described by the schemas that validate it. */
export const schemas = {
  object,
  array,
  picture: ref('Picture'),
  user: ref('User'),
  session: ref('Session'),
  secondFactor: ref('SecondFactor'),
  recoveryCodes: ref('RecoveryCodes'),
  registered: { anyOf: [ref('User'), ref('Registration')] },
  message: ref('Message'),
  messageSummary: ref('MessageSummary'),
  messageSettings: ref('MessageSettings'),
  health: ref('Health'),
  trashItem: ref('TrashItem'),
  historyItem: ref('HistoryItem'),
  historyDetail: ref('HistoryDetail'),
}

const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] })
/** Of whichever resource. */
export const anyEntity = (): Schema => ({ anyOf: resourceNames.map(entitySchema) })
const emailOrNull: Schema = { type: ['string', 'null'], description: 'Su e-mail; null: el sistema.' }

const historyItem = {
  _id: { type: 'string', format: 'uuid' },
  at: instant,
  by: emailOrNull,
  userId: { type: ['string', 'null'] },
  action: { type: 'string', enum: Object.keys(historyActions) },
  resource: { type: 'string', enum: historyResources },
  itemId: { type: 'string' },
  label: { type: 'string', description: 'Cómo se llamaba.' },
  version: { type: ['integer', 'null'], description: 'Su contador de ediciones después.' },
  state: {
    type: ['string', 'null'],
    enum: ['live', 'trash', 'gone', null],
    description: 'Dónde está hoy: a la vista, en la papelera o borrado para siempre.',
  },
  changes: array(
    object({
      field: { type: 'string' },
      label: { type: 'string' },
      kind: { type: 'string' },
      before: { anyOf: [{ type: 'string' }, ref('Picture'), { type: 'null' }] },
      after: { anyOf: [{ type: 'string' }, ref('Picture'), { type: 'null' }] },
    }),
  ),
}

const components: Record<string, Schema> = {
  Picture: object({
    src: { type: 'string', description: 'El JPEG más grande.' },
    width: { type: 'integer' },
    height: { type: 'integer' },
    base: { type: 'string', description: 'Cada archivo es base-ancho.formato.' },
    widths: array({ type: 'integer' }),
    formats: array({ type: 'string', enum: ['avif', 'webp', 'jpg'] }),
    placeholder: { type: 'string', description: 'Una miniatura como data URL.' },
  }),
  User: object({
    _id: { type: 'string', format: 'uuid' },
    id: { type: 'string', format: 'uuid' },
    email: { type: 'string', format: 'email' },
    status: { type: 'string', enum: ['active', 'pending'] },
    confirmed: { type: 'boolean' },
    lastSignInAt: { type: ['string', 'null'], format: 'date-time', description: 'null: nunca entró.' },
    secondFactor: { type: 'boolean', description: 'Si al entrar se le pide un código.' },
    createdAt: instant,
    updatedAt: instant,
  }),
  Registration: object({
    email: { type: 'string', format: 'email' },
    status: { type: 'string', enum: ['active', 'pending'] },
  }),
  Session: object({
    _id: { type: 'string' },
    browser: { type: 'string', description: 'Con qué navegador se abrió.' },
    createdAt: instant,
    seenAt: { ...instant, description: 'Al último uso, con una hora de margen.' },
    current: { type: 'boolean', description: 'La que pregunta.' },
  }),
  SecondFactor: object({
    active: { type: 'boolean' },
    required: { type: 'boolean', description: 'Si el club lo exige (REQUIRE_2FA).' },
    recoveryCodes: { type: 'integer', description: 'Cuántos códigos de recuperación quedan.' },
  }),
  RecoveryCodes: object({ recoveryCodes: array({ type: 'string' }) }),
  Message: object({
    _id: { type: 'string', format: 'uuid' },
    person: { type: 'string' },
    from: { type: 'string', format: 'email' },
    body: { type: 'string' },
    createdAt: instant,
    updatedAt: instant,
    readAt: { ...instantOrNull, description: 'null: nadie lo leyó.' },
    delivery: object({
      state: {
        type: 'string',
        enum: ['delivered', 'waiting', 'failing', 'kept'] satisfies DeliveryState[],
        description:
          'kept: el mensaje queda acá, porque no hay servidor de correo o, si hay `reason`, porque llegaron muchos a la vez.',
      },
      deliveredAt: instantOrNull,
      nextAttemptAt: instantOrNull,
      reason: { type: ['string', 'null'], description: 'Por qué no se entregó, o no a todos.' },
    }),
  }),
  MessageSummary: object({
    unread: { type: 'integer' },
    mail: object({
      delivers: { type: 'boolean', description: 'Si hay un servidor de correo.' },
      pending: { type: 'integer', description: 'Correos que esperan salir.' },
      failed: { type: 'integer', description: 'De esos, los que ya fallaron alguna vez.' },
    }),
  }),
  MessageSettings: object({
    keptMonths: { type: 'integer', description: 'Meses que se guarda un mensaje.' },
  }),
  Health: object({
    status: { type: 'string', enum: ['ok', 'error'] },
    build: { type: 'string' },
    database: { type: 'string', enum: ['ok', 'error'] },
    media: { type: 'string', enum: ['ok', 'error'] },
    mail: {
      type: 'string',
      enum: ['ok', 'waiting', 'off', 'unknown'],
      description: 'waiting: el servidor de correo no aceptó algo, que se vuelve a intentar. Nada se pierde.',
    },
  }),
  TrashItem: object({
    resource: { type: 'string', enum: resourceNames },
    entity: { type: 'object', description: 'Como la devuelve su recurso.' },
    deletedAt: instant,
    deletedBy: emailOrNull,
    expiresAt: { ...instant, description: 'Desde entonces se borra para siempre.' },
  }),
  HistoryItem: object(historyItem),
  HistoryDetail: object({
    ...historyItem,
    before: orNull({ type: 'object', description: 'Como era antes; null: no estaba.' }),
    now: orNull({ type: 'object', description: 'Como es hoy; null: ya no está.' }),
    after: orNull({ type: 'object', description: 'Como quedó.' }),
  }),
  Problem: object(
    {
      type: { type: 'string' },
      title: { type: 'string' },
      status: { type: 'integer' },
      detail: { type: 'string', description: 'En castellano, listo para mostrar.' },
      errors: array(object({ field: { type: 'string' }, message: { type: 'string' } })),
      requestId: { type: 'string' },
    },
    ['errors', 'requestId'],
  ),
}

const nameOf = (resource: ResourceName) => resource.charAt(0).toUpperCase() + resource.slice(1)

/** The entity as the API answers it; its component is made when first named. */
export function entitySchema(resource: ResourceName): Schema {
  const declaration = declarationOf(resource)
  const name = nameOf(resource)
  components[name] ??= object({
    _id: { type: 'string', format: 'uuid' },
    ...Object.fromEntries(
      Object.entries(declaration.fields).map(([field, { label, kind }]) => [
        field,
        { type: 'string', description: kind === 'image' ? `${label}: camino bajo /media.` : label },
      ]),
    ),
    images: { type: 'object', additionalProperties: ref('Picture') },
    alt: {
      type: 'object',
      additionalProperties: { type: ['string', 'null'] },
      description: 'null: decorativa.',
    },
    createdAt: instant,
    updatedAt: instant,
  })
  return ref(name)
}

/** JSON Schema 2020-12, which OpenAPI 3.1 takes as it is, of what a client sends. */
function inputSchema(schema: z.ZodType): Schema {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return rest
}

const headerTexts = {
  'If-Match': 'El ETag que se leyó: 412 si otra persona guardó en el medio.',
  'If-None-Match': 'Un ETag: 304 si nada cambió.',
  'Idempotency-Key': 'Una clave propia del pedido: repetirlo no crea otro.',
} as const

const bytesInWords = (bytes: number): string =>
  bytes < 1_000_000 ? `${bytes / 1_000} kB` : `${bytes / 1_000_000} MB`

function operation(call: Call): Schema {
  const pathParameters = [...call.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const query = call.query ? inputSchema(call.query) : { properties: {} }
  const queryParameters = Object.entries(query.properties as Record<string, Schema>).map(
    ([name, schema]) => ({
      name,
      in: 'query',
      required: false,
      schema,
    }),
  )
  const headers = (call.headers ?? []).map((name) => ({
    name,
    in: 'header',
    required: false,
    description: headerTexts[name],
    schema: { type: 'string' },
  }))
  return {
    summary: call.summary,
    tags: [call.tag],
    ...(call.who === 'administrator' && { security: [{ session: [] }] }),
    ...(call.byToken && { security: [{ metricsToken: [] }] }),
    parameters: [...pathParameters, ...queryParameters, ...headers],
    ...(call.body && {
      requestBody: {
        required: true,
        description: `Hasta ${bytesInWords(call.body.maxBytes)}.`,
        content: { 'application/json': { schema: inputSchema(call.body.schema) } },
      },
    }),
    responses: {
      ...answers(call),
      ...(call.headers?.includes('If-None-Match') && { 304: { description: 'Nada cambió desde ese ETag.' } }),
      ...refusals(call),
    },
  }
}

const answers = (call: Call) =>
  Object.fromEntries(
    Object.entries(call.answers).map(
      ([status, { description, schema, contentType = 'application/json' }]) => [
        status,
        {
          description,
          ...(schema && { content: { [contentType]: { schema } } }),
          ...(!schema && contentType !== 'application/json' && { content: { [contentType]: {} } }),
        },
      ],
    ),
  )

/** One response a status; the ids of its problems are listed in it. */
function refusals(call: Call) {
  // Of every call but those with which one sets it up.
  const owing: ProblemId[] =
    call.who === 'administrator' && call.beforeSecondFactor !== true ? ['second-factor-needed'] : []
  const byStatus = Map.groupBy(new Set([...call.refusals, ...owing]), (id) => problems[id].status)
  return Object.fromEntries(
    [...byStatus].map(([status, ids]) => [
      status,
      {
        description: ids.map((id) => `${problemType(id)}: ${problems[id].detail}`).join('\n\n'),
        content: { 'application/problem+json': { schema: ref('Problem') } },
      },
    ]),
  )
}

export function openApi(calls: Call[], basePath: string): Schema {
  const paths: Record<string, Record<string, Schema>> = {}
  for (const call of calls) {
    const path = call.path.replace(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    paths[path][call.method.toLowerCase()] = operation(call)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `API de ${club.name}`,
      version: '1',
      description:
        'JSON de ida y de vuelta. Los errores son problem details (RFC 9457), con un detail listo para mostrar.',
    },
    servers: [{ url: basePath }],
    paths,
    components: {
      schemas: components,
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'session' },
        metricsToken: { type: 'http', scheme: 'bearer', description: 'METRICS_TOKEN' },
      },
    },
  }
}
