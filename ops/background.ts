/**
 * The background work of the club, and the order in which it starts. Every process sends mail. One process of each machine
 * does the other work. If several machines share a PostgreSQL, only the elected leader does it. Scheduled items need no
 * work: each query compares their times with the clock (docs/decisions/0025).
 */

import { type DeletionTime, RECHECK_MS } from '../platform/clock/deletion-clock.ts'
import type { Database } from '../platform/db/connect.ts'
import { createBackgroundLoop } from '../platform/process/background-loop.ts'
import type { Log } from '../platform/process/log.ts'
import type { DailyBackup } from './backup/daily-backup.ts'
import { BACKGROUND, type LeaderRecord } from './leader.ts'
import type { Warnings } from './warnings/warnings.ts'

interface Worker {
  start(): void
  /** Stops the work. Resolves when the work that is under way has ended. */
  stop(): Promise<void>
}

interface BackgroundOptions {
  database: Pick<Database, 'lead'>
  leader: Pick<LeaderRecord, 'start' | 'stop' | 'watch' | 'endWatch'>
  outbox: Worker
  images: Worker
  daily: Pick<DailyBackup, 'start' | 'stop'>
  erasures: Worker
  /** Keeps space for the database on its disk. */
  fillReserve(): Promise<void>
  warnings: Pick<Warnings, 'start' | 'stop' | 'check'>
  /** Deletes expired data of every service. @param at time from which ages are computed. ms since 1970 */
  tidy(at: number, stopping: AbortSignal): Promise<unknown>
  deletionTime: DeletionTime
  log: Pick<Log, 'info' | 'warn'>
}

export interface Background {
  /** Starts sending mail. With `background`, the other work starts when this process may do it. */
  start(options?: { background: boolean }): void
  /** Leaves the background work to other processes. This process still sends mail. */
  yieldBackground(): Promise<void>
  stop(): Promise<void>
}

export function createBackground(options: BackgroundOptions): Background {
  const { database, leader, outbox, images, daily, erasures, warnings, log } = options
  const tidying = createTidying(options)
  let switching: Promise<unknown> = Promise.resolve()
  let stepDown: (() => Promise<void>) | undefined
  let yielding: Promise<void> | undefined

  /** Starts or stops the background work. A switch waits until the last one has finished. */
  function switchBackground(isOurs: boolean) {
    switching = switching.then(async () => {
      daily.stop()
      warnings.stop()
      await Promise.all([images.stop(), tidying.stop(), erasures.stop(), leader.stop()])
      if (!isOurs || yielding) return
      leader.start()
      images.start()
      daily.start()
      tidying.start()
      erasures.start()
      warnings.start()
    })
  }

  /** A second call returns the promise of the first call. */
  function yieldBackground() {
    yielding ??= Promise.resolve().then(async () => {
      switchBackground(false)
      await switching
      await stepDown?.()
    })
    return yielding
  }

  return {
    start({ background } = { background: true }) {
      outbox.start()
      leader.watch()
      if (!background) return
      if (!database.lead) return switchBackground(true)
      stepDown = database.lead(BACKGROUND, (isOurs) => {
        if (isOurs) log.info({}, 'this process runs the background work')
        switchBackground(isOurs)
      })
    },
    yieldBackground,
    async stop() {
      await Promise.all([yieldBackground(), leader.endWatch(), outbox.stop()])
    },
  }
}

const TIDY_EVERY_MS = 3_600_000

/** Fills the disk reserve, and deletes expired data every hour, but only while the clock is trusted. */
function createTidying({
  fillReserve,
  deletionTime,
  tidy,
  warnings,
  log,
}: Pick<BackgroundOptions, 'fillReserve' | 'deletionTime' | 'tidy' | 'warnings' | 'log'>) {
  let wasHeld = false
  return createBackgroundLoop({
    async runOnce(stopping) {
      await fillReserve().catch((error) => log.warn({ error }, 'the disk reserve could not be created'))
      const at = await deletionTime()
      const isHeld = at === null
      if (isHeld !== wasHeld) await warnings.check({}, ['clock'])
      wasHeld = isHeld
      if (isHeld) return RECHECK_MS
      await tidy(at, stopping)
      return TIDY_EVERY_MS
    },
    onError(error) {
      log.warn({ error }, 'expired data could not be deleted')
      return TIDY_EVERY_MS
    },
  })
}
