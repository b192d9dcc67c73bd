/** Serves the files under /share: the share images of pages, and the pictures and QR codes of share image sets. */

import { encodeUncompressed } from '../../../platform/cache/encoding.ts'
import {
  type CachedResponse,
  IMMUTABLE_CACHE_CONTROL,
  type ResponseCreator,
} from '../../../platform/cache/response-cache.ts'
import type { AnyEntity } from '../../../platform/content/shared/resources.ts'
import { toPngPath } from '../../../platform/content/shared/share-set.ts'
import {
  hasShareSet,
  type ShareSetResource,
  shareSetResources,
} from '../../../platform/content/shared/share-set-resources.ts'
import { problemResponse } from '../../../platform/http/problem-response.ts'
import { EMBEDDABLE, SANDBOX_POLICY } from '../../../platform/http/security-headers.ts'
import type { DocumentServices } from '../../../platform/seo/document-source.ts'
import { createPictureDocument, type FindDocument } from '../../../platform/seo/document-source.ts'
import type { Head } from '../../../platform/settings/shared/club-types.ts'
import { drawPageCard } from './drawing-process.ts'
import { createQrPng, createQrSvg } from './qr.ts'
import { createCaption, formatPlace } from './share-set-drawings.ts'
import type { ShareSetPictures } from './share-set-pictures.ts'
import type { ShareSets } from './share-sets.ts'
import { parseShareSetPath, type ShareSetFile, type ShareSetNames } from './share-sets.ts'

/**
 * Paths of share images, as platform/shared/public-paths.ts writes them: `/share/<page>.jpg` and
 * `/share/<folder>/<id>.jpg`.
 */
const JPEG_PATH = /^\/share\/(?:(\w+)\/)?([\w-]+)\.jpg$/

/** @returns the folder and the name of a share image. The folder is null for the image of a page. null for other paths */
export function parseShareImagePath(path: string): { folder: string | null; name: string } | null {
  const [, folder = null, name] = JPEG_PATH.exec(path) ?? []
  return name === undefined ? null : { folder, name }
}

interface Services extends DocumentServices {
  shareSets: ShareSets
  shareSetPictures: Pick<ShareSetPictures, 'read'>
}

export function shareDocuments(services: Services): FindDocument {
  const { content, shareSets, settings, getPageHeads } = services

  const pageCard =
    (key: string): ResponseCreator =>
    async (dependencies) => {
      const site = await settings(dependencies)
      const heads = getPageHeads(site)
      if (!Object.hasOwn(heads, key)) return problemResponse('not-found')
      const title = removeClubName((heads[key] as Head).title)
      const jpeg = await drawPageCard(title, createCaption(site, formatPlace(site.identity)))
      return createPictureDocument(jpeg, 'image/jpeg')
    }

  /** Redirects addresses from a time when names of pictures had no hash. */
  const formerPreview =
    (resource: ShareSetResource, id: string): ResponseCreator =>
    async ({ reads }) => {
      reads(resource)
      const found = await content.one(resource, id, 'visitors')
      return redirect(found && (await shareSets.getNames(resource, found.entity)).preview)
    }

  return (path) => {
    const file = parseShareSetPath(path)
    if (file) return { fill: serveShareSetFile(file, services), cache: 'share-images' }
    const image = parseShareImagePath(path)
    if (!image) return null
    const { folder, name } = image
    if (folder === null) return { fill: pageCard(name), cache: 'share-images' }
    return hasShareSet(folder) ? { fill: formerPreview(folder, name), cache: null } : null
  }
}

/** Removes the club's name from the title of a page: "<name> · <club>". */
const removeClubName = (title: string): string => title.split(' · ')[0] as string

type ShareSetServices = Pick<Services, 'content' | 'shareSets' | 'shareSetPictures'>

/**
 * Serves a file under its current name, and redirects its former names. Social networks request former names again, and so
 * receive the picture of a night that is now cancelled. Former names of a hidden item get 404, and only administrators know
 * its current names.
 */
const serveShareSetFile =
  (file: ShareSetFile, { content, shareSets, shareSetPictures }: ShareSetServices): ResponseCreator =>
  async ({ reads }) => {
    for (const resource of shareSetResources) reads(resource)
    reads('settings')
    const found = await findItem(content, file.id)
    if (!found) return problemResponse('not-found')
    const { resource, item, isVisible } = found
    const current = findPath(await shareSets.getNames(resource, item), file)
    if (current !== file.path) return redirect(isVisible ? current : null)
    if (file.part === 'qr') {
      const address = shareSets.getQrTarget(resource, item) as string
      return file.isPng
        ? fileResponse(createQrPng(address), 'image/png', isVisible)
        : fileResponse(createQrSvg(address), 'image/svg+xml', isVisible)
    }
    const bytes = await shareSetPictures.read(resource, file.id, file.part, file.path)
    if (bytes !== null) return fileResponse(bytes, 'image/jpeg', isVisible)
    const missing = problemResponse('not-found')
    missing.headers.set('Cache-Control', 'no-store')
    return missing
  }

interface FoundItem {
  resource: ShareSetResource
  item: AnyEntity
  isVisible: boolean
}

async function findItem(content: ShareSetServices['content'], id: string): Promise<FoundItem | null> {
  for (const resource of shareSetResources) {
    const found = await content.withPreviewOf(id).one(resource, id, 'visitors')
    if (!found) continue
    const isVisible = (await content.one(resource, id, 'visitors')) !== null
    return { resource, item: found.entity, isVisible }
  }
  return null
}

function findPath(names: ShareSetNames, { part, isPng }: ShareSetFile): string | null {
  const path = names[part]
  return path !== null && isPng ? toPngPath(path) : path
}

/** @param path null when the file does not exist */
const redirect = (path: string | null): Response =>
  path === null
    ? problemResponse('not-found')
    : new Response(null, { status: 302, headers: { Location: path, 'Cache-Control': 'no-cache' } })

const fileResponse = (bytes: Uint8Array, type: string, isVisible: boolean): CachedResponse => ({
  status: 200,
  headers: [
    ['Cache-Control', isVisible ? IMMUTABLE_CACHE_CONTROL : 'private, no-store'],
    ['Content-Type', type],
    ['X-Content-Type-Options', 'nosniff'],
    ['Content-Security-Policy', SANDBOX_POLICY],
    EMBEDDABLE,
  ],
  encoded: encodeUncompressed(bytes),
})
