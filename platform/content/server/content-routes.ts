/** The five routes that every resource has. */
import { z } from 'zod'
import { createPageHeaders } from '../../api/server/paging.ts'
import * as responses from '../../api/server/responses.ts'
import {
  bodyProblems,
  createAnswerEtag,
  createEtag,
  defineRoute,
  getAudience,
  hashIdempotencyKey,
  json,
  noContent,
  parseIfMatch,
  respondWithEntity,
  respondWithOutcome,
  writeProblems,
} from '../../api/server/route.ts'
import type { ApiServices } from '../../api/server/services.ts'
import type { ProblemId } from '../../api/shared/problems.ts'
import { getRefusal } from '../../auth/policy.ts'
import { respond } from '../../cache/answer.ts'
import { encode } from '../../cache/encoding.ts'
import { REVALIDATE_HEADERS } from '../../cache/response-cache.ts'
import { problemResponse } from '../../http/problem-response.ts'
import { BODY_IMAGE_BYTES, BODY_MAX_BYTES } from '../../shared/limits.ts'
import { createSchema, listQuerySchema, updateSchema } from '../shared/content-schemas.ts'
import { findTitleField, listImageFields } from '../shared/fields.ts'
import { getDeclaration, type ResourceName } from '../shared/resources.ts'

/** Header for answers that only administrators receive. */
const PRIVATE: [string, string][] = [['Cache-Control', 'private, no-store']]

export const contentRoutes = (resource: ResourceName, services: ApiServices) =>
  [...readRoutes(resource, services), ...writeRoutes(resource, services)] as const

/** Schema of an item's body. The declaration decides its fields at run time. */
type ItemSchema = z.ZodType<unknown, Record<string, unknown>>

const createQuerySchema = z.object({
  from: z
    .string()
    .max(100, { error: 'Tiene que ser el _id de lo que se copió.' })
    .optional()
    .describe('El _id de lo que se copió. Las listas de invitados de una fecha también se copian.'),
})

type ListQuery = z.output<ReturnType<typeof listQuerySchema>>

/**
 * True for plain lists. Others are not cached: searches and days are unlimited in number, and the next night can change at
 * any time.
 */
const isCacheable = ({ q, order, from, to, period, state }: ListQuery): boolean =>
  order !== 'next' && q === '' && [from, to, period, state].every((value) => value === undefined)

/** Creates the handler of a resource's list. */
function createList(resource: ResourceName, { content, settings, cache, basePath }: ApiServices) {
  const declaration = getDeclaration(resource)
  const path = `${basePath}/${resource}`
  const defaults = listQuerySchema(declaration).parse({})

  /** Returns the cache key of a query. It leaves out default values, so all spellings of a query have the same key. */
  const cacheKey = ({ order, limit, page }: ListQuery) => {
    const asked = new URLSearchParams()
    for (const [name, value] of Object.entries({ order, limit, page }))
      if (value !== defaults[name as 'order' | 'limit' | 'page']) asked.set(name, String(value))
    return asked.size > 0 ? `${path}?${asked}` : path
  }

  const create = async (query: ListQuery) => {
    const needsTonight = query.order === 'next' || query.period !== undefined
    const zone = needsTonight ? { timeZone: (await settings.all()).identity.timeZone } : {}
    const { items, total } = await content.list(resource, { ...query, ...zone })
    const body = JSON.stringify(declaration.envelope === 'array' ? items : { data: items })
    const { q, order, ...rest } = query
    const asked = { q, order: order === 'newest' ? undefined : order, ...rest }
    const headers: [string, string][] = [
      ...(query.state === undefined ? REVALIDATE_HEADERS : PRIVATE),
      ['Content-Type', 'application/json; charset=utf-8'],
      ...Object.entries(createPageHeaders(path, asked, total)),
    ]
    return { status: 200, headers, encoded: await encode(Buffer.from(body)) }
  }

  return async (request: Request, query: ListQuery): Promise<Response> => {
    if (!cache || !isCacheable(query)) return respond(await create(query), request)
    const cached = await cache.get(cacheKey(query), ({ reads }) => {
      reads(resource)
      if (content.isTimed(resource)) reads('settings')
      return create(query)
    })
    return respond(cached, request)
  }
}

