/** Declares the share images of residents and of agency artists. */

import type { ResponseCreator } from '../../../platform/cache/response-cache.ts'
import { shareFormats } from '../../../platform/content/shared/share-set.ts'
import { problemResponse } from '../../../platform/http/problem-response.ts'
import { findStoredJpeg } from '../../../platform/media/server/variants.ts'
import type { DocumentServices } from '../../../platform/seo/document-source.ts'
import { createPictureDocument, type FindDocument } from '../../../platform/seo/document-source.ts'
import { createCaption, drawNewsCard, parseShareImagePath } from '../../share-images/index.server.ts'
import { artistResources } from '../shared/artist-resources.ts'

export function createArtistDocuments({ content, store, settings }: DocumentServices): FindDocument {
  const shareImage =
    (id: string): ResponseCreator =>
    async (dependencies) => {
      for (const resource of artistResources) dependencies.reads(resource)
      const [resident, artist] = await Promise.all(
        artistResources.map((resource) => content.one(resource, id, 'visitors')),
      )
      const entity = (resident ?? artist)?.entity
      if (!entity) return problemResponse('not-found')
      const right = 'nationality' in entity ? entity.nationality : 'Residente'
      const caption = createCaption(await settings(dependencies), right)
      const { photo } = entity.images
      const bytes = photo ? await store.read(findStoredJpeg(photo, shareFormats.preview.width)) : null
      const jpeg = await drawNewsCard('preview', entity.name, bytes, caption)
      return createPictureDocument(jpeg, 'image/jpeg')
    }

  return (path) => {
    const image = parseShareImagePath(path)
    return image?.folder === 'artists' ? { fill: shareImage(image.name), cache: 'share-images' } : null
  }
}
