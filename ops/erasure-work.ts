/**
 * Work after erasures of personal data. It copies the list of erasures into the media store, where a restore on another
 * machine finds it, and removes the copies of erased values that SQLite keeps. The process with the background work does it.
 */
import { restoreWork } from '../features/index.server.ts'
import type { Database } from '../platform/db/connect.ts'
import { formatErasures, insertErasures, listErasures, parseErasures } from '../platform/db/erasures.ts'
import { purgeIndex } from '../platform/db/search.ts'
import type { MediaStore } from '../platform/media/server/store.ts'
import { readClubId } from '../platform/media/server/store-owner.ts'
import { type BackgroundLoop, createBackgroundLoop } from '../platform/process/background-loop.ts'
import type { Log } from '../platform/process/log.ts'

const CHECK_EVERY_MS = 60_000

interface ErasureWorkOptions {
  database: Database
  store: Pick<MediaStore, 'readOwner' | 'readErasures' | 'writeErasures'>
  log: Pick<Log, 'warn'>
}

export interface ErasureWork extends Pick<BackgroundLoop, 'start' | 'stop'> {
  /** Does the work, unless it is done for the present list. */
  run(): Promise<void>
}

export function createErasureWork({ database, store, log }: ErasureWorkOptions): ErasureWork {
  /** State of the list for which the work was done. null after the start, because an earlier process may not have done it. */
  let cleaned: string | null = null
  let copied: string | null = null

  async function readState(): Promise<string> {
    const { count, latest } = await database.read
      .selectFrom('erasures')
      .select((row) => [row.fn.countAll().as('count'), row.fn.max('at').as('latest')])
      .executeTakeFirstOrThrow()
    return `${count} ${latest}`
  }

  async function run() {
    const state = await readState()
    if (cleaned !== state) {
      for (const { searchIndex } of restoreWork) if (searchIndex) await purgeIndex(database, searchIndex)
      // A long read, such as that of a backup, can keep the log in use. The next run tries again.
      if (await database.emptyLog()) cleaned = state
    }
    if (copied === state) return
    const clubId = await readClubId(database.read)
    // Without an id, or beside the store of another club, there is no place for the list yet.
    if (clubId === null || (await store.readOwner()) !== clubId) return
    const stored = await store.readErasures()
    if (copied === null && stored !== null) {
      // The database may be older than the list, after the restore of an earlier release.
      const { erasures } = parseErasures(stored)
      await database.write((tx) => insertErasures(tx, erasures))
    }
    await store.writeErasures(formatErasures(await listErasures(database.read)))
    copied = state
  }

  const loop = createBackgroundLoop({
    async runOnce() {
      await run()
      return CHECK_EVERY_MS
    },
    onError(error) {
      log.warn({ error }, 'the work after erasures failed; it is tried again each minute')
      return CHECK_EVERY_MS
    },
  })
  return { start: loop.start, stop: loop.stop, run }
}
