/**
 * Records which process does the background work (backups, clean-up, warnings), and when it last worked. The leader writes
 * this to a row of `settings`. Every other process reads the row, and reports a leader that no longer writes.
 */
import { hostname } from 'node:os'
import type { Database } from '../platform/db/connect.ts'
import { hasLeader } from '../platform/db/postgres-sessions.ts'
import { readSetting, writeSetting } from '../platform/db/settings.ts'
import { createBackgroundLoop } from '../platform/process/background-loop.ts'
import type { Log } from '../platform/process/log.ts'
import { judgeLeader } from './checks/thresholds.ts'

const SETTING = 'leader'

/** Name of the leader election for the background work. */
export const BACKGROUND = 'background'

const WRITE_EVERY_MS = 60_000
const CHECK_EVERY_MS = 60_000

export interface Leader {
  host: string
  /** Process id on that host. */
  pid: number
  /** Time at which it became the leader. ms since 1970 */
  since: number
  /** Time of its last work. ms since 1970 */
  workedAt: number
}

/** Reads the leader. null when no process of this version has been the leader */
export async function readLeader(read: Database['read']): Promise<Leader | null> {
  const row = await readSetting(read, SETTING)
  return row === null ? null : (JSON.parse(row) as Leader)
}

export interface LeaderRecord {
  /** Marks this process as the leader. */
  start(): void
  /** Stops writing. Resolves when all writes have ended. */
  stop(): Promise<void>
  /** Reports a late leader, until `endWatch` is called. Called in every process. */
  watch(): void
  endWatch(): Promise<void>
  /** Checks the leader now. While watching, this happens each minute. */
  check(): Promise<void>
  /** Returns when a leader last worked, but no time before this process opened. ms since 1970 */
  workedAt(): Promise<number>
}

interface LeaderRecordOptions {
  database: Database
  /** Called while no process leads. */
  onLate: () => Promise<void>
  log: Pick<Log, 'warn'>
  now: () => number
}

export function createLeaderRecord({ database, onLate, log, now }: LeaderRecordOptions): LeaderRecord {
  const openedAt = now()
  let isOurs = false
  let since = 0
  let wasLate = false

  async function workedAt() {
    const leader = await readLeader(database.read)
    const at = Math.max(leader?.workedAt ?? 0, openedAt)
    if (database.dialect !== 'postgres' || judgeLeader(at, { now: now() }) === 'ok') return at
    // During an upgrade, a process of an older release may lead. It holds the lock but writes no row.
    return (await hasLeader(database.read, BACKGROUND)) ? now() : at
  }

  const writeLoop = createBackgroundLoop({
    async runOnce() {
      const leader: Leader = { host: hostname(), pid: process.pid, since, workedAt: now() }
      await database.write((tx) => writeSetting(tx, SETTING, JSON.stringify(leader)))
      return WRITE_EVERY_MS
    },
    onError(error) {
      log.warn({ error }, 'leader record could not be written')
      return WRITE_EVERY_MS
    },
  })

  async function check() {
    const isLate = !isOurs && judgeLeader(await workedAt(), { now: now() }) !== 'ok'
    // After the machine or the database was down, even a running leader is late at the first check. It writes before the
    // second one, so a single late check is not reported.
    if (isLate && wasLate) await onLate()
    wasLate = isLate
  }

  const watchLoop = createBackgroundLoop({
    firstAfterMs: CHECK_EVERY_MS,
    async runOnce() {
      await check()
      return CHECK_EVERY_MS
    },
    onError(error) {
      wasLate = false
      log.warn({ error }, 'leader record could not be checked')
      return CHECK_EVERY_MS
    },
  })

  return {
    start() {
      isOurs = true
      since = now()
      writeLoop.start()
    },
    stop() {
      isOurs = false
      return writeLoop.stop()
    },
    watch: watchLoop.start,
    endWatch: watchLoop.stop,
    check,
    workedAt,
  }
}
