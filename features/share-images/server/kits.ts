/**
 * What the files of a share kit are called: after the item and a hash of all that they show, so that a name is known before
 * anything is drawn, and never shows anything else. The hash takes a secret: who knows the words of a night that is not
 * announced cannot tell by a name whether there is one.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { pageOfItem } from '../../../platform/content/shared/item-pages.ts'
import { type AnyEntity, declarationOf } from '../../../platform/content/shared/resources.ts'
import {
  QR_SOURCE,
  type Share,
  type ShareFormat,
  shareFormatNames,
  TEXT_SOURCE,
  withSource,
} from '../../../platform/content/shared/share-set.ts'
import { isKitResource, type KitResource } from '../../../platform/content/shared/share-set-resources.ts'
import type { Database } from '../../../platform/db/connect.ts'
import { readSetting, replaceSetting } from '../../../platform/db/settings.ts'
import type { Env } from '../../../platform/process/env.ts'
import type { SiteWords } from '../../../platform/settings/server/site.ts'
import { drawingOf } from './shown.ts'
import { textOf } from './text.ts'

/** Raise this when what is drawn changes in its looks: files never change under a name. */
const TEMPLATE = '1'

const SHARE_PATH = '/share/'
const NAME =
  /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})-(preview|post|story|qr)-[0-9a-f]{16}\.(jpg|svg|png)$/

/** Paths of an item's files. `qr` is the SVG. */
export type KitNames = Record<ShareFormat, string> & { qr: string | null }

export interface KitFile {
  id: string
  part: keyof KitNames
  path: string
  isPng: boolean
}

/** @returns null: no file of a kit has such a path */
export function kitFileAt(path: string): KitFile | null {
  const [, id, part, extension] = NAME.exec(path.slice(SHARE_PATH.length)) ?? []
  if (!path.startsWith(SHARE_PATH) || id === undefined) return null
  return (part === 'qr') === (extension !== 'jpg')
    ? { id, part: part as keyof KitNames, path, isPng: extension === 'png' }
    : null
}

const PREFIX = 'share-'

/** What a picture is called in the store. */
export const storedAs = (path: string): string => PREFIX + path.slice(SHARE_PATH.length)

/** The path of a picture in the store; null: it belongs to no kit. */
export const pathOfStored = (name: string): string | null =>
  name.startsWith(PREFIX) ? SHARE_PATH + name.slice(PREFIX.length) : null

export interface ShareKits {
  /** @param item as visitors see it, or will */
  namesOf(resource: KitResource, item: AnyEntity): Promise<KitNames>
  /** What administrators get beside an item; null: it has no kit. */
  of(resource: string, item: AnyEntity): Promise<Share | null>
  /** Where its QR leads; null: the site does not know its address. */
  qrLeadsTo(resource: KitResource, item: AnyEntity): string | null
}

interface KitsOptions {
  database: Database
  site: Pick<SiteWords, 'all'>
  env: Pick<Env, 'siteUrl'>
  /** ms since 1970 */
  now: () => number
}

/** The row of `settings` with the secret. */
const KEY = 'share-key'
const KEY_BYTES = 32
/** Of the hash, bytes. */
const HASH_BYTES = 8

export function createShareKits({ database, site, env, now }: KitsOptions): ShareKits {
  let key: Promise<string> | null = null

  async function readKey(): Promise<string> {
    const known = await readSetting(database.read, KEY)
    if (known !== null) return known
    const made = randomBytes(KEY_BYTES).toString('hex')
    const isOurs = await database.write((tx) => replaceSetting(tx, KEY, null, made))
    // Another process was quicker.
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

  const addressOf = (resource: KitResource, item: AnyEntity, source: string): string | null =>
    env.siteUrl === null || isWithoutPage(resource, item)
      ? null
      : withSource(env.siteUrl + pageOfItem(resource, item), source)

  async function namesOf(resource: KitResource, item: AnyEntity): Promise<KitNames> {
    const [secret, words] = await Promise.all([keyOnce(), site.all()])
    const named = (part: keyof KitNames, extension: string, shown: unknown) => {
      const hash = createHmac('sha256', secret).update(JSON.stringify([TEMPLATE, item._id, part, shown]))
      return `${SHARE_PATH}${item._id}-${part}-${hash.digest('hex').slice(0, 2 * HASH_BYTES)}.${extension}`
    }
    const pictures = shareFormatNames.map((format) => {
      const { shown, picture } = drawingOf[resource](item, format, words, now())
      return [format, named(format, 'jpg', [shown, picture.base])]
    })
    const address = addressOf(resource, item, QR_SOURCE)
    return {
      ...(Object.fromEntries(pictures) as Record<ShareFormat, string>),
      qr: address && named('qr', 'svg', address),
    }
  }

  return {
    namesOf,

    async of(resource, item) {
      if (!isKitResource(resource)) return null
      const [names, words] = await Promise.all([namesOf(resource, item), site.all()])
      return { ...names, text: textOf[resource](item, words, addressOf(resource, item, TEXT_SOURCE), now()) }
    },

    qrLeadsTo: (resource, item) => addressOf(resource, item, QR_SOURCE),
  }
}

/** In the bin it has none. */
const isWithoutPage = (resource: KitResource, item: AnyEntity): boolean =>
  declarationOf(resource).page !== undefined && typeof item.slug !== 'string'
