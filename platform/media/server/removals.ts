/**
 * Removes files while an upload, also on another machine, may be storing the same files. The upload may write a file
 * between the removal's check and its deletion, and stores cannot prevent that. So a removal is announced in the database.
 * An upload reads the announcement before its first file, and again in the transaction that writes its row. If files were
 * removed meanwhile, the upload writes its files again.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { type Database, inTurn } from '../../db/connect.ts'
import { readSetting, writeSetting } from '../../db/settings.ts'
import type { Tables } from '../../db/tables.ts'

export interface Removals {
  /** Call before the files of this id are written. Waits for a running removal. @returns the argument of `since` */
  waitUntilFree(id: string): Promise<number>
  /** True when files were removed since. Call in the transaction that writes the row. */
  hasRemovedSince(tx: Transaction<Tables>, before: number): Promise<boolean>
  /**
   * Runs `work` for the ids without a row. `work` must end when `isOver` returns true, because uploads stop waiting then.
   * @returns false when another process runs a removal. No `work` runs then
   */
  remove(ids: string[], work: (id: string, isOver: () => boolean) => Promise<void>): Promise<boolean>
}

/** Key of the announcement in `settings`. */
const KEY = 'media-removal'

interface Removal {
  /** Number of the removal, which grows by one. */
  number: number
  /** Ids whose files are being removed. */
  ids: string[]
  /** End of the removal. 0 after it has ended. ms since 1970 */
  until: number
}

/** After this time, other processes assume that the removal's process died. */
const REMOVAL_MAX_MS = 10 * 60_000
/** A removal starts no file within this time before its end, because a bucket may take a minute per file. */
const MARGIN_MS = 3 * 60_000
const POLL_MS = 100

const NO_REMOVAL: Removal = { number: 0, ids: [], until: 0 }

export function createRemovals({ database, now }: { database: Database; now: () => number }): Removals {
  async function readLastRemoval(db: Kysely<Tables>): Promise<Removal> {
    const value = await readSetting(db, KEY)
    return value === null ? NO_REMOVAL : (JSON.parse(value) as Removal)
  }

  /** A wrong clock may have set an end far in the future, which must not block uploads. */
  const isRunning = ({ until }: Removal) => until > now() && until <= now() + REMOVAL_MAX_MS

  const writeRemoval = (tx: Transaction<Tables>, removal: Removal) =>
    writeSetting(tx, KEY, JSON.stringify(removal))

  const beginRemoval = (ids: string[]) =>
    database.write(async (tx) => {
      await inTurn(tx, database.dialect, KEY)
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
      await inTurn(tx, database.dialect, KEY)
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
      await inTurn(tx, database.dialect, KEY)
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
