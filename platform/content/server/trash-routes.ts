/** The bin, and deleting and restoring several items at once. */
import { z } from 'zod'
import { pageHeaders } from '../../api/server/paging.ts'
import * as responses from '../../api/server/responses.ts'
import {
  answerOutcome,
  bodyProblems,
  json,
  noContent,
  type Route,
  withValidBody,
  withValidQuery,
  writeProblems,
} from '../../api/server/route.ts'
import type { ApiServices } from '../../api/server/services.ts'
import { problemResponse } from '../../http/problem-response.ts'
import { BODY_MAX_BYTES, TRASH_DAYS } from '../../shared/limits.ts'
import { itemsSchema, pageQuerySchema } from '../shared/content-schemas.ts'
import { isContent } from '../shared/versions.ts'

export function trashRoutes({ content, trash, basePath }: ApiServices): Route[] {
  const tag = 'Papelera'
  const path = '/trash'
  const ids = responses.ids
  return [
    {
      id: 'listTrash',
      method: 'GET',
      path,
      access: 'trash.read',
      tag,
      summary: `Lo borrado en los últimos ${TRASH_DAYS} días`,
      query: pageQuerySchema,
      responses: {
        200: {
          description: 'Lo último borrado primero; X-Total-Count y Link (RFC 8288) para paginar.',
          schema: z.array(responses.trashItem),
        },
      },
      problems: ['sign-in-needed', 'invalid-query'],
      async handle({ url }) {
        return withValidQuery(pageQuerySchema, url, async (query) => {
          const { items, total } = await trash.list(query)
          return json(items, { headers: pageHeaders(basePath + path, query, total) })
        })
      },
    },
    {
      id: 'deleteItems',
      method: 'POST',
      path,
      access: 'content.write',
      tag,
      summary: 'Borrar varios de un recurso: todos van a la papelera, de una vez',
      body: { schema: itemsSchema, maxBytes: BODY_MAX_BYTES },
      responses: { 200: { description: 'Los que estaban y se borraron.', schema: ids } },
      problems: [...bodyProblems, ...writeProblems, 'not-found'],
      async handle({ body, caller }) {
        return withValidBody(itemsSchema, body, async ({ resource, ids }) =>
          answerOutcome(await content.remove(resource, ids, caller.user), (removed) =>
            json({ ids: removed }),
          ),
        )
      },
    },
    {
      id: 'emptyTrash',
      method: 'DELETE',
      path,
      access: 'trash.purge',
      tag,
      summary: 'Vaciar la papelera, para siempre',
      responses: { 204: { description: 'Vacía.' } },
      problems: ['sign-in-needed', 'foreign-origin'],
      async handle({ caller }) {
        await trash.empty(caller.user)
        return noContent()
      },
    },
    {
      id: 'restoreItems',
      method: 'POST',
      path: `${path}/restore`,
      access: 'content.write',
      tag,
      summary: 'Restaurar varios de un recurso: todos o ninguno',
      body: { schema: itemsSchema, maxBytes: BODY_MAX_BYTES },
      responses: {
        200: {
          description: 'Los que estaban en la papelera y volvieron.',
          schema: z.array(responses.anyEntity()),
        },
      },
      problems: [...bodyProblems, ...writeProblems, 'not-found', 'title-taken'],
      async handle({ body, caller }) {
        return withValidBody(itemsSchema, body, async ({ resource, ids }) =>
          answerOutcome(await content.restore(resource, ids, caller.user), (entities) => json(entities)),
        )
      },
    },
    {
      id: 'restoreItem',
      method: 'POST',
      path: `${path}/:resource/:id/restore`,
      access: 'content.write',
      tag,
      summary: 'Restaurar lo borrado, tal como estaba',
      responses: { 200: { description: 'De vuelta en su lugar.', schema: responses.anyEntity() } },
      problems: ['sign-in-needed', 'foreign-origin', 'not-found', 'title-taken'],
      async handle({ params, caller }) {
        const { resource = '', id } = params
        if (!isContent(resource)) return problemResponse('not-found')
        return answerOutcome(await content.restore(resource, [id as string], caller.user), ([entity]) =>
          json(entity),
        )
      },
    },
    {
      id: 'deleteItemForever',
      method: 'DELETE',
      path: `${path}/:resource/:id`,
      access: 'trash.purge',
      tag,
      summary: 'Borrar para siempre algo de la papelera',
      responses: { 204: { description: 'Ya no está, ni sus versiones anteriores.' } },
      problems: ['sign-in-needed', 'foreign-origin', 'not-found'],
      async handle({ params, caller }) {
        const { resource = '', id } = params
        if (!isContent(resource)) return problemResponse('not-found')
        return answerOutcome(await trash.purge(resource, id as string, caller.user), () => noContent())
      },
    },
  ]
}
