/** How the files of share kits are served, under /share. None is drawn for who asks: they are made in the background (maker.ts). */
import { setTimeout as sleep } from 'node:timers/promises'
import { asItIs } from '../../../platform/cache/encoding.ts'
import { type CachedResponse, type Fill, IMMUTABLE } from '../../../platform/cache/response-cache.ts'
import type { Content } from '../../../platform/content/server/content.ts'
import type { AnyEntity } from '../../../platform/content/shared/resources.ts'
import { pngOf } from '../../../platform/content/shared/share-set.ts'
import { type KitResource, kitResources } from '../../../platform/content/shared/share-set-resources.ts'
import { problemResponse } from '../../../platform/http/problem-response.ts'
import { BARE_POLICY, EMBEDDABLE } from '../../../platform/http/security-headers.ts'
import type { MediaStore } from '../../../platform/media/server/store.ts'
import { type KitFile, type KitNames, type ShareKits, storedAs } from './kits.ts'
import type { ShareMaker } from './maker.ts'
import { qrPng, qrSvg } from './qr.ts'

interface KitHandlerOptions {
  content: Content
  kits: ShareKits
  maker: Pick<ShareMaker, 'wish'>
  store: Pick<MediaStore, 'read'>
}

/** A picture that is being made is waited for so long, and looked for so often. ms */
const PATIENCE_MS = 5_000
const LOOK_MS = 200

interface Found {
  resource: KitResource
  item: AnyEntity
  names: KitNames
  /** Whether visitors see it. */
  isSeen: boolean
}

export function createKitHandler({ content, kits, maker, store }: KitHandlerOptions) {
  async function find(id: string): Promise<Found | null> {
    for (const resource of kitResources) {
      const found = await content.revealing(id).one(resource, id, 'visitors')
      if (!found) continue
      const isSeen = (await content.one(resource, id, 'visitors')) !== null
      return { resource, item: found.entity, names: await kits.namesOf(resource, found.entity), isSeen }
    }
    return null
  }

  /** Its bytes, once they are there. */
  async function waitFor(path: string): Promise<Uint8Array | null> {
    const until = performance.now() + PATIENCE_MS
    let bytes = await store.read(storedAs(path))
    if (bytes === null) await maker.wish(path)
    while (bytes === null && performance.now() < until) {
      await sleep(LOOK_MS)
      bytes = await store.read(storedAs(path))
    }
    return bytes
  }

  const pathIn = (names: KitNames, { part, isPng }: Pick<KitFile, 'part' | 'isPng'>): string | null => {
    const path = names[part]
    return path !== null && isPng ? pngOf(path) : path
  }

  /**
   * A name that is not what is shown now leads to the one that is: networks ask again for what they once showed, and shall
   * hear that a night is cancelled. Of what is hidden only those know a name who administer it.
   */
  const fillOf =
    (file: KitFile): Fill =>
    async ({ reads }) => {
      for (const resource of kitResources) reads(resource)
      reads('settings')
      const found = await find(file.id)
      if (!found) return problemResponse('not-found')
      const current = pathIn(found.names, file)
      if (current !== file.path) return found.isSeen ? leadTo(current) : problemResponse('not-found')
      const address = kits.qrLeadsTo(found.resource, found.item)
      if (file.part === 'qr' && address !== null)
        return file.isPng
          ? served(qrPng(address), 'image/png', found.isSeen)
          : served(qrSvg(address), 'image/svg+xml', found.isSeen)
      const bytes = await waitFor(file.path)
      if (bytes !== null) return served(bytes, 'image/jpeg', found.isSeen)
      const missing = problemResponse('not-found')
      missing.headers.set('Cache-Control', 'no-store')
      return missing
    }

  return {
    fillOf,

    /** Addresses that pages gave until their pictures had names of their own. */
    formerly:
      (resource: KitResource, id: string): Fill =>
      async ({ reads }) => {
        reads(resource)
        const found = await content.one(resource, id, 'visitors')
        return found
          ? leadTo((await kits.namesOf(resource, found.entity)).preview)
          : problemResponse('not-found')
      },
  }
}

const leadTo = (path: string | null): Response =>
  path === null
    ? problemResponse('not-found')
    : new Response(null, { status: 302, headers: { Location: path, 'Cache-Control': 'no-cache' } })

/** @param isSeen what is hidden is nobody's to keep */
const served = (bytes: Uint8Array, type: string, isSeen: boolean): CachedResponse => ({
  status: 200,
  headers: [
    ['Cache-Control', isSeen ? IMMUTABLE : 'private, no-store'],
    ['Content-Type', type],
    ['X-Content-Type-Options', 'nosniff'],
    ['Content-Security-Policy', BARE_POLICY],
    EMBEDDABLE,
  ],
  encoded: asItIs(bytes),
})
