/** The pictures of share image sets. A picture is drawn at its first request, then stored with the media. */
import type { Content } from '../../../platform/content/server/content.ts'
import type { ShareFormat } from '../../../platform/content/shared/share-set.ts'
import {
  type ShareSetResource,
  shareSetResources,
} from '../../../platform/content/shared/share-set-resources.ts'
import { createSemaphore } from '../../../platform/http/semaphore.ts'
import type { MediaStore } from '../../../platform/media/server/store.ts'
import { findStoredJpeg } from '../../../platform/media/server/variants.ts'
import type { Log } from '../../../platform/process/log.ts'
import { waitAtMost } from '../../../platform/process/wait-at-most.ts'
import { getPathOfStoredFile, getStoredName, parseShareSetPath, type ShareSets } from './share-sets.ts'

export interface ShareSetPictures {
  /**
   * Reads a picture. Draws it first if the store does not have it.
   * @param path path of a picture that an item shows now
   * @returns null when the picture cannot be drawn, or not within 5 s. A picture that took longer is found by a later
   * request
   */
  read(resource: ShareSetResource, id: string, format: ShareFormat, path: string): Promise<Uint8Array | null>
  /** Removes pictures that no item shows any more, a day after they were stored. @param at see `DeletionTime` */
  sweep(at: number, stopping: AbortSignal): Promise<void>
  /** Calls `sweep` at most once a day. */
  tidy(at: number, stopping: AbortSignal): Promise<void>
  /** Cancels the waiting drawings. Waits at most 4 s for the picture that is being drawn. */
  stop(): Promise<void>
}

interface ShareSetPicturesOptions {
  content: Content
  kits: ShareSets
  store: MediaStore
  log: Pick<Log, 'error'>
  /** Current time. ms since 1970 */
  now: () => number
}

/** Maximum time that a request waits for a drawing. ms */
const PATIENCE_MS = 5_000
const WAITING_MAX = 100
/** Delay before a picture that could not be drawn or stored is tried again. ms */
const RETRY_MS = 60_000
const FAILURES_MAX = 1_000
const STOP_MS = 4_000
const SWEEP_EVERY_MS = 86_400_000
/** A picture is kept for this long after its item has changed, because published pages and posts may still name it. ms */
const KEPT_MS = 86_400_000

export function createShareSetPictures({
  content,
  kits,
  store,
  log,
  now,
}: ShareSetPicturesOptions): ShareSetPictures {
  const queue = createSemaphore(1, WAITING_MAX)
  const underWay = new Map<string, Promise<Uint8Array | null>>()
  const retryAt = new Map<string, number>()
  let isStopped = false
  let sweptAt = Number.NEGATIVE_INFINITY

  async function draw(
    resource: ShareSetResource,
    id: string,
    format: ShareFormat,
    path: string,
  ): Promise<Uint8Array | null> {
    if (isStopped) return null
    // While this drawing waited for its turn, another process may have drawn the picture, or the item may have changed.
    const stored = await store.read(getStoredName(path))
    if (stored) return stored
    const item = (await content.withPreviewOf(id).one(resource, id, 'visitors'))?.entity
    if (!item) return null
    const { [format]: current } = await kits.getPictures(resource, item)
    if (current.path !== path) return null
    const bytes = await current.draw(await store.read(findStoredJpeg(current.picture, current.width)))
    await store.put(getStoredName(path), bytes)
    return bytes
  }

  function drawOnce(...[resource, id, format, path]: Parameters<typeof draw>): Promise<Uint8Array | null> {
    const drawing = queue
      .run(1, () => draw(resource, id, format, path))
      .catch((error: unknown) => {
        if (retryAt.size >= FAILURES_MAX) retryAt.clear()
        retryAt.set(path, now() + RETRY_MS)
        log.error({ error, path }, 'a share image could not be made')
        return null
      })
      .finally(() => underWay.delete(path))
    underWay.set(path, drawing)
    return drawing
  }

  /** @param path path of a stored picture */
  async function isCurrent(path: string): Promise<boolean> {
    const file = parseShareSetPath(path)
    if (file === null) return false
    for (const resource of shareSetResources) {
      const found = await content.withPreviewOf(file.id).one(resource, file.id, 'visitors')
      if (found) return Object.values(await kits.getNames(resource, found.entity)).includes(path)
    }
    return false
  }

  async function sweep(at: number, stopping: AbortSignal): Promise<void> {
    const before = at - KEPT_MS
    for await (const name of store.list(before)) {
      if (stopping.aborted) return
      const path = getPathOfStoredFile(name)
      if (path !== null && !(await isCurrent(path))) await store.remove(name, before)
    }
  }

  return {
    async read(resource, id, format, path) {
      const stored = await store.read(getStoredName(path))
      if (stored || isStopped || (retryAt.get(path) ?? 0) > now()) return stored
      const drawing = underWay.get(path) ?? (queue.hasRoom(1) ? drawOnce(resource, id, format, path) : null)
      return drawing && waitAtMost(PATIENCE_MS, drawing, () => null)
    },

    sweep,

    async tidy(at, stopping) {
      if (at - sweptAt < SWEEP_EVERY_MS) return
      await sweep(at, stopping)
      if (!stopping.aborted) sweptAt = at
    },

    async stop() {
      isStopped = true
      await waitAtMost(STOP_MS, queue.idle(), () => {})
    },
  }
}
