/**
 * Stores the files of a picture, film or sound. The files are flushed to disk before the row that names them is written,
 * so each row names existing files.
 */
import type { Database } from '../../db/connect.ts'
import type { Row } from '../../db/tables.ts'
import type { Log } from '../../process/log.ts'
import { StoreUnavailable } from '../../process/storage-errors.ts'
import type { Removals } from './removals.ts'
import type { MediaStore } from './store.ts'
import { listFiles } from './variants.ts'

export type NewRow = Omit<Row<'media'>, 'createdAt' | 'touchedAt'>

interface WriteOptions {
  database: Database
  store: MediaStore
  removals: Removals
  log: Pick<Log, 'error'>
  now: () => number
}

/**
 * Stores files, then writes the row that names them. After a failure it removes the files. If that fails too, the sweep
 * (media-sweep.ts) removes them later.
 * @param put stores the files
 */
export async function writeMedia(
  options: WriteOptions,
  row: NewRow,
  put: () => Promise<void>,
): Promise<Row<'media'>> {
  const { store, removals, log } = options
  try {
    for (;;) {
      const before = await removals.waitUntilFree(row.id)
      await put()
      const stored = await insertRow(options, row, before)
      if (stored) return stored
    }
  } catch (error) {
    // Removing the files would also wait for the unavailable store, and delay other uploads of the same file.
    if (error instanceof StoreUnavailable) throw error
    await removeUnlessStored({ store, removals }, row).catch((failure) =>
      log.error(
        { error: failure, id: row.id },
        'removing files of a failed upload failed; the sweep will remove them',
      ),
    )
    throw error
  }
}

/** Writes the row. @returns null when a removal has run since `before`, because it may have removed the new files */
const insertRow = ({ database, removals, now }: WriteOptions, row: NewRow, before: number) =>
  database.write(async (tx) =>
    (await removals.hasRemovedSince(tx, before))
      ? null
      : tx
          .insertInto('media')
          .values({ ...row, createdAt: now(), touchedAt: now() })
          // A conflict means that another process has stored the same file meanwhile.
          .onConflict((conflict) =>
            conflict.column('id').doUpdateSet({ touchedAt: now(), avifAt: row.avifAt }),
          )
          .returningAll()
          .executeTakeFirstOrThrow(),
  )

async function removeUnlessStored(
  { store, removals }: Pick<WriteOptions, 'store' | 'removals'>,
  row: NewRow,
): Promise<void> {
  const removed = await removals.remove([row.id], async () => {
    for (const name of listFiles(row)) await store.remove(name)
  })
  if (!removed) throw new Error('Another process is removing files')
}

/** Creates a lock for each id. Two uploads of the same file write the same files, so they must not run at once. */
export function createIdLock(): <T>(id: string, work: () => Promise<T>) => Promise<T> {
  const running = new Map<string, Promise<unknown>>()
  return async (id, work) => {
    while (running.has(id)) await running.get(id)?.catch(() => {})
    const started = work()
    running.set(id, started)
    try {
      return await started
    } finally {
      running.delete(id)
    }
  }
}
