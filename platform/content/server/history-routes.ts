/** Who did what, and earlier versions. */
import { z } from 'zod'
import { pageHeaders } from '../../api/server/paging.ts'
import * as responses from '../../api/server/responses.ts'
import {
  answerOutcome,
  etagOf,
  expectedVersions,
  json,
  type Route,
  withValidBody,
  withValidQuery,
  writeProblems,
} from '../../api/server/route.ts'
import type { ApiServices } from '../../api/server/services.ts'
import { problemResponse } from '../../http/problem-response.ts'
import { BODY_MAX_BYTES } from '../../shared/limits.ts'
import { historyQuerySchema, latestQuerySchema, revertSchema } from '../shared/content-schemas.ts'
import { isContent } from '../shared/versions.ts'

export function historyRoutes({ history, basePath }: ApiServices): Route[] {
  const tag = 'Historial'
  const path = '/history'
  return [
    {
      id: 'listHistory',
      method: 'GET',
      path,
      access: 'history.read',
      tag,
      summary: 'Quién hizo qué, de todo o de un recurso, de un ítem o de una persona',
      query: historyQuerySchema,
      responses: {
        200: {
          description:
            'Lo último primero; de los textos largos, un extracto. X-Total-Count y Link (RFC 8288) para paginar.',
          schema: z.array(responses.historyItem),
        },
      },
      problems: ['sign-in-needed', 'invalid-query'],
      async handle({ url }) {
        return withValidQuery(historyQuerySchema, url, async (query) => {
          const { items, total } = await history.list(query)
          return json(items, { headers: pageHeaders(basePath + path, query, total) })
        })
      },
    },
    {
      id: 'getHistoryEntry',
      method: 'GET',
      path: `${path}/:id`,
      access: 'history.read',
      tag,
      summary: 'Un registro entero, y lo que era el ítem antes, después y hoy',
      responses: {
        200: {
          description: 'El ETag es el contador de ediciones que tiene hoy el ítem.',
          schema: responses.historyDetail,
        },
      },
      problems: ['sign-in-needed', 'not-found'],
      async handle({ params }) {
        const entry = await history.one(params.id as string)
        if (!entry) return problemResponse('not-found')
        return json(entry.detail, { headers: entry.version === null ? {} : { ETag: etagOf(entry.version) } })
      },
    },
    {
      id: 'revertTo',
      method: 'POST',
      path: `${path}/:id/restore`,
      access: 'history.restore',
      tag,
      summary: 'Volver un ítem a lo que era antes de un registro (before) o después (after)',
      headers: ['If-Match'],
      body: { schema: revertSchema, maxBytes: BODY_MAX_BYTES },
      responses: {
        200: { description: 'Como quedó, también si estaba en la papelera.', schema: responses.anyEntity() },
      },
      problems: ['invalid-fields', ...writeProblems, 'not-found', 'title-taken', 'edited-meanwhile'],
      async handle({ request, params, body, caller }) {
        const expected = expectedVersions(request.headers.get('If-Match'))
        return withValidBody(revertSchema, body, async ({ to }) =>
          answerOutcome(
            await history.restore(params.id as string, to, { by: caller.user, expected }),
            ({ entity, version }) => json(entity, { headers: { ETag: etagOf(version) } }),
          ),
        )
      },
    },
    {
      id: 'listLatestChanges',
      method: 'GET',
      path: `${path}/latest/:resource`,
      access: 'history.read',
      tag,
      summary: 'Cuándo cambió cada uno de estos ítems por última vez, y por quién',
      query: latestQuerySchema,
      responses: {
        200: {
          description: 'Sin los que no están.',
          schema: z.array(responses.latestChange),
        },
      },
      problems: ['sign-in-needed', 'invalid-query', 'not-found'],
      async handle({ params, url }) {
        const resource = params.resource as string
        if (!isContent(resource)) return problemResponse('not-found')
        return withValidQuery(latestQuerySchema, url, async ({ ids }) =>
          json(await history.latest(resource, ids)),
        )
      },
    },
  ]
}
