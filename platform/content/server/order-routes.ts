/** The order that people give the items of a resource. */

import * as responses from '../../api/server/responses.ts'
import { answerOutcome, json, type Route, withValidBody, writeProblems } from '../../api/server/route.ts'
import type { ApiServices } from '../../api/server/services.ts'
import { BODY_MAX_BYTES } from '../../shared/limits.ts'
import { orderSchema } from '../shared/content-schemas.ts'
import { declarationOf, type ResourceName } from '../shared/resources.ts'
import type { Ordered } from './ordering.ts'

/** The tag of an If-Match; null: anything goes. A leading W/ is ignored, since proxies add it. */
const expectedTag = (ifMatch: string | null): string | null =>
  ifMatch === null || ifMatch.trim() === '*' ? null : ifMatch.trim().replace(/^(?:W\/)?"(.*)"$/, '$1')

const answer = ({ ids, tag }: Ordered): Response => json({ ids }, { headers: { ETag: `"${tag}"` } })

export function orderRoutes(resource: ResourceName, { ordering }: ApiServices): Route[] {
  const { words, ordered } = declarationOf(resource)
  if (!ordered) return []
  const name = responses.entityName(resource)
  const path = `/order/${resource}`
  return [
    {
      id: `getOrderOf${name}`,
      method: 'GET',
      path,
      access: 'content.order',
      tag: words.many,
      summary: `El orden a mano de ${words.many.toLowerCase()}, con lo que no se ve`,
      responses: { 200: { description: 'El ETag cambia con el orden.', schema: responses.ids } },
      problems: ['sign-in-needed'],
      handle: async () => answer(await ordering.read(resource)),
    },
    {
      id: `setOrderOf${name}`,
      method: 'PUT',
      path,
      access: 'content.order',
      tag: words.many,
      summary: `Ordenar ${words.many.toLowerCase()}: el sitio sigue este orden, y lo nuevo va primero`,
      headers: ['If-Match'],
      body: { schema: orderSchema, maxBytes: BODY_MAX_BYTES },
      responses: { 200: { description: 'Como quedó.', schema: responses.ids } },
      problems: ['missing-fields', 'invalid-fields', ...writeProblems, 'edited-meanwhile'],
      async handle({ request, body, caller }) {
        const expected = expectedTag(request.headers.get('If-Match'))
        return withValidBody(orderSchema, body, async ({ ids }) =>
          answerOutcome(await ordering.write(resource, ids, { by: caller.user, expected }), answer),
        )
      },
    },
  ]
}
