/** Removes pictures, films and sounds that no item refers to, and files without a row. */
import type { ExpressionBuilder, Kysely } from 'kysely'
import type { Database } from '../../db/connect.ts'
import { readSetting, writeSetting } from '../../db/settings.ts'
import type { Tables } from '../../db/tables.ts'
import { type BackgroundLoop, createBackgroundLoop } from '../../process/background-loop.ts'
import { type DeletionTime, RECHECK_MS } from '../../process/clock/deletion-clock.ts'
import type { Log } from '../../process/log.ts'
import { chunks, type MediaRows } from './media-rows.ts'
import type { Removals } from './removals.ts'
import type { MediaStore } from './store.ts'
import { parseFileName } from './variants.ts'

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

/** Key in the table `settings` of the last sweep, if that sweep stopped at the limit of `isSuspicious`. */
export const HELD_BACK = 'media-sweep'

/** Key in the table `settings` that lets the next sweep remove any number of files. */
export const SWEEP_ALLOWED = 'media-sweep-allowed'

/** Lets the next sweep remove any number of files. A restore calls it, because it replaces the rows on purpose. */
export const allowNextSweep = (tx: Kysely<Tables>): Promise<void> => writeSetting(tx, SWEEP_ALLOWED, '1')

/** Result of a sweep that stopped at the limit of `isSuspicious`. */
export interface HeldBack {
  /** Number of files that no row of the database names. */
  strays: number
  /** Number of all files that are old enough for the sweep. */
  files: number
}

export async function readHeldBack(db: Kysely<Tables>): Promise<HeldBack | null> {
  const value = await readSetting(db, HELD_BACK)
  return value === null ? null : (JSON.parse(value) as HeldBack)
}

/** Smallest number of files without a row that a sweep may find suspicious. Several lost uploads leave fewer. */
const STRAYS_MIN = 20
const STRAYS_SHARE = 0.1

/**
 * True when the files without a row are so many that the database probably belongs to another club, or lost rows. A sweep
 * deletes the row of an unused picture just before its files, so the sweep itself leaves no files without a row.
 */
export const isSuspicious = ({ strays, files }: HeldBack): boolean =>
  strays >= STRAYS_MIN && strays > files * STRAYS_SHARE

/**
 * Removes files without a row that are older than 24 hours, then pictures, films and sounds that were without a reference
 * for that time. Stops before the first removal at the limit of `isSuspicious`.
 */
export async function sweepMedia(options: SweepOptions, at: number, stopping: AbortSignal): Promise<void> {
  const before = at - UNREFERENCED_MS
  const { database, store, rows, log } = options
  const names: string[] = []
  for await (const name of store.list(before)) names.push(name)
  const byId = Map.groupBy(names, parseFileName)
  const ids = [...byId.keys()].filter((id) => id !== null)
  const unnamed = await rows.withoutRow(ids)
  const countFiles = (of: string[]) => of.reduce((sum, id) => sum + (byId.get(id)?.length ?? 0), 0)
  const found = { strays: countFiles(unnamed), files: countFiles(ids) }
  const isHeldBack = isSuspicious(found) && (await readSetting(database.read, SWEEP_ALLOWED)) === null
  await recordHeldBack(database, isHeldBack ? found : null)
  if (isHeldBack) {
    log.error(found, 'media sweep removed nothing: too many files have no row in the database')
    return
  }
  const remove = (ids: string[]) => removeFiles(options, ids, byId, { before, stopping })
  for (const ids of chunks(unnamed, REMOVED_AT_ONCE)) if (stopping.aborted || !(await remove(ids))) return
  await forgetSetting(database, SWEEP_ALLOWED)
  await sweepRows(options, before, stopping, remove)
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
 * one row, which is less than STRAYS_MIN.
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
 * Removes files without a row.
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
      if (!stopping.aborted && !isOver()) await store.remove(name, before)
  })
