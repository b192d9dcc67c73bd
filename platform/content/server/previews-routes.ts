/** Routes for preview links, which show a hidden item to people without an account. */

import * as responses from '../../api/server/responses.ts'
import { defineRoute, json, noContent, respondWithOutcome } from '../../api/server/route.ts'
import { permissions } from '../../auth/shared/policy.ts'
import { PREVIEW_DAYS } from '../../shared/limits.ts'
import { previewLink } from '../shared/entity-parts.ts'
import { getDeclaration, type ResourceName } from '../shared/resources.ts'
import type { Previews } from './previews.ts'

export function previewRoutes(resource: ResourceName, { previews }: { previews: Previews }) {
  const { words } = getDeclaration(resource)
  const name = responses.entityName(resource)
  const path = `/${resource}/:id/preview` as const
  const what = `${words.article === 'la' ? 'una' : 'un'} ${words.one}`
  return [
    defineRoute({
      id: `create${name}Preview`,
      method: 'POST',
      path,
      access: permissions['content.preview'],
      tag: words.many,
      summary: `Un enlace para ver ${what} antes de que se publique, sin cuenta; reemplaza al anterior`,
      responses: {
        201: {
          description: `La dirección, que no se vuelve a decir y anda ${PREVIEW_DAYS} días.`,
          schema: previewLink,
        },
      },
      problems: ['not-found'],
      handle: async ({ params }) =>
        respondWithOutcome(await previews.create(resource, params.id), (link) => json(link, { status: 201 })),
    }),
    defineRoute({
      id: `delete${name}Preview`,
      method: 'DELETE',
      path,
      access: permissions['content.preview'],
      tag: words.many,
      summary: `Anular el enlace de vista previa de ${what}`,
      responses: { 204: { description: 'Ya no anda ninguno.' } },
      problems: ['not-found'],
      handle: async ({ params }) =>
        respondWithOutcome(await previews.revoke(resource, params.id), () => noContent()),
    }),
  ] as const
}
