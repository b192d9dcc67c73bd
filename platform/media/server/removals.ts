/**
 * Coordinates the removal of files with uploads, also between machines. An upload may write a file after the removal
 * checked it and before the removal deletes it. Media stores cannot prevent that. So each removal has a number, which it
 * writes to the database. An upload reads the number before its first file, and again in the transaction that writes its
 * row. If the number changed, the upload writes its files again.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { type Database, lockUntilCommit } from '../../db/connect.ts'
import { readSetting, writeSetting } from '../../db/settings.ts'
import type { Tables } from '../../db/tables.ts'

export interface Removals {
  /**
   * Waits while a removal of this id runs. Must be called before the id's files are written.
   * @returns the argument for `hasRemovedSince`
   */
  waitUntilFree(id: string): Promise<number>
  /** True when a removal began after `before`. Must be called in the transaction that writes the row. */
  hasRemovedSince(tx: Transaction<Tables>, before: number): Promise<boolean>
  /**
   * Runs `work` for each id that has no row. `work` must stop when `isOver` returns true, because uploads no longer wait
   * after that.
   * @returns false, without running `work`, when another process runs a removal
   */
  remove(ids: string[], work: (id: string, isOver: () => boolean) => Promise<void>): Promise<boolean>
}

/** Key of the last removal in the table `settings`. */
const KEY = 'media-removal'

interface Removal {
  /** Number of the removal: 1 more than that of the previous removal. */
  number: number
  /** Ids whose files are being removed. */
  ids: string[]
  /** Time when the removal must be over. 0 once it has ended. ms since 1970 */
  until: number
}

/** After this time, other processes assume that the process of the removal died. */
const REMOVAL_MAX_MS = 10 * 60_000
/** A removal deletes no further file in this last part of its time, because a bucket may take a minute per file. */
const MARGIN_MS = 3 * 60_000
const POLL_MS = 100

const NO_REMOVAL: Removal = { number: 0, ids: [], until: 0 }

export function createRemovals({ database, now }: { database: Database; now: () => number }): Removals {
  async function readLastRemoval(db: Kysely<Tables>): Promise<Removal> {
    const value = await readSetting(db, KEY)
    return value === null ? NO_REMOVAL : (JSON.parse(value) as Removal)
  }

  /** A wrong clock may have written an `until` in the far future. It is ignored, so that it does not block uploads. */
  const isRunning = ({ until }: Removal) => until > now() && until <= now() + REMOVAL_MAX_MS

  const writeRemoval = (tx: Transaction<Tables>, removal: Removal) =>
    writeSetting(tx, KEY, JSON.stringify(removal))

  const beginRemoval = (ids: string[]) =>
    database.write(async (tx) => {
      await lockUntilCommit(tx, database.dialect, KEY)
      const other = await readLastRemoval(tx)
      if (isRunning(other)) return null
      const rows = await tx.selectFrom('media').select('id').where('id', 'in', ids).execute()
      const stored = new Set(rows.map(({ id }) => id))
      const unnamed = ids.filter((id) => !stored.has(id))
      const removal = { number: other.number + 1, ids: unnamed, until: now() + REMOVAL_MAX_MS }
      if (unnamed.length > 0) await writeRemoval(tx, removal)
      return removal
    })

  const endRemoval = ({ number }: Removal) =>
    database.write(async (tx) => {
      await lockUntilCommit(tx, database.dialect, KEY)
      if ((await readLastRemoval(tx)).number === number) await writeRemoval(tx, { ...NO_REMOVAL, number })
    })

  return {
    async waitUntilFree(id) {
      for (;;) {
        const removal = await readLastRemoval(database.read)
        if (!isRunning(removal) || !removal.ids.includes(id)) return removal.number
        await sleep(POLL_MS)
      }
    },

    async hasRemovedSince(tx, before) {
      await lockUntilCommit(tx, database.dialect, KEY)
      return (await readLastRemoval(tx)).number !== before
    },

    async remove(ids, work) {
      const removal = await beginRemoval(ids)
      if (!removal) return false
      if (removal.ids.length === 0) return true
      const isOver = () => now() > removal.until - MARGIN_MS
      try {
        for (const id of removal.ids) if (!isOver()) await work(id, isOver)
      } finally {
        await endRemoval(removal)
      }
      return true
    },
  }
}
