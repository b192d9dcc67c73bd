/**
 * Counts responses with a status of 500 and above in the last quarter of an hour. 503 and 507 are left out, because other
 * warnings cover them. All processes share one row of `settings`, so each of them reads the total.
 */

import type { Log } from '../process/log.ts'
import type { Database } from './connect.ts'
import { readSetting, replaceSetting } from './settings.ts'

const SETTING = 'failures'

const MINUTE_MS = 60_000
const MINUTES = 15
/** Delay before counts are written, so that many failures cause one write. ms */
const WRITE_AFTER_MS = 2_000

const EXPECTED = [503, 507]

/** Number of failures by minute. The minutes count from 1970. */
type Counts = Record<string, number>

export interface Failures {
  /** Counts a response if its status is a server error. */
  note(status: number): void
  /** Number of failures of all processes in the last quarter of an hour. */
  recent(): Promise<number>
  /** Writes the pending counts. */
  flush(): Promise<void>
  stop(): Promise<void>
}

interface FailuresOptions {
  database: Database
  log: Pick<Log, 'warn'>
  now: () => number
}

export function createFailures({ database, log, now }: FailuresOptions): Failures {
  let unwritten: Counts = {}
  let timer: NodeJS.Timeout | undefined

  /** Adds up counts. Minutes older than MINUTES are dropped. */
  function merge(...all: Counts[]): Counts {
    const last = Math.floor(now() / MINUTE_MS)
    const merged: Counts = {}
    for (const [minute, count] of all.flatMap((counts) => Object.entries(counts)))
      if (Number(minute) > last - MINUTES && Number(minute) <= last)
        merged[minute] = (merged[minute] ?? 0) + count
    return merged
  }

  const sum = (counts: Counts) => Object.values(counts).reduce((total, count) => total + count, 0)

  const parse = (row: string | null): Counts => (row === null ? {} : (JSON.parse(row) as Counts))

  async function flush() {
    clearTimeout(timer)
    timer = undefined
    const counted = unwritten
    if (sum(counted) === 0) return
    unwritten = {}
    try {
      const isWritten = await database.write(async (tx) => {
        const before = await readSetting(tx, SETTING)
        return replaceSetting(tx, SETTING, before, JSON.stringify(merge(parse(before), counted)))
      })
      if (!isWritten) throw new Error('Another process wrote its failures at the same moment')
    } catch (error) {
      unwritten = merge(unwritten, counted)
      if (sum(unwritten) > 0) writeLater()
      log.warn({ error }, 'failures could not be written')
    }
  }

  function writeLater() {
    timer ??= setTimeout(flush, WRITE_AFTER_MS).unref()
  }

  return {
    note(status) {
      if (status < 500 || EXPECTED.includes(status)) return
      unwritten = merge(unwritten, { [Math.floor(now() / MINUTE_MS)]: 1 })
      writeLater()
    },
    async recent() {
      return sum(merge(parse(await readSetting(database.read, SETTING)), unwritten))
    },
    flush,
    async stop() {
      await flush()
      clearTimeout(timer)
    },
  }
}
