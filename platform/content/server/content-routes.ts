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
  identifyRequest,
  json,
  noContent,
  type RouteContext,
  respondWithEdit,
  respondWithEntity,
  respondWithOutcome,
} from '../../api/server/route.ts'
import type { ProblemId } from '../../api/shared/problems.ts'
import { getRefusal, permissions } from '../../auth/shared/policy.ts'
import { respond } from '../../cache/answer.ts'
import { encode } from '../../cache/encoding.ts'
import { UNTRACKED } from '../../cache/freshness.ts'
import type { ResponseCache } from '../../cache/response-cache.ts'
import { REVALIDATE_HEADERS, type ResponseCreator } from '../../cache/response-cache.ts'
import { normalizeSearch } from '../../db/search.ts'
import { problemResponse } from '../../http/problem-response.ts'
import type { SiteSettings } from '../../settings/shared/site-settings.ts'
import { untilNextNight } from '../../shared/dates.ts'
import { BODY_IMAGE_BYTES, BODY_MAX_BYTES } from '../../shared/limits.ts'
import { createSchema, listQuerySchema, updateSchema } from '../shared/content-schemas.ts'
import { findTitleField, listImageFields } from '../shared/fields.ts'
import { getDeclaration, type ResourceName } from '../shared/resources.ts'
import type { Content } from './content.ts'
import type { ListJson } from './list-json.ts'

interface Services {
  content: Content
  settings: { all(): Promise<SiteSettings> }
  /** Serialises lists for visitors. */
  listJson: ListJson
  /** Cache for answers of the API, which are large and many. In the cache of pages they would evict pages. */
  answerCache: ResponseCache | null
  basePath: string
  now: () => number
}

export const contentRoutes = (resource: ResourceName, services: Services) =>
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

/** Creates the handler of a resource's list for visitors. */
function createVisitorList(
  resource: ResourceName,
  { content, listJson, settings, answerCache, basePath, now }: Services,
) {
  const declaration = getDeclaration(resource)
  const path = `${basePath}/${resource}`
  const defaults = listQuerySchema(declaration).parse({})

  /** Returns the cache key of a query. It leaves out default values, so all spellings of a query have the same key. */
  const cacheKey = (query: ListQuery) => {
    const asked = new URLSearchParams()
    for (const name of ['q', 'order', 'from', 'to', 'period', 'limit', 'page'] as const)
      if (query[name] !== undefined && query[name] !== defaults[name]) asked.set(name, String(query[name]))
    return asked.size > 0 ? `${path}?${asked}` : path
  }

  const fill =
    (query: ListQuery): ResponseCreator =>
    async ({ reads, expiresIn }) => {
      reads(resource)
      if (content.isTimed(resource)) reads('settings')
      const { timeZone } = (await settings.all()).identity
      // These lists also change when the night ends.
      if (query.order === 'next' || query.period !== undefined)
        expiresIn(untilNextNight(new Date(now()), timeZone))
      const { body, total } = await listJson.read(resource, { ...query, timeZone })
      const headers: [string, string][] = [
        ...REVALIDATE_HEADERS,
        ['Content-Type', JSON_TYPE],
        ...Object.entries(createListHeaders(path, query, total)),
      ]
      return { status: 200, headers, encoded: await encode(body) }
    }

  return async (request: Request, sent: ListQuery, admit: RouteContext['admit']): Promise<Response> => {
    const query = { ...sent, q: normalizeSearch(sent.q) }
    const create: ResponseCreator = (dependencies) => admit('list', () => fill(query)(dependencies))
    const made = answerCache ? await answerCache.get(cacheKey(query), create) : await create(UNTRACKED)
    return respond(made, request)
  }
}

/** Creates the handler of a resource's list of a state, for administrators. */
function createAdministratorList(
  resource: ResourceName,
  { content, settings, basePath }: Pick<Services, 'content' | 'settings' | 'basePath'>,
) {
  const { envelope } = getDeclaration(resource)
  const path = `${basePath}/${resource}`
  return async (request: Request, query: ListQuery): Promise<Response> => {
    const { timeZone } = (await settings.all()).identity
    const { items, total } = await content.list(resource, { ...query, timeZone })
    const headers: [string, string][] = [
      ['Cache-Control', 'private, no-store'],
      ['Content-Type', JSON_TYPE],
      ...Object.entries(createListHeaders(path, query, total)),
    ]
    const body = Buffer.from(JSON.stringify(envelope === 'array' ? items : { data: items }))
    return respond({ status: 200, headers, encoded: await encode(body) }, request)
  }
}

