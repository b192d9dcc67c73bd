/** Serves the podcast feed, its cover, and the share images of recordings. */

import type { ResponseCreator } from '../../../platform/cache/response-cache.ts'
import { getDeclaration } from '../../../platform/content/shared/resources.ts'
import { shareFormats } from '../../../platform/content/shared/share-set.ts'
import { problemResponse } from '../../../platform/http/problem-response.ts'
import { findStoredJpeg } from '../../../platform/media/server/variants.ts'
import type { DocumentServices } from '../../../platform/seo/document-source.ts'
import {
  createPictureDocument,
  createTextSource,
  type FindDocument,
} from '../../../platform/seo/document-source.ts'
import {
  createCaption,
  drawNightCard,
  drawSquareCover,
  parseShareImagePath,
} from '../../share-images/index.server.ts'
import { PODCAST_COVER_PATH, PODCAST_FEED_PATH } from '../shared/recording-addresses.ts'
import {
  getRecordingTitle,
  type RecordingResource,
  recordingResources,
} from '../shared/recording-resources.ts'
import { writePodcastFeed } from './podcast-feed.ts'

export function createRecordingDocuments(services: DocumentServices): FindDocument {
  const { siteUrl, content, images, store, settings } = services

  const cover: ResponseCreator = async (dependencies) => {
    const { identity, look } = await settings(dependencies)
    return createPictureDocument(await drawSquareCover('Podcast', identity.name, look.accent), 'image/jpeg')
  }

  const shareImage =
    (resource: RecordingResource, id: string): ResponseCreator =>
    async (dependencies) => {
      dependencies.reads(resource)
      const found = await content.one(resource, id, 'visitors')
      if (!found) return problemResponse('not-found')
      const { flyer } = found.entity.images
      const bytes = await store.read(findStoredJpeg(flyer, shareFormats.preview.height))
      const { width, height } = flyer
      const title = getRecordingTitle(found.entity)
      const kind = getDeclaration(resource).words.one
      const words = { date: kind[0]?.toUpperCase() + kind.slice(1), title, stamp: null, lineup: [] }
      const caption = createCaption(await settings(dependencies), '')
      const jpeg = await drawNightCard('preview', words, bytes && { bytes, width, height }, caption)
      return createPictureDocument(jpeg, 'image/jpeg')
    }

  return (path) => {
    if (path === PODCAST_COVER_PATH) return { fill: cover, cache: 'share-images' }
    if (path === PODCAST_FEED_PATH && siteUrl !== null)
      return createTextSource('application/rss+xml', async (dependencies) =>
        writePodcastFeed({
          content,
          images,
          site: await settings(dependencies),
          origin: siteUrl,
          path,
          cover: PODCAST_COVER_PATH,
          reads: (resource) => dependencies.reads(resource),
        }),
      )
    const image = parseShareImagePath(path)
    const resource = recordingResources.find((each) => each === image?.folder)
    return image && resource ? { fill: shareImage(resource, image.name), cache: 'share-images' } : null
  }
}
