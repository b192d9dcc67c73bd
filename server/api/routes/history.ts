/** Who did what, and earlier versions. */
import { isContent } from '../../../contract/content/history.ts'
import { historyQuerySchema, latestQuerySchema, revertSchema } from '../../../contract/content/schemas.ts'
import { BODY_MAX_BYTES } from '../../../contract/limits.ts'
import { anyEntity, schemas } from '../openapi.ts'
import { pageHeaders } from '../paging.ts'
import {
  answer,
  asked,
  type Call,
  etagOf,
  expectedVersions,
  json,
  refused,
  valid,
  writing,
} from '../route.ts'
import type { ApiServices } from '../table.ts'

export function historyCalls({ history, basePath }: ApiServices): Call[] {
  const tag = 'Historial'
  const path = '/history'
  return [
    {
      method: 'GET',
      path,
      who: 'administrator',
      tag,
      summary: 'Quién hizo qué, de todo o de un recurso, de un ítem o de una persona',
      query: historyQuerySchema,
      answers: {
        200: {
          description:
            'Lo último primero; de los textos largos, un extracto. X-Total-Count y Link (RFC 8288) para paginar.',
          schema: schemas.array(schemas.historyItem),
        },
      },
      refusals: ['sign-in-needed', 'invalid-query'],
      async handle({ url }) {
        return asked(historyQuerySchema, url, async (query) => {
          const { items, total } = await history.list(query)
          return json(items, { headers: pageHeaders(basePath + path, query, total) })
        })
      },
    },
    {
      method: 'GET',
      path: `${path}/:id`,
      who: 'administrator',
      tag,
      summary: 'Un registro entero, y lo que era el ítem antes, después y hoy',
      answers: {
        200: {
          description: 'El ETag es el contador de ediciones que tiene hoy el ítem.',
          schema: schemas.historyDetail,
        },
      },
      refusals: ['sign-in-needed', 'not-found'],
      async handle({ params }) {
        const found = await history.one(params.id as string)
        if (!found) return refused('not-found')
        return json(found.detail, { headers: found.version === null ? {} : { ETag: etagOf(found.version) } })
      },
    },
    {
      method: 'POST',
      path: `${path}/:id/restore`,
      who: 'administrator',
      tag,
      summary: 'Volver un ítem a lo que era antes de un registro (before) o después (after)',
      headers: ['If-Match'],
      body: { schema: revertSchema, maxBytes: BODY_MAX_BYTES },
      answers: { 200: { description: 'Como quedó, también si estaba en la papelera.', schema: anyEntity() } },
      refusals: ['invalid-fields', ...writing, 'not-found', 'title-taken', 'edited-meanwhile'],
      async handle({ request, params, body, caller }) {
        const expected = expectedVersions(request.headers.get('If-Match'))
        return valid(revertSchema, body, async ({ to }) =>
          answer(
            await history.restore(params.id as string, to, { by: caller.user, expected }),
            ({ entity, version }) => json(entity, { headers: { ETag: etagOf(version) } }),
          ),
        )
      },
    },
    {
      method: 'GET',
      path: `${path}/latest/:resource`,
      who: 'administrator',
      tag,
      summary: 'Cuándo cambió cada uno de estos ítems por última vez, y por quién',
      query: latestQuerySchema,
      answers: {
        200: {
          description: 'Sin los que no están.',
          schema: schemas.array(
            schemas.object({
              _id: { type: 'string' },
              at: { type: 'string', format: 'date-time' },
              by: { type: ['string', 'null'] },
            }),
          ),
        },
      },
      refusals: ['sign-in-needed', 'invalid-query', 'not-found'],
      async handle({ params, url }) {
        const resource = params.resource as string
        if (!isContent(resource)) return refused('not-found')
        return asked(latestQuerySchema, url, async ({ ids }) => json(await history.latest(resource, ids)))
      },
    },
  ]
}
