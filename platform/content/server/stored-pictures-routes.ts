/** The route that lists the pictures of all items, so that forms can use them again. */
import { z } from 'zod'
import { createPageHeaders } from '../../api/server/paging.ts'
import { defineRoute, json } from '../../api/server/route.ts'
import { permissions } from '../../auth/shared/policy.ts'
import type { Database } from '../../db/connect.ts'
import { findAnyRows } from '../../db/item-queries.ts'
import { listStoredPictures, type PictureUse } from '../../db/stored-pictures.ts'
import type { ContentRow } from '../../db/tables.ts'
import type { Images } from '../../media/server/images.ts'
import { formatItemName } from '../shared/item-names.ts'
import { getDeclaration } from '../shared/resources.ts'
import { picturesQuerySchema, type StoredPicture, storedPicture } from '../shared/stored-picture.ts'
import type { Alt } from './versions.ts'

interface Services {
  database: Database
  images: Images
  basePath: string
}

export function storedPicturesRoutes({ database, images, basePath }: Services) {
  const path = '/pictures'

  /** Describes uses. A use whose item is deleted meanwhile is left out. */
  async function describe(uses: PictureUse[]): Promise<StoredPicture[]> {
    const [pictures, ...found] = await Promise.all([
      images.pictures(uses.map(({ mediaId }) => mediaId)),
      ...[...Map.groupBy(uses, ({ resource }) => resource)].map(([resource, some]) =>
        findAnyRows(
          database.read,
          resource,
          some.map(({ id }) => id),
        ),
      ),
    ])
    const rows = new Map(found.flat().map((row): [string, ContentRow] => [row.id, row]))
    return uses.flatMap(({ resource, id, field, mediaId }) => {
      const [picture, row] = [pictures.get(mediaId), rows.get(id)]
      if (!picture || !row) return []
      const declaration = getDeclaration(resource)
      const name = formatItemName(declaration, row)
      const date = row[declaration.orderBy ?? '']
      const alt = (JSON.parse(row.alt) as Alt)[field] ?? null
      return [{ picture, resource, item: id, field, name, date: typeof date === 'string' ? date : null, alt }]
    })
  }

  return [
    defineRoute({
      id: 'listPictures',
      method: 'GET',
      path,
      access: permissions['content.read-hidden'],
      tag: 'Imágenes',
      summary: 'Las imágenes que ya usa el contenido, cada una con lo último que la usa',
      query: picturesQuerySchema,
      responses: {
        200: {
          description: 'Las últimas que se subieron primero; X-Total-Count y Link (RFC 8288) para paginar.',
          headers: ['X-Total-Count', 'Link'],
          schema: z.array(storedPicture),
        },
      },
      async handle({ query }) {
        const { q, undescribed, limit, page } = query
        const { uses, total } = await listStoredPictures(database, {
          q,
          isUndescribed: undescribed === '1',
          limit,
          page,
        })
        return json(await describe(uses), { headers: createPageHeaders(basePath + path, query, total) })
      },
    }),
  ] as const
}
