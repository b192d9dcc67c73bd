/**
 * Stores the files of a picture, film or sound. A file is flushed to disk before the row that names it is written, so
 * that each row names existing files.
 */
import type { Database } from '../../db/connect.ts'
import type { Row } from '../../db/tables.ts'
import type { Log } from '../../process/log.ts'
import type { Removals } from './removals.ts'
import { type MediaStore, StoreUnavailable } from './store.ts'
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
 * Stores files, then writes the row that names them. After a failure the files are removed, at the latest by the sweep.
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
    // A removal would wait for the same unavailable store, and delay other uploads of the same file.
    if (error instanceof StoreUnavailable) throw error
    await removeUnlessStored({ store, removals }, row).catch((failure) =>
      log.error(
        { error: failure, id: row.id },
        'files of a picture, film or sound that could not be stored are left to the sweep',
      ),
    )
    throw error
  }
}

/** @returns null when files were removed since `before`: the new files may be among them */
const insertRow = ({ database, removals, now }: WriteOptions, row: NewRow, before: number) =>
  database.write(async (tx) =>
    (await removals.hasRemovedSince(tx, before))
      ? null
      : tx
          .insertInto('media')
          .values({ ...row, createdAt: now(), touchedAt: now() })
          // Another process has stored the same file meanwhile.
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

/** Runs work one at a time for each id, because two uploads of the same file make the same files. */
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
