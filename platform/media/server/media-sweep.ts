/** Removes pictures, films and sounds that no item refers to, and files without a row. */
import type { ExpressionBuilder } from 'kysely'
import type { Database } from '../../db/connect.ts'
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

/** Removes rows that were without a reference for 24 hours, then files without a row of the same age. */
export async function sweepMedia(options: SweepOptions, at: number, stopping: AbortSignal): Promise<void> {
  const before = at - UNREFERENCED_MS
  await sweepRows(options, before, stopping)
  await sweepFiles(options, before, stopping)
}

const isUnreferenced = (eb: ExpressionBuilder<Tables, 'media'>) =>
  eb.not(
    eb.exists(eb.selectFrom('mediaRefs').select('mediaId').whereRef('mediaRefs.mediaId', '=', 'media.id')),
  )

async function sweepRows(
  { database, rows, log }: SweepOptions,
  before: number,
  stopping: AbortSignal,
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
  }
}

/** Removes files without a row. The sweep has deleted their row, or a process died before it wrote one. */
async function sweepFiles(
  { store, rows, removals }: SweepOptions,
  before: number,
  stopping: AbortSignal,
): Promise<void> {
  const names: string[] = []
  for await (const name of store.list(before)) names.push(name)
  const byId = Map.groupBy(names, (name) => parseFileName(name))
  const unnamed = await rows.withoutRow([...byId.keys()].filter((id) => id !== null))
  for (const ids of chunks(unnamed, REMOVED_AT_ONCE)) {
    if (stopping.aborted) return
    const isOurs = await removals.remove(ids, async (id, isOver) => {
      for (const name of byId.get(id) ?? [])
        if (!stopping.aborted && !isOver()) await store.remove(name, before)
    })
    if (!isOurs) return
  }
}
