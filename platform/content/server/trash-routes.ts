/** Routes of the trash, and for deleting and restoring several items at once. */

import { z } from 'zod'
import { createPageHeaders } from '../../api/server/paging.ts'
import * as responses from '../../api/server/responses.ts'
import { bodyProblems, defineRoute, json, noContent, respondWithOutcome } from '../../api/server/route.ts'
import { permissions } from '../../auth/shared/policy.ts'
import { TRASH_DAYS } from '../../shared/limits.ts'
import { trashItem } from '../shared/audit-log-answers.ts'
import { itemsSchema, pageQuerySchema, resourceParams, searchSchema } from '../shared/content-schemas.ts'
import type { Content } from './content.ts'
import type { Trash } from './trash.ts'

interface Services {
  content: Content
  trash: Trash
  basePath: string
}

export function trashRoutes({ content, trash, basePath }: Services) {
  const tag = 'Papelera'
  const path = '/trash'
  return [
    defineRoute({
      id: 'listTrash',
      method: 'GET',
      path,
      access: permissions['trash.read'],
      tag,
      summary: `Lo borrado en los últimos ${TRASH_DAYS} días`,
      query: pageQuerySchema.extend({ q: searchSchema }),
      responses: {
        200: {
          description: 'Lo último borrado primero; X-Total-Count y Link (RFC 8288) para paginar.',
          headers: ['X-Total-Count', 'Link'],
          schema: z.array(trashItem),
        },
      },
      async handle({ query }) {
        const { items, total } = await trash.list(query)
        return json(items, { headers: createPageHeaders(basePath + path, query, total) })
      },
    }),
    defineRoute({
      id: 'deleteItems',
      method: 'POST',
      path,
      access: permissions['content.write'],
      tag,
      summary: 'Borrar varios de un recurso: todos van a la papelera, de una vez',
      body: itemsSchema,
      responses: { 200: { description: 'Los que estaban y se borraron.', schema: responses.ids } },
      problems: [...bodyProblems, 'not-found'],
      handle: async ({ body: { resource, ids }, caller }) =>
        respondWithOutcome(await content.remove(resource, ids, caller.user), (removed) =>
          json({ ids: removed }),
        ),
    }),
    defineRoute({
      id: 'emptyTrash',
      method: 'DELETE',
      path,
      access: permissions['trash.purge'],
      tag,
      summary: 'Vaciar la papelera, para siempre',
      responses: { 204: { description: 'Vacía.' } },
      async handle({ caller }) {
        await trash.empty(caller.user)
        return noContent()
      },
    }),
    defineRoute({
      id: 'restoreItems',
      method: 'POST',
      path: `${path}/restore`,
      access: permissions['content.write'],
      tag,
      summary: 'Restaurar varios de un recurso: todos o ninguno',
      body: itemsSchema,
      responses: {
        200: {
          description: 'Los que estaban en la papelera y volvieron.',
          schema: z.array(responses.getAnyEntitySchema()),
        },
      },
      problems: [...bodyProblems, 'not-found', 'title-taken'],
      handle: async ({ body: { resource, ids }, caller }) =>
        respondWithOutcome(await content.restore(resource, ids, caller.user), (entities) => json(entities)),
    }),
    defineRoute({
      id: 'restoreItem',
      method: 'POST',
      path: `${path}/:resource/:id/restore`,
      access: permissions['content.write'],
      tag,
      summary: 'Restaurar lo borrado, tal como estaba',
      params: resourceParams,
      responses: {
        200: { description: 'De vuelta en su lugar.', schema: responses.getAnyEntitySchema() },
      },
      problems: ['not-found', 'title-taken'],
      handle: async ({ params: { resource, id }, caller }) =>
        respondWithOutcome(await content.restore(resource, [id], caller.user), ([entity]) => json(entity)),
    }),
    defineRoute({
      id: 'deleteItemForever',
      method: 'DELETE',
      path: `${path}/:resource/:id`,
      access: permissions['trash.purge'],
      tag,
      summary: 'Borrar para siempre algo de la papelera',
      params: resourceParams,
      responses: { 204: { description: 'Ya no está, ni sus versiones anteriores.' } },
      problems: ['not-found'],
      handle: async ({ params: { resource, id }, caller }) =>
        respondWithOutcome(await trash.purge(resource, id, caller.user), () => noContent()),
    }),
  ] as const
}
