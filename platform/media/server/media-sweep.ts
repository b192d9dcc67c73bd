/** Removes pictures, films and sounds that no item refers to, and files without a row. Removed files are kept for 30 days. */
import type { ExpressionBuilder, Kysely } from 'kysely'
import { type DeletionTime, RECHECK_MS } from '../../clock/deletion-clock.ts'
import type { Database } from '../../db/connect.ts'
import { readSetting, writeSetting } from '../../db/settings.ts'
import type { Tables } from '../../db/tables.ts'
import { type BackgroundLoop, createBackgroundLoop } from '../../process/background-loop.ts'
import type { Log } from '../../process/log.ts'
import { chunks, type MediaRows } from './media-rows.ts'
import type { Removals } from './removals.ts'
import type { MediaStore } from './store.ts'
import { examineAndJoin, type FileCount, findStrays, groupFiles } from './store-owner.ts'

interface SweepOptions {
  database: Database
  store: MediaStore
  rows: MediaRows
  removals: Removals
  log: Pick<Log, 'error' | 'info'>
}

const HOUR_MS = 3_600_000
const UNREFERENCED_MS = 24 * HOUR_MS

/** Number of ids in one removal. An upload of one of these ids waits until the files of all of them are removed. */
const REMOVED_AT_ONCE = 20

/** Runs the sweep at the start and each hour. */
export const createSweepLoop = (options: SweepOptions & { deletionTime: DeletionTime }): BackgroundLoop =>
  createBackgroundLoop({
    async runOnce(stopping) {
      const at = await options.deletionTime()
      if (at === null) return RECHECK_MS
      await sweepMedia(options, at, stopping)
      return HOUR_MS
    },
    onError(error) {
      options.log.error({ error }, 'media sweep failed; retrying in an hour')
      return HOUR_MS
    },
  })

/** Key in the table `settings`. The last sweep stores its result there if it had to leave all files in place. */
export const HELD_BACK = 'media-sweep'

/** Key in the table `settings` that lets the next sweep remove any number of files. */
export const SWEEP_ALLOWED = 'media-sweep-allowed'

/**
 * Lets the next sweep remove any number of files, and ends the warning of the last one. Called by commands that replace rows
 * on purpose.
 */
export async function allowNextSweep(tx: Kysely<Tables>): Promise<void> {
  await tx.deleteFrom('settings').where('key', '=', HELD_BACK).execute()
  await writeSetting(tx, SWEEP_ALLOWED, '1')
}

/** Result of a sweep that had to leave all files in place. `files` counts the files older than UNREFERENCED_MS. */
export type HeldBack = FileCount

export async function readHeldBack(db: Kysely<Tables>): Promise<HeldBack | null> {
  const value = await readSetting(db, HELD_BACK)
  return value === null ? null : (JSON.parse(value) as HeldBack)
}

/**
 * Brings back the set-aside files that have a row. Then sets aside files without a row, and pictures, films and sounds
 * without a reference, after 24 hours. If the store is of another club, or `isSuspicious` is true, all files stay in place.
 */
export async function sweepMedia(options: SweepOptions, at: number, stopping: AbortSignal): Promise<void> {
  const before = at - UNREFERENCED_MS
  const { database, log } = options
  const { byId, unnamed, strays, files } = await findStrays(options, before)
  const { verdict } = await examineAndJoin(options, { strays, files })
  const isHeldBack =
    verdict === 'foreign' ||
    (verdict === 'held-back' && (await readSetting(database.read, SWEEP_ALLOWED)) === null)
  await recordHeldBack(database, isHeldBack ? { strays, files } : null)
  if (verdict !== 'foreign') await bringBackNamed(options)
  if (isHeldBack) {
    log.error({ verdict, strays, files }, 'media sweep removed nothing: the database may be of another club')
    return
  }
  const remove = (ids: string[]) => removeFiles(options, ids, byId, { before, stopping })
  for (const ids of chunks(unnamed, REMOVED_AT_ONCE)) if (stopping.aborted || !(await remove(ids))) return
  await forgetSetting(database, SWEEP_ALLOWED)
  await sweepRows(options, before, stopping, remove)
}

/**
 * Brings back files set aside that have a row, unless the store has them. They have one when the files were set aside beside
 * a wrong database.
 * @returns the number of these files
 */
export async function bringBackNamed({
  database,
  store,
}: Pick<SweepOptions, 'database' | 'store'>): Promise<number> {
  const names = (await Array.fromAsync(store.listAside())).map(({ name }) => name)
  const { byId, unnamed } = await groupFiles(database, names)
  for (const id of unnamed) byId.delete(id)
  let count = 0
  for (const name of [...byId.values()].flat())
    if ((await store.size(name)) === null && (await store.bringBack(name))) count++
  return count
}

async function recordHeldBack(database: Database, found: HeldBack | null): Promise<void> {
  if (found === null) return forgetSetting(database, HELD_BACK)
  await database.write((tx) => writeSetting(tx, HELD_BACK, JSON.stringify(found)))
}

/** Deletes a setting. Most sweeps find none, so it is read first, without a lock. */
async function forgetSetting(database: Database, key: string): Promise<void> {
  if ((await readSetting(database.read, key)) === null) return
  await database.write((tx) => tx.deleteFrom('settings').where('key', '=', key).execute())
}

const isUnreferenced = (eb: ExpressionBuilder<Tables, 'media'>) =>
  eb.not(
    eb.exists(eb.selectFrom('mediaRefs').select('mediaId').whereRef('mediaRefs.mediaId', '=', 'media.id')),
  )

/**
 * Deletes rows without a reference, and the files of each row at once. A process that dies in between leaves the files of
 * one row, which are too few for `isSuspicious`.
 */
async function sweepRows(
  { database, rows, log }: SweepOptions,
  before: number,
  stopping: AbortSignal,
  removeFilesOf: (ids: string[]) => Promise<boolean>,
): Promise<void> {
  const unreferenced = await database.read
    .selectFrom('media')
    .select('id')
    .where('touchedAt', '<', before)
    .where(isUnreferenced)
    .execute()
  for (const { id } of unreferenced) {
    if (stopping.aborted) return
    const removed = await database.write((tx) =>
      tx
        .deleteFrom('media')
        .where('id', '=', id)
        .where('touchedAt', '<', before)
        .where(isUnreferenced)
        .returning('id')
        .executeTakeFirst(),
    )
    if (!removed) continue
    rows.forget(id)
    log.info({ id }, 'unreferenced picture, film or sound removed')
    if (!(await removeFilesOf([id]))) return
  }
}

/**
 * Sets aside the files of ids without a row.
 * @returns false when another process runs a removal
 */
const removeFiles = (
  { store, removals }: SweepOptions,
  ids: string[],
  byId: Map<string | null, string[]>,
  { before, stopping }: { before: number; stopping: AbortSignal },
): Promise<boolean> =>
  removals.remove(ids, async (id, isOver) => {
    for (const name of byId.get(id) ?? [])
      if (!stopping.aborted && !isOver()) await store.setAside(name, before)
  })
