/** The five calls that each resource has. */
import { hash } from 'node:crypto'
import { z } from 'zod'
import { pageHeaders } from '../../api/server/paging.ts'
import * as responses from '../../api/server/responses.ts'
import {
  answerOutcome,
  audienceOf,
  bodyProblems,
  entityResponse,
  etagOf,
  expectedVersions,
  json,
  noContent,
  type Route,
  type RouteContext,
  shownEtag,
  writeProblems,
} from '../../api/server/route.ts'
import type { ApiServices } from '../../api/server/services.ts'
import type { ProblemId } from '../../api/shared/problems.ts'
import { refusalOf } from '../../auth/policy.ts'
import { respond } from '../../cache/answer.ts'
import { encode } from '../../cache/encoding.ts'
import { REVALIDATED } from '../../cache/response-cache.ts'
import { problemResponse } from '../../http/problem-response.ts'
import { BODY_IMAGE_BYTES, BODY_MAX_BYTES } from '../../shared/limits.ts'
import { createSchema, listQuerySchema, parse, updateSchema } from '../shared/content-schemas.ts'
import { imageFields, titleField } from '../shared/fields.ts'
import { declarationOf, type ResourceName } from '../shared/resources.ts'

/** What a session is needed for. */
const FOR_ONE: [string, string][] = [['Cache-Control', 'private, no-store']]

export function contentRoutes(
  resource: ResourceName,
  { content, siteWords, cache, basePath }: ApiServices,
): Route[] {
  const declaration = declarationOf(resource)
  const { words } = declaration
  const pictures = imageFields(declaration)
  const maxBytes = BODY_MAX_BYTES + BODY_IMAGE_BYTES * pictures.length
  const entity = responses.entity(resource)
  const imageRefusals: ProblemId[] = pictures.length > 0 ? ['image-too-large', 'storage-full'] : []
  const titleRefusals: ProblemId[] = titleField(declaration) === null ? [] : ['title-taken']
  const tag = words.many
  const name = responses.entityName(resource)
  const location = (id: string) => `${basePath}/${resource}/${id}`

  const querySchema = listQuerySchema(declaration)
  const defaults = querySchema.parse({})

  /** The list's one spelling: what is left out is the default. */
  const listAddress = ({ order, limit, page }: typeof defaults) => {
    const asked = new URLSearchParams()
    for (const [name, value] of Object.entries({ order, limit, page }))
      if (value !== defaults[name as 'order' | 'limit' | 'page']) asked.set(name, String(value))
    return `${basePath}/${resource}${asked.size > 0 ? `?${asked}` : ''}`
  }

  const list = async ({ request, url, caller }: RouteContext) => {
    const query = parse(querySchema, Object.fromEntries(url.searchParams))
    if (!query.ok) return problemResponse('invalid-query', { errors: query.problem.errors })
    const { state } = query.value
    const isByNight = query.value.order === 'next'
    const refusal = state === undefined ? null : refusalOf(caller, 'content.read-hidden')
    if (refusal) return problemResponse(refusal)
    const make = async () => {
      const zone = isByNight ? { timeZone: (await siteWords.all()).identity.timeZone } : {}
      const { items, total } = await content.list(resource, { ...query.value, ...zone })
      const body = JSON.stringify(declaration.envelope === 'array' ? items : { data: items })
      const { q, order, ...rest } = query.value
      const asked = { q, order: order === 'newest' ? undefined : order, ...rest }
      const headers: [string, string][] = [
        ...(state === undefined ? REVALIDATED : FOR_ONE),
        ['Content-Type', 'application/json; charset=utf-8'],
        ...Object.entries(pageHeaders(`${basePath}/${resource}`, asked, total)),
      ]
      return { status: 200, headers, encoded: await encode(Buffer.from(body)) }
    }
    // What people search for has no end, and days neither, and tonight is over in the morning; only the lists themselves are cached.
    const made =
      cache &&
      !isByNight &&
      query.value.q === '' &&
      [query.value.from, query.value.to, state].every((one) => one === undefined)
        ? await cache.get(listAddress(query.value), ({ reads }) => {
            reads(resource)
            if (content.isTimed(resource)) reads('settings')
            return make()
          })
        : await make()
    return respond(made, request)
  }

  return [
    {
      id: `list${name}`,
      method: 'GET',
      path: `/${resource}`,
      access: 'content.read',
      tag,
      summary: `Lista de ${words.many.toLowerCase()}; con \`state\`, para administradores, también lo que no se ve`,
      knowsSession: true,
      query: querySchema,
      headers: ['If-None-Match'],
      responses: {
        200: {
          description:
            'Del más nuevo al más viejo, o en el orden pedido; X-Total-Count y Link (RFC 8288) para paginar.',
          schema: declaration.envelope === 'array' ? z.array(entity) : z.object({ data: z.array(entity) }),
        },
      },
      problems: ['invalid-query', 'sign-in-needed'],
      handle: list,
    },
    {
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
        const { audience, cacheControl } = audienceOf(caller)
        const item = await content.one(resource, params.id as string, audience)
        if (!item) return problemResponse('not-found')
        const etag = audience === 'visitors' ? shownEtag(item) : etagOf(item.version)
        return entityResponse(request, item.entity, etag, cacheControl)
      },
    },
    {
      id: `create${name}`,
      method: 'POST',
      path: `/${resource}`,
      access: 'content.write',
      tag,
      summary: `Crear ${words.one}`,
      headers: ['Idempotency-Key'],
      body: {
        get schema() {
          return createSchema(declaration)
        },
        maxBytes,
      },
      responses: { 201: { description: 'Creado; Location dice dónde.', schema: entity } },
      problems: [...bodyProblems, ...writeProblems, ...titleRefusals, ...imageRefusals, 'key-reused'],
      async handle({ request, body, fingerprint, caller }) {
        const sent = request.headers.get('Idempotency-Key')
        // However long it is, it takes the same room.
        const key = sent && hash('sha256', sent, 'hex')
        const author = { by: caller.user, ...(key && { idempotency: { key, fingerprint } }) }
        return answerOutcome(await content.create(resource, body, author), ({ entity, version }) =>
          json(entity, { status: 201, headers: { Location: location(entity._id), ETag: etagOf(version) } }),
        )
      },
    },
    {
      id: `update${name}`,
      method: 'PUT',
      path: `/${resource}/:id`,
      access: 'content.write',
      tag,
      summary: `Modificar ${words.one}: un campo ausente o vacío conserva el valor anterior`,
      headers: ['If-Match'],
      body: {
        get schema() {
          return updateSchema(declaration)
        },
        maxBytes,
      },
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
        const expected = expectedVersions(request.headers.get('If-Match'))
        const change = { by: caller.user, expected }
        return answerOutcome(
          await content.update(resource, params.id as string, body, change),
          ({ entity, version }) => json(entity, { headers: { ETag: etagOf(version) } }),
        )
      },
    },
    {
      id: `delete${name}`,
      method: 'DELETE',
      path: `/${resource}/:id`,
      access: 'content.write',
      tag,
      summary: `Borrar ${words.one}: va a la papelera por 30 días`,
      responses: { 204: { description: 'Borrado.' } },
      problems: ['sign-in-needed', 'foreign-origin', 'not-found'],
      async handle({ params, caller }) {
        return answerOutcome(await content.remove(resource, [params.id as string], caller.user), () =>
          noContent(),
        )
      },
    },
  ]
}
