/**
 * Makes the pictures of share kits in the background, one at a time: after a save, when something appears, ends or is
 * revealed, when the club's look changes, and at start. One process of several does it; the others tell it what somebody
 * waits for.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import type { Content } from '../../../platform/content/server/content.ts'
import type { AnyEntity } from '../../../platform/content/shared/resources.ts'
import { type ShareFormat, shareFormatNames } from '../../../platform/content/shared/share-set.ts'
import { type KitResource, kitResources } from '../../../platform/content/shared/share-set-resources.ts'
import type { Database } from '../../../platform/db/connect.ts'
import type { Revised } from '../../../platform/db/content.ts'
import { readSetting, writeSetting } from '../../../platform/db/settings.ts'
import type { MediaStore } from '../../../platform/media/server/store.ts'
import { StorageFull } from '../../../platform/media/server/store.ts'
import { storedJpeg } from '../../../platform/media/server/variants.ts'
import { createBackgroundLoop } from '../../../platform/process/background-loop.ts'
import { type DeletionTime, RECHECK_MS } from '../../../platform/process/clock/deletion-clock.ts'
import type { Log } from '../../../platform/process/log.ts'
import type { SiteWords } from '../../../platform/settings/server/site.ts'
import { kitFileAt, pathOfStored, type ShareKits, storedAs } from './kits.ts'
import { drawingOf } from './shown.ts'

interface MakerOptions {
  database: Database
  content: Content
  site: Pick<SiteWords, 'all'>
  kits: ShareKits
  store: MediaStore
  revisionOf(revised: Revised): number
  /** When the next item of a resource appears, ends or tells more by itself, ms since 1970. */
  nextBoundaryOf(revised: Revised): Promise<number>
  log: Pick<Log, 'error' | 'info'>
  /** ms since 1970 */
  now: () => number
  deletionTime: DeletionTime
}

export interface ShareMaker {
  start(): void
  /** Ends after the picture at hand, or after 4 s. */
  stop(): Promise<void>
  /** Something was written: there may be something to make. */
  wake(): void
  /** Somebody waits for the picture under this path, which is what an item shows now. */
  wish(path: string): Promise<void>
  /** Resolves when nothing is left to make. Needs `start`. */
  idle(): Promise<void>
  /** Removes pictures that nothing shows any more. */
  sweep(at: number): Promise<void>
}

/** Of each resource so many have their pictures made before anybody asks: nights to come first, then the newest. */
const AHEAD = 40
const LOOK_EVERY_MS = 1_000
const SWEEP_EVERY_MS = 86_400_000
/** Pages and posts that name a picture may be read for so long after it has changed. ms */
const KEPT_MS = 86_400_000
/** A picture that could not be drawn is tried again. ms */
const RETRY_MS = 600_000
const FULL_PAUSE_MS = 60_000
const STOP_MS = 4_000
/** Names of files that are known to be there. */
const KNOWN_MAX = 20_000

/** The row of `settings` in which processes leave word of what somebody waits for. */
const WISHES = 'share-wishes'
const WISHES_MAX = 50
/** Of one picture word is left once in so long. ms */
const WISH_EVERY_MS = 10_000

