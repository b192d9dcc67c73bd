/** The route that finds an item by its title. For every resource with titles. */

import * as responses from '../../api/server/responses.ts'
import { createAnswerEtag, defineRoute, respondWithEntity } from '../../api/server/route.ts'
import { permissions } from '../../auth/shared/policy.ts'
import { problemResponse } from '../../http/problem-response.ts'
import { fold } from '../../shared/text/fold.ts'
import { findTitleField } from '../shared/fields.ts'
import { type AnyEntity, getDeclaration, type ResourceName } from '../shared/resources.ts'
import { toTitle } from '../shared/titles.ts'
import type { Content } from './content.ts'

export function titleRoutes(
  resource: ResourceName,
  { content, basePath }: { content: Content; basePath: string },
) {
  const declaration = getDeclaration(resource)
  const name = findTitleField(declaration)
  if (name === null) return []
  const { article, one, many } = declaration.words
  const path = `/${resource}/title` as const
  return [
    defineRoute({
      id: `get${responses.entityName(resource)}ByTitle`,
      method: 'GET',
      path: `${path}/:title`,
      access: permissions['content.read'],
      bound: 'lookup',
      tag: many,
      summary: `${article === 'la' ? 'Una' : 'Un'} ${one} por su título; 301 al título nuevo si cambió`,
      headers: ['If-None-Match'],
      responses: {
        200: {
          description: `${article === 'la' ? 'La' : 'El'} ${one}.`,
          schema: responses.getEntitySchema(resource),
        },
        301: { description: 'Location dice el título nuevo.', headers: ['Location'] },
      },
      problems: ['not-found'],
      async handle({ request, params }) {
        const sentTitle = params.title
        const item = await content.byTitle(resource, sentTitle)
        if (!item) return problemResponse('not-found')
        const entity: AnyEntity = item.entity
        const title = String(entity[name])
        if (fold(title) !== fold(toTitle(sentTitle))) {
          const Location = `${basePath}${path}/${encodeURIComponent(title)}`
          return new Response(null, { status: 301, headers: { Location, 'Cache-Control': 'no-cache' } })
        }
        return respondWithEntity(request, item.entity, createAnswerEtag(item))
      },
    }),
  ] as const
}
