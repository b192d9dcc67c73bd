/** Counts visits and clicks. Each process adds them up in memory, and adds its sums to the database every five seconds. */

import type { Database } from '../../../platform/db/connect.ts'
import type { Log } from '../../../platform/process/log.ts'
import { OTHER } from '../shared/visits.ts'
import { mergeSorted } from './count-sums.ts'
import { type Click, type CountRows, createPendingCounts, mergeVisits, type Visit } from './pending-counts.ts'
import { addCounts, type Days, readClicks, readVisits } from './visit-rows.ts'
import type { SitePages } from './visited-pages.ts'

export interface Counts {
  addVisit(visit: Omit<Visit, 'count'>): void
  addClick(click: Omit<Click, 'count'>): void
  /** Calls `work` with the counts that this process has not written yet. No write to the database runs meanwhile. */
  reading<T>(work: (pending: CountRows) => Promise<T>): Promise<T>
  /** Reads all counts of these days, including those not written yet. Sorted by their keys. */
  read(days: Days): Promise<CountRows>
  /** @throws when the counts cannot be written. They stay in memory and are written later */
  flush(): Promise<void>
  /** Writes the pending counts. Later counts are not written any more. */
  stop(): Promise<void>
}

interface CountsOptions {
  database: Database
  pages: Pick<SitePages, 'filterVisible'>
  log: Pick<Log, 'warn'>
}

/** Delay between the first pending count and the write. ms */
const FLUSH_MS = 5_000
/** Delay before a failed write is repeated. ms */
const RETRY_MS = 30_000

export function createCounts({ database, pages, log }: CountsOptions): Counts {
  const pending = createPendingCounts()
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let turn: Promise<unknown> = Promise.resolve()

  /**
   * Runs reads and writes one after the other. While counts are being written, they are neither in memory nor in the
   * database, so a read would miss them.
   */
  function runOneAtATime<T>(work: () => Promise<T>): Promise<T> {
    const done = turn.then(work)
    turn = done.catch(() => {})
    return done
  }

  function writeIn(milliseconds: number) {
    if (isStopped) return
    timer ??= setTimeout(() => {
      timer = undefined
      flush().catch((error: unknown) => log.warn({ error }, 'visits could not be written'))
    }, milliseconds).unref()
  }

  const pagesAmong = (visits: readonly Visit[]) =>
    pages.filterVisible(new Set(visits.map(({ path }) => path)))

  async function write() {
    const { visits, clicks } = pending.take()
    if (visits.length === 0 && clicks.length === 0) return
    try {
      const visible = await pagesAmong(visits)
      await database.write(async (tx) => {
        await addCounts(tx, database.dialect, 'visits', mergeUnknownPaths(visits, visible))
        await addCounts(tx, database.dialect, 'clicks', clicks)
      })
      pending.rememberPages(visible)
    } catch (error) {
      for (const visit of visits) pending.addVisit(visit)
      for (const click of clicks) pending.addClick(click)
      throw error
    }
  }

  const reading: Counts['reading'] = (work) =>
    runOneAtATime(async () => {
      const { visits, clicks } = pending.rows()
      return work({ visits: mergeUnknownPaths(visits, await pagesAmong(visits)), clicks })
    })

  const flush = () =>
    runOneAtATime(write).catch((error: unknown) => {
      writeIn(RETRY_MS)
      throw error
    })

  return {
    addVisit(visit) {
      pending.addVisit({ ...visit, count: 1 })
      writeIn(FLUSH_MS)
    },
    addClick(click) {
      pending.addClick({ ...click, count: 1 })
      writeIn(FLUSH_MS)
    },

    reading,
    flush,

    read: (days) =>
      reading(async (unwritten) => {
        const isInDays = ({ day }: { day: string }) => days.from <= day && day <= days.to
        const [visits, clicks] = await Promise.all([
          readVisits(database.read, days),
          readClicks(database.read, days),
        ])
        return {
          visits: mergeSorted(
            [...visits, ...unwritten.visits.filter(isInDays)],
            ({ day, path, source }) => `${day} ${path} ${source}`,
          ),
          clicks: mergeSorted(
            [...clicks, ...unwritten.clicks.filter(isInDays)],
            ({ day, event, offer, source }) => `${day} ${event} ${offer} ${source}`,
          ),
        }
      }),

    async stop() {
      clearTimeout(timer)
      isStopped = true
      await flush().catch((error: unknown) => log.warn({ error }, 'the last visits were lost'))
    },
  }
}

/** Merges the visits of all paths that are not pages into one row. */
const mergeUnknownPaths = (visits: readonly Visit[], visible: ReadonlySet<string>): Visit[] =>
  mergeVisits(visits.map((visit) => ({ ...visit, path: visible.has(visit.path) ? visit.path : OTHER })))