const JSON_TYPE = 'application/json; charset=utf-8'

function createListHeaders(path: string, { q, order, ...rest }: ListQuery, total: number) {
  return createPageHeaders(path, { q, order: order === 'newest' ? undefined : order, ...rest }, total)
}

function readRoutes(resource: ResourceName, services: Services) {
  const { content } = services
  const declaration = getDeclaration(resource)
  const { words } = declaration
  const entity = responses.getEntitySchema(resource)
  const name = responses.entityName(resource)
  const tag = words.many
  const listForVisitors = createVisitorList(resource, services)
  const listForAdministrators = createAdministratorList(resource, services)
  return [
    defineRoute({
      id: `list${name}`,
      method: 'GET',
      path: `/${resource}`,
      access: permissions['content.read'],
      bound: 'cached',
      tag,
      summary: `Lista de ${words.many.toLowerCase()}; con \`state\`, para administradores, también lo que no se ve`,
      knowsSession: true,
      query: listQuerySchema(declaration),
      headers: ['If-None-Match'],
      responses: {
        200: {
          description:
            'Del más nuevo al más viejo, o en el orden pedido; X-Total-Count y Link (RFC 8288) para paginar.',
          headers: ['X-Total-Count', 'Link'],
          schema: declaration.envelope === 'array' ? z.array(entity) : z.object({ data: z.array(entity) }),
        },
      },
      problems: ['sign-in-needed'],
      async handle({ request, query, caller, admit }) {
        if (query.state === undefined) return listForVisitors(request, query, admit)
        const refusal = getRefusal(caller, permissions['content.read-hidden'])
        return refusal ? problemResponse(refusal) : listForAdministrators(request, query)
      },
    }),
    defineRoute({
      id: `get${name}`,
      method: 'GET',
      path: `/${resource}/:id`,
      access: permissions['content.read'],
      bound: 'lookup',
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

function writeRoutes(resource: ResourceName, { content, basePath }: Services) {
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
      access: permissions['content.write'],
      tag,
      summary: `Crear ${words.one}`,
      query: createQuerySchema,
      headers: ['Idempotency-Key'],
      get unparsedBody(): ItemSchema {
        return createSchema(declaration)
      },
      maxBytes,
      responses: {
        201: { description: 'Creado; Location dice dónde.', headers: ['Location', 'ETag'], schema: entity },
      },
      problems: [...bodyProblems, ...titleRefusals, ...imageRefusals],
      async handle({ query, body, ...context }) {
        const author = {
          by: context.caller.user,
          request: identifyRequest(context),
          copiedFrom: query.from,
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
      access: permissions['content.write'],
      tag,
      summary: `Modificar ${words.one}: un campo ausente o vacío conserva el valor anterior`,
      headers: ['If-Match', 'If-None-Match'],
      get unparsedBody(): ItemSchema {
        return updateSchema(declaration)
      },
      maxBytes,
      responses: { 200: { description: 'Como quedó.', schema: entity } },
      problems: ['invalid-fields', 'not-found', ...titleRefusals, ...imageRefusals],
      handle: async ({ params, body, caller: { user: by }, precondition }) =>
        respondWithEdit(await content.update(resource, params.id, body, { by, precondition })),
    }),
    defineRoute({
      id: `delete${name}`,
      method: 'DELETE',
      path: `/${resource}/:id`,
      access: permissions['content.write'],
      tag,
      summary: `Borrar ${words.one}: va a la papelera por 30 días`,
      headers: ['If-Match', 'If-None-Match'],
      responses: { 204: { description: 'Borrado.' } },
      problems: ['not-found'],
      handle: async ({ params, caller, precondition }) =>
        respondWithOutcome(await content.remove(resource, [params.id], caller.user, precondition), () =>
          noContent(),
        ),
    }),
  ] as const
}
