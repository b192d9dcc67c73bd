/**
 * Records which process runs the background work (backups, cleanup, warnings), and when it last did. The leader writes
 * this into one row of `settings`. Every other process reads the row and reports a leader that no longer writes.
 */
import { hostname } from 'node:os'
import type { Database } from '../platform/db/connect.ts'
import { hasLeader } from '../platform/db/postgres-sessions.ts'
import { readSetting, writeSetting } from '../platform/db/settings.ts'
import { createBackgroundLoop } from '../platform/process/background-loop.ts'
import type { Log } from '../platform/process/log.ts'
import { judgeLeader } from './checks/thresholds.ts'

const SETTING = 'leader'

/** The leader election of the background work. */
export const BACKGROUND = 'background'

const WRITE_EVERY_MS = 60_000
const LOOK_EVERY_MS = 60_000

export interface Leader {
  host: string
  /** Process id on that host. */
  pid: number
  /** Start of its leadership. ms since 1970 */
  since: number
  /** ms since 1970 */
  workedAt: number
}

/** null: no process of this version has led yet. */
export async function readLeader(read: Database['read']): Promise<Leader | null> {
  const row = await readSetting(read, SETTING)
  return row === null ? null : (JSON.parse(row) as Leader)
}

export interface LeaderRecord {
  /** Marks this process as the leader. */
  start(): void
  /** Resolves once all writes have ended. */
  stop(): Promise<void>
  /** Reports a late leader until `endWatch`. Called in every process. */
  watch(): void
  endWatch(): Promise<void>
  /** Checks now, as it does each minute while it watches. */
  look(): Promise<void>
  /** When a leader last worked, but not before this process opened. ms since 1970 */
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
    // During an upgrade a process of an older release may lead. It holds the lock but writes no row.
    return (await hasLeader(database.read, BACKGROUND)) ? now() : at
  }

  const writing = createBackgroundLoop({
    async runOnce() {
      const leader: Leader = { host: hostname(), pid: process.pid, since, workedAt: now() }
      await database.write((tx) => writeSetting(tx, SETTING, JSON.stringify(leader)))
      return WRITE_EVERY_MS
    },
    onError(error) {
      log.warn({ error }, 'the leader could not write that it works')
      return WRITE_EVERY_MS
    },
  })

  async function look() {
    const isLate = !isOurs && judgeLeader(await workedAt(), { now: now() }) !== 'ok'
    // After the machine or the database was down, the leader is late once but writes before the second check.
    if (isLate && wasLate) await onLate()
    wasLate = isLate
  }

  const watching = createBackgroundLoop({
    firstAfterMs: LOOK_EVERY_MS,
    async runOnce() {
      await look()
      return LOOK_EVERY_MS
    },
    onError(error) {
      wasLate = false
      log.warn({ error }, 'the leader could not be looked at')
      return LOOK_EVERY_MS
    },
  })

  return {
    start() {
      isOurs = true
      since = now()
      writing.start()
    },
    stop() {
      isOurs = false
      return writing.stop()
    },
    watch: watching.start,
    endWatch: watching.stop,
    look,
    workedAt,
  }
}
