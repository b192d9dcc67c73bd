/** Makes the AVIF files of stored pictures in the background, because encoding one file takes about a second. */
import type { Database } from '../../db/connect.ts'
import type { Row } from '../../db/tables.ts'
import { type BackgroundLoop, createBackgroundLoop } from '../../process/background-loop.ts'
import type { Log } from '../../process/log.ts'
import { StorageFull } from '../../process/storage-errors.ts'
import { imageWorker } from '../worker/worker.ts'
import type { MediaStore } from './store.ts'
import { fileName, widthsUpTo } from './variants.ts'

interface AvifQueueOptions {
  database: Database
  store: MediaStore
  log: Pick<Log, 'error'>
  /** Returns the current time. ms since 1970 */
  now: () => number
}

type PendingPicture = Pick<Row<'media'>, 'id' | 'width'>

/** Interval at which the queue searches for new pictures. Other processes do not report the pictures that they store. ms */
const POLL_MS = 30_000

/** Pauses after the first, second, third and each further failure of a picture. ms */
const RETRY_MS = [60_000, 600_000, 3_600_000, 21_600_000]

/** Pause of the whole queue after the disk was full or the database failed. ms */
const FULL_PAUSE_MS = 60_000

export function createAvifQueue({ database, store, log, now }: AvifQueueOptions): BackgroundLoop {
  const failures = new Map<string, { count: number; retryAt: number }>()
  async function findNext(): Promise<PendingPicture | null> {
    const rows = await database.read
      .selectFrom('media')
      .select(['id', 'width'])
      .where('avifAt', 'is', null)
      .orderBy('createdAt')
      .limit(failures.size + 1)
      .execute()
    return rows.find(({ id }) => (failures.get(id)?.retryAt ?? 0) <= now()) ?? null
  }

  /** Makes the missing files of a picture. A restart may have interrupted the work, so some files may exist. */
  async function makeFiles({ id, width: largest }: PendingPicture, stopping: AbortSignal) {
    const source = await store.read(fileName(id, largest, 'webp'))
    if (!source) throw new Error('its largest WebP is missing')
    // The narrowest file is made first, because most visitors use a phone.
    for (const width of widthsUpTo(largest)) {
      const name = fileName(id, width, 'avif')
      if ((await store.size(name)) !== null) continue
      if (stopping.aborted) return
      await store.put(name, await imageWorker.avif(source, width))
    }
    await database.write((tx) =>
      tx.updateTable('media').set({ avifAt: now() }).where('id', '=', id).execute(),
    )
    failures.delete(id)
  }

  function recordFailure(id: string, error: unknown) {
    const count = (failures.get(id)?.count ?? 0) + 1
    const pause = RETRY_MS[Math.min(count, RETRY_MS.length) - 1] as number
    failures.set(id, { count, retryAt: now() + pause })
    log.error({ error, id, count }, 'making AVIF files of a picture failed; retrying later')
  }

  return createBackgroundLoop({
    async runOnce(stopping) {
      let waiting: PendingPicture | null = null
      try {
        waiting = await findNext()
        if (!waiting) return POLL_MS
        await makeFiles(waiting, stopping)
        return 0
      } catch (error) {
        if (stopping.aborted) return 0
        if (waiting && !(error instanceof StorageFull)) {
          recordFailure(waiting.id, error)
          return 0
        }
        log.error({ error }, 'making AVIF files failed; pausing')
        return FULL_PAUSE_MS
      }
    },
    onError: () => FULL_PAUSE_MS,
  })
}
