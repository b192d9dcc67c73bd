/**
 * The file names of share image sets. A name consists of the item's id and a hash of everything that the file shows. So the
 * name is known before the file is drawn, and a file never changes under its name. The hash uses a secret key. Otherwise
 * visitors could guess the words of a night that is not announced, and test whether such a file exists.
 */

import { createHmac, randomBytes } from 'node:crypto'
import type { Share } from '../../../platform/content/shared/entity-parts.ts'
import { findItemPage } from '../../../platform/content/shared/item-pages.ts'
import { type AnyEntity, getDeclaration } from '../../../platform/content/shared/resources.ts'
import {
  addSource,
  QR_SOURCE,
  type ShareFormat,
  shareFormatNames,
  TEXT_SOURCE,
} from '../../../platform/content/shared/share-set.ts'
import { hasShareSet, type ShareSetResource } from '../../../platform/content/shared/share-set-resources.ts'
import type { Database } from '../../../platform/db/connect.ts'
import { readSetting, replaceSetting } from '../../../platform/db/settings.ts'
import type { Env } from '../../../platform/process/env.ts'
import type { SettingsService } from '../../../platform/settings/server/settings-service.ts'
import { findLostParts } from './characters.ts'
import { createDrawing, type Drawing } from './share-set-drawings.ts'
import { createShareText } from './share-set-text.ts'

/** Increase this when the look of pictures changes, because a file never changes under its name. */
const TEMPLATE = '2'

const SHARE_PATH = '/share/'
const NAME =
  /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})-(preview|post|story|qr)-[0-9a-f]{16}\.(jpg|svg|png)$/

/** Paths of an item's files. `qr` is the SVG. */
export type ShareSetNames = Record<ShareFormat, string> & { qr: string | null }

export interface ShareSetFile {
  id: string
  part: keyof ShareSetNames
  path: string
  isPng: boolean
}

/** @returns null when the path is not that of a file of a share image set */
export function parseShareSetPath(path: string): ShareSetFile | null {
  const [, id, part, extension] = NAME.exec(path.slice(SHARE_PATH.length)) ?? []
  if (!path.startsWith(SHARE_PATH) || id === undefined) return null
  return (part === 'qr') === (extension !== 'jpg')
    ? { id, part: part as keyof ShareSetNames, path, isPng: extension === 'png' }
    : null
}

const PREFIX = 'share-'

/** Returns the name of a picture in the media store. */
export const getStoredName = (path: string): string => PREFIX + path.slice(SHARE_PATH.length)

/** @returns null when a file of the media store does not belong to a share image set */
export const getPathOfStoredFile = (name: string): string | null =>
  name.startsWith(PREFIX) ? SHARE_PATH + name.slice(PREFIX.length) : null

export interface ShareSets {
  /** @param item the item with the values that visitors see, or will see after publication */
  getPictures(resource: ShareSetResource, item: AnyEntity): Promise<Record<ShareFormat, ShareSetPicture>>
  getNames(resource: ShareSetResource, item: AnyEntity): Promise<ShareSetNames>
  /** Returns the share image set for an administrator's view of an item. null when its resource has none. */
  getShareSet(resource: string, item: AnyEntity): Promise<Share | null>
  /** Returns the address in the QR code of an item. null when SITE_URL is not set. */
  getQrTarget(resource: ShareSetResource, item: AnyEntity): string | null
}

export interface ShareSetPicture extends Drawing {
  path: string
}

interface KitsOptions {
  database: Database
  settings: Pick<SettingsService, 'all'>
  env: Pick<Env, 'siteUrl'>
  /** Current time. ms since 1970 */
  now: () => number
}

/** The row of `settings` that stores the secret key. */
const KEY = 'share-key'
const KEY_BYTES = 32
/** Length of the hash in file names. Bytes */
const HASH_BYTES = 8

export function createShareSets({ database, settings, env, now }: KitsOptions): ShareSets {
  let key: Promise<string> | null = null

  async function readKey(): Promise<string> {
    const known = await readSetting(database.read, KEY)
    if (known !== null) return known
    const made = randomBytes(KEY_BYTES).toString('hex')
    const isOurs = await database.write((tx) => replaceSetting(tx, KEY, null, made))
    // If another process has stored a key first, that key is used.
    return isOurs ? made : ((await readSetting(database.read, KEY)) ?? made)
  }

  function keyOnce(): Promise<string> {
    if (key === null) {
      const reading = readKey()
      key = reading
      reading.catch(() => {
        if (key === reading) key = null
      })
    }
    return key
  }

  const getAddress = (resource: ShareSetResource, item: AnyEntity, source: string): string | null =>
    env.siteUrl === null || isWithoutPage(resource, item)
      ? null
      : addSource(env.siteUrl + findItemPage(resource, item), source)

  async function nameFile(
    id: string,
    part: keyof ShareSetNames,
    extension: string,
    shown: unknown,
  ): Promise<string> {
    const hash = createHmac('sha256', await keyOnce()).update(JSON.stringify([TEMPLATE, id, part, shown]))
    return `${SHARE_PATH}${id}-${part}-${hash.digest('hex').slice(0, 2 * HASH_BYTES)}.${extension}`
  }

  async function getPictures(resource: ShareSetResource, item: AnyEntity) {
    const words = await settings.all()
    const pictures = shareFormatNames.map(async (format): Promise<[ShareFormat, ShareSetPicture]> => {
      const drawing = createDrawing[resource](item, format, words, now())
      const path = await nameFile(item._id, format, 'jpg', [drawing.shown, drawing.picture.base])
      return [format, { ...drawing, path }]
    })
    return Object.fromEntries(await Promise.all(pictures)) as Record<ShareFormat, ShareSetPicture>
  }

  async function getNames(resource: ShareSetResource, item: AnyEntity): Promise<ShareSetNames> {
    const { preview, post, story } = await getPictures(resource, item)
    const address = getAddress(resource, item, QR_SOURCE)
    return {
      preview: preview.path,
      post: post.path,
      story: story.path,
      qr: address && (await nameFile(item._id, 'qr', 'svg', address)),
    }
  }

  return {
    getPictures,
    getNames,

    async getShareSet(resource, item) {
      if (!hasShareSet(resource)) return null
      const [names, words] = await Promise.all([getNames(resource, item), settings.all()])
      // A story has every text that the other pictures have.
      const { texts } = createDrawing[resource](item, 'story', words, now())
      return {
        ...names,
        lost: findLostParts(texts),
        text: createShareText[resource](item, words, getAddress(resource, item, TEXT_SOURCE), now()),
      }
    },

    getQrTarget: (resource, item) => getAddress(resource, item, QR_SOURCE),
  }
}

/** True for items in the trash, which have no page. */
const isWithoutPage = (resource: ShareSetResource, item: AnyEntity): boolean =>
  getDeclaration(resource).page !== undefined && typeof item.slug !== 'string'