function readRoutes(resource: ResourceName, services: ApiServices) {
  const { content } = services
  const declaration = getDeclaration(resource)
  const { words } = declaration
  const entity = responses.getEntitySchema(resource)
  const name = responses.entityName(resource)
  const tag = words.many
  const list = createList(resource, services)
  return [
    defineRoute({
      id: `list${name}`,
      method: 'GET',
      path: `/${resource}`,
      access: 'content.read',
      tag,
      summary: `Lista de ${words.many.toLowerCase()}; con \`state\`, para administradores, también lo que no se ve`,
      knowsSession: true,
      query: listQuerySchema(declaration),
      headers: ['If-None-Match'],
      responses: {
        200: {
          description:
            'Del más nuevo al más viejo, o en el orden pedido; X-Total-Count y Link (RFC 8288) para paginar.',
          schema: declaration.envelope === 'array' ? z.array(entity) : z.object({ data: z.array(entity) }),
        },
      },
      problems: ['invalid-query', 'sign-in-needed'],
      async handle({ request, query, caller }) {
        const refusal = query.state === undefined ? null : getRefusal(caller, 'content.read-hidden')
        return refusal ? problemResponse(refusal) : list(request, query)
      },
    }),
    defineRoute({
      id: `get${name}`,
      method: 'GET',
      path: `/${resource}/:id`,
      access: 'content.read',
      tag,
      summary: `${words.article === 'la' ? 'Una' : 'Un'} ${words.one} por su _id`,
      knowsSession: true,
      headers: ['If-None-Match'],
      responses: {
        200: {
          description:
            'El ETag empieza con su contador de ediciones. Lo que no se ve, solo para administradores.',
          schema: entity,
        },
      },
      problems: ['not-found'],
      async handle({ request, params, caller }) {
        const { audience, cacheControl } = getAudience(caller)
        const item = await content.one(resource, params.id, audience)
        if (!item) return problemResponse('not-found')
        const etag = audience === 'visitors' ? createAnswerEtag(item) : createEtag(item.version)
        return respondWithEntity(request, item.entity, etag, cacheControl)
      },
    }),
  ] as const
}

function writeRoutes(resource: ResourceName, { content, basePath }: ApiServices) {
  const declaration = getDeclaration(resource)
  const { words } = declaration
  const pictures = listImageFields(declaration)
  const maxBytes = BODY_MAX_BYTES + BODY_IMAGE_BYTES * pictures.length
  const imageRefusals: ProblemId[] = pictures.length > 0 ? ['image-too-large', 'storage-full'] : []
  const titleRefusals: ProblemId[] = findTitleField(declaration) === null ? [] : ['title-taken']
  const entity = responses.getEntitySchema(resource)
  const name = responses.entityName(resource)
  const tag = words.many
  return [
    defineRoute({
      id: `create${name}`,
      method: 'POST',
      path: `/${resource}`,
      access: 'content.write',
      tag,
      summary: `Crear ${words.one}`,
      query: createQuerySchema,
      headers: ['Idempotency-Key'],
      get unparsedBody(): ItemSchema {
        return createSchema(declaration)
      },
      maxBytes,
      responses: { 201: { description: 'Creado; Location dice dónde.', schema: entity } },
      problems: [
        ...bodyProblems,
        ...writeProblems,
        ...titleRefusals,
        ...imageRefusals,
        'key-reused',
        'invalid-query',
      ],
      async handle({ request, query, body, fingerprint, caller }) {
        const key = hashIdempotencyKey(request)
        const author = {
          by: caller.user,
          copiedFrom: query.from,
          ...(key && { idempotency: { key, fingerprint } }),
        }
        return respondWithOutcome(await content.create(resource, body, author), ({ entity, version }) =>
          json(entity, {
            status: 201,
            headers: { Location: `${basePath}/${resource}/${entity._id}`, ETag: createEtag(version) },
          }),
        )
      },
    }),
    defineRoute({
      id: `update${name}`,
      method: 'PUT',
      path: `/${resource}/:id`,
      access: 'content.write',
      tag,
      summary: `Modificar ${words.one}: un campo ausente o vacío conserva el valor anterior`,
      headers: ['If-Match'],
      get unparsedBody(): ItemSchema {
        return updateSchema(declaration)
      },
      maxBytes,
      responses: { 200: { description: 'Como quedó.', schema: entity } },
      problems: [
        'invalid-fields',
        ...writeProblems,
        'not-found',
        ...titleRefusals,
        'edited-meanwhile',
        ...imageRefusals,
      ],
      async handle({ request, params, body, caller }) {
        const expected = parseIfMatch(request.headers.get('If-Match'))
        const change = { by: caller.user, expected }
        return respondWithOutcome(
          await content.update(resource, params.id, body, change),
          ({ entity, version }) => json(entity, { headers: { ETag: createEtag(version) } }),
        )
      },
    }),
    defineRoute({
      id: `delete${name}`,
      method: 'DELETE',
      path: `/${resource}/:id`,
      access: 'content.write',
      tag,
      summary: `Borrar ${words.one}: va a la papelera por 30 días`,
      responses: { 204: { description: 'Borrado.' } },
      problems: ['sign-in-needed', 'foreign-origin', 'not-found'],
      handle: async ({ params, caller }) =>
        respondWithOutcome(await content.remove(resource, [params.id], caller.user), () => noContent()),
    }),
  ] as const
}
