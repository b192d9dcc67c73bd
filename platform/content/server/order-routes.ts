/** Routes for the manual order of a resource. */

import * as responses from '../../api/server/responses.ts'
import { defineRoute, json, respondWithEntity, respondWithOutcome } from '../../api/server/route.ts'
import { permissions } from '../../auth/shared/policy.ts'
import { orderSchema } from '../shared/content-schemas.ts'
import { getDeclaration, type ResourceName } from '../shared/resources.ts'
import type { ItemOrder, Ordering } from './ordering.ts'

const toEtag = ({ tag }: ItemOrder): string => `"${tag}"`
const answer = (order: ItemOrder): Response => json({ ids: order.ids }, { headers: { ETag: toEtag(order) } })

export function orderRoutes(resource: ResourceName, { ordering }: { ordering: Ordering }) {
  const { words, ordered } = getDeclaration(resource)
  if (!ordered) return []
  const name = responses.entityName(resource)
  const path = `/order/${resource}` as const
  return [
    defineRoute({
      id: `getOrderOf${name}`,
      method: 'GET',
      path,
      access: permissions['content.order'],
      tag: words.many,
      summary: `El orden a mano de ${words.many.toLowerCase()}, con lo que no se ve`,
      headers: ['If-None-Match'],
      responses: { 200: { description: 'El ETag cambia con el orden.', schema: responses.ids } },
      async handle({ request }) {
        const order = await ordering.read(resource)
        return respondWithEntity(request, { ids: order.ids }, toEtag(order), 'private, no-store')
      },
    }),
    defineRoute({
      id: `setOrderOf${name}`,
      method: 'PUT',
      path,
      access: permissions['content.order'],
      tag: words.many,
      summary: `Ordenar ${words.many.toLowerCase()}: el sitio sigue este orden, y lo nuevo va primero`,
      headers: ['If-Match', 'If-None-Match'],
      body: orderSchema,
      responses: { 200: { description: 'Como quedó.', schema: responses.ids } },
      problems: ['missing-fields', 'invalid-fields'],
      handle: async ({ body: { ids }, caller: { user: by }, precondition }) =>
        respondWithOutcome(await ordering.write(resource, ids, { by, precondition }), answer),
    }),
  ] as const
}
