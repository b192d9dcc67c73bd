/** Routes that return the page of an item with unsaved values. The form shows it beside the fields. */

import type { z } from 'zod'
import * as responses from '../../api/server/responses.ts'
import { defineRoute } from '../../api/server/route.ts'
import { permissions } from '../../auth/shared/policy.ts'
import { problemResponse } from '../../http/problem-response.ts'
import type { PreviewPage } from '../../pages/shared/reader.ts'
import { updateSchema } from '../shared/content-schemas.ts'
import { findItemPage } from '../shared/item-pages.ts'
import { getDeclaration, type ResourceName } from '../shared/resources.ts'
import type { Content } from './content.ts'

interface Services {
  content: Content
  previewPage: PreviewPage
}

type ItemSchema = z.ZodType<unknown, Record<string, unknown>>

/** The id in the path of a new item. No item has it, because ids are UUIDs. */
const NEW_ID = 'new'

/** Returns no routes for resources whose form shows no page. */
export function unsavedPageRoutes(resource: ResourceName, { content, previewPage }: Services) {
  const declaration = getDeclaration(resource)
  if (!declaration.isPageBesideForm) return []
  const { words } = declaration
  return [
    defineRoute({
      id: `preview${responses.entityName(resource)}`,
      method: 'POST',
      path: `/${resource}/:id/page`,
      access: permissions['content.preview'],
      tag: words.many,
      summary: `Ver ${words.article === 'la' ? 'una' : 'un'} ${words.one} en su página antes de guardar: el mismo pedido que para modificar o, con \`${NEW_ID}\` como _id, para crear. No se guarda nada`,
      get unparsedBody(): ItemSchema {
        return updateSchema(declaration)
      },
      responses: {
        200: {
          description: 'La página como quedaría. Una imagen nueva se muestra como vino.',
          contentType: 'text/html',
          headers: ['ETag'],
        },
      },
      problems: ['invalid-fields', 'missing-fields', 'not-found'],
      async handle({ request, params, body }) {
        const id = params.id === NEW_ID ? null : params.id
        const unsaved = await content.presentUnsaved(resource, id, body)
        if (!unsaved.ok) return problemResponse(unsaved.problem, unsaved.extras)
        const entity = unsaved.value
        const path = findItemPage(resource, entity)
        return previewPage(path, { item: { resource, entity } }, request)
      },
    }),
  ] as const
}