export function createShareMaker({
  database,
  content,
  site,
  kits,
  store,
  revisionOf,
  nextBoundaryOf,
  log,
  now,
  deletionTime,
}: MakerOptions): ShareMaker {
  const known = new Set<string>()
  const failures = new Map<string, number>()
  const wished = new Map<string, number>()
  const waiting = new Set<string>()
  let isOurs = false
  let seen = ''
  let seenUntil = 0
  let sweepAt = 0

  /** Until when what was looked through is as it was. */
  const boundary = async () => Math.min(...(await Promise.all(kitResources.map(nextBoundaryOf))))
  const state = () => [...kitResources, 'settings' as const].map(revisionOf).join()

  async function takeWishes(): Promise<void> {
    if ((await readSetting(database.read, WISHES)) === null) return
    const paths = await database.write(async (tx) => {
      const left = await readSetting(tx, WISHES)
      await tx.deleteFrom('settings').where('key', '=', WISHES).execute()
      return left === null ? [] : (JSON.parse(left) as string[])
    })
    for (const path of paths) waiting.add(path)
  }

  async function isThere(path: string): Promise<boolean> {
    if (known.has(path)) return true
    if ((await store.size(storedAs(path))) === null) return false
    remember(path)
    return true
  }

  function remember(path: string) {
    if (known.size >= KNOWN_MAX) known.clear()
    known.add(path)
  }

  async function make(
    resource: KitResource,
    id: string,
    formats: readonly ShareFormat[],
    stopping: AbortSignal,
  ): Promise<void> {
    for (const format of formats) {
      // Whoever waits goes first.
      if (formats.length > 1) await makeWished(stopping)
      // As visitors see it, or will. Read for each picture: the item may change or go while the one before is drawn.
      const item = (await content.revealing(id).one(resource, id, 'visitors'))?.entity
      if (!item) return
      const path = (await kits.namesOf(resource, item))[format]
      if (stopping.aborted) return
      if ((failures.get(path) ?? 0) > now() || (await isThere(path))) continue
      try {
        await store.put(storedAs(path), await draw(resource, item, format))
        remember(path)
        failures.delete(path)
      } catch (error) {
        if (error instanceof StorageFull) throw error
        if (failures.size >= WISHES_MAX) failures.clear()
        failures.set(path, now() + RETRY_MS)
        log.error({ error, path }, 'a share image could not be made')
      }
    }
  }

  async function draw(resource: KitResource, item: AnyEntity, format: ShareFormat): Promise<Uint8Array> {
    const drawing = drawingOf[resource](item, format, await site.all(), now())
    return drawing.draw(await store.read(storedJpeg(drawing.picture, drawing.width)))
  }

  async function makeWished(stopping: AbortSignal): Promise<void> {
    await takeWishes()
    for (const path of waiting) {
      if (stopping.aborted) return
      waiting.delete(path)
      const file = kitFileAt(path)
      if (file === null || file.part === 'qr') continue
      for (const resource of kitResources) await make(resource, file.id, [file.part], stopping)
    }
  }

  /** @returns whether it got to the end */
  async function makeAhead(stopping: AbortSignal): Promise<boolean> {
    const { timeZone } = (await site.all()).identity
    for (const resource of kitResources) {
      const order = resource === 'events' ? 'next' : 'newest'
      const { items } = await content.list(resource, { state: 'all', order, limit: AHEAD, timeZone })
      for (const { _id, share } of items) {
        if (share && shareFormatNames.every((format) => known.has(share[format]))) continue
        if (stopping.aborted) return false
        await make(resource, _id, shareFormatNames, stopping)
      }
    }
    return true
  }

  async function isCurrent(path: string, id: string): Promise<boolean> {
    for (const resource of kitResources) {
      const found = await content.revealing(id).one(resource, id, 'visitors')
      if (found) return Object.values(await kits.namesOf(resource, found.entity)).includes(path)
    }
    return false
  }

  async function sweep(at: number, stopping: AbortSignal): Promise<void> {
    const before = at - KEPT_MS
    for await (const name of store.list(before)) {
      if (stopping.aborted) return
      const path = pathOfStored(name)
      const file = path === null ? null : kitFileAt(path)
      if (path === null || (file && (await isCurrent(path, file.id)))) continue
      await store.remove(name, before)
      known.delete(path)
    }
  }

  const loop = createBackgroundLoop({
    async runOnce(stopping) {
      await makeWished(stopping)
      const current = state()
      if (current !== seen || now() >= seenUntil) {
        const until = Math.min(await boundary(), now() + RETRY_MS)
        if (!(await makeAhead(stopping))) return 0
        seen = current
        seenUntil = until
      }
      if (now() >= sweepAt) {
        const at = await deletionTime()
        sweepAt = now() + (at === null ? RECHECK_MS : SWEEP_EVERY_MS)
        if (at !== null) await sweep(at, stopping)
      }
      return LOOK_EVERY_MS
    },
    onError(error) {
      log.error({ error }, 'share images cannot be made right now')
      return FULL_PAUSE_MS
    },
  })

  return {
    start() {
      isOurs = true
      loop.start()
    },
    async stop() {
      isOurs = false
      const patience = new AbortController()
      await Promise.race([
        loop.stop(),
        sleep(STOP_MS, undefined, { signal: patience.signal }).catch(() => {}),
      ])
      patience.abort()
    },
    wake: loop.wake,
    idle: loop.idle,

    async wish(path) {
      if (isOurs) {
        waiting.add(path)
        loop.wake()
        return
      }
      if ((wished.get(path) ?? 0) > now() - WISH_EVERY_MS) return
      if (wished.size >= WISHES_MAX) wished.clear()
      wished.set(path, now())
      await database.write(async (tx) => {
        const left = await readSetting(tx, WISHES)
        const paths = new Set([...(left === null ? [] : (JSON.parse(left) as string[])), path])
        await writeSetting(tx, WISHES, JSON.stringify([...paths].slice(-WISHES_MAX)))
      })
    },

    sweep: (at) => sweep(at, new AbortController().signal),
  }
}
