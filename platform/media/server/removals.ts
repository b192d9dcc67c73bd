/**
 * Removing the files of pictures while others, in this process or on another machine, may be storing the same ones.
 * Between a look at a file and its end somebody may have written it anew, and no store has a way to take that back. So
 * whoever removes says so first in the database, and who stores asks there, before the first file and again in the
 * transaction that names them: if files were removed meanwhile, they are written once more.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { type Database, inTurn } from '../../db/connect.ts'
import { readSetting, writeSetting } from '../../db/settings.ts'
import type { Tables } from '../../db/tables.ts'

export interface Removals {
  /** To be asked before files of this picture are written. Waits while they are being removed. @returns what `since` takes */
  before(id: string): Promise<number>
  /** Whether any files were removed since, or are being so; part of the transaction that names them. */
  since(tx: Transaction<Tables>, before: number): Promise<boolean>
  /**
   * Runs `remove` for those of these pictures that have no row. It must have ended before `isOver` says so: from then on
   * it counts as dead, and others go on.
   * @returns false when another process is removing: nothing was done
   */
  remove(ids: string[], work: (id: string, isOver: () => boolean) => Promise<void>): Promise<boolean>
}

/** The row of `settings` by which they know of each other. */
const KEY = 'media-removal'

interface Removal {
  /** Counts them. */
  number: number
  /** Whose files are being removed. */
  ids: string[]
  /** ms since 1970; 0 when it has ended. */
  until: number
}

/** One that takes longer has died with its process, for all that others know. */
const PATIENCE_MS = 10 * 60_000
/** So long before that it begins nothing more: a bucket may take a minute over the file at hand. */
const MARGIN_MS = 3 * 60_000
const LOOK_AGAIN_MS = 100

const NONE: Removal = { number: 0, ids: [], until: 0 }

export function createRemovals({ database, now }: { database: Database; now: () => number }): Removals {
  async function last(db: Kysely<Tables>): Promise<Removal> {
    const value = await readSetting(db, KEY)
    return value === null ? NONE : (JSON.parse(value) as Removal)
  }

  /** A clock that was put back must not hold everybody up: nobody takes longer than patience. */
  const isRunning = ({ until }: Removal) => until > now() && until <= now() + PATIENCE_MS

  const say = (tx: Transaction<Tables>, removal: Removal) => writeSetting(tx, KEY, JSON.stringify(removal))

  const begin = (ids: string[]) =>
    database.write(async (tx) => {
      await inTurn(tx, database.dialect, KEY)
      const other = await last(tx)
      if (isRunning(other)) return null
      const rows = await tx.selectFrom('media').select('id').where('id', 'in', ids).execute()
      const stored = new Set(rows.map(({ id }) => id))
      const unnamed = ids.filter((id) => !stored.has(id))
      const removal = { number: other.number + 1, ids: unnamed, until: now() + PATIENCE_MS }
      if (unnamed.length > 0) await say(tx, removal)
      return removal
    })

  const end = ({ number }: Removal) =>
    database.write(async (tx) => {
      await inTurn(tx, database.dialect, KEY)
      if ((await last(tx)).number === number) await say(tx, { ...NONE, number })
    })

  return {
    async before(id) {
      for (;;) {
        const removal = await last(database.read)
        if (!isRunning(removal) || !removal.ids.includes(id)) return removal.number
        await sleep(LOOK_AGAIN_MS)
      }
    },

    async since(tx, before) {
      await inTurn(tx, database.dialect, KEY)
      return (await last(tx)).number !== before
    },

    async remove(ids, work) {
      const removal = await begin(ids)
      if (!removal) return false
      if (removal.ids.length === 0) return true
      const isOver = () => now() > removal.until - MARGIN_MS
      try {
        for (const id of removal.ids) if (!isOver()) await work(id, isOver)
      } finally {
        await end(removal)
      }
      return true
    },
  }
}
