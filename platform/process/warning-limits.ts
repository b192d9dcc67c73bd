/**
 * The one place that says what is too old, too full or too far off. What was wrong already is well again only with some
 * room to spare, so that nothing that moves to and fro is told each time.
 */
import type { Judgement } from '../shared/health-conditions.ts'
import { RESERVE_BYTES } from './free-space.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** A backup a day, and half a day for a machine that was off. */
const BACKUP_LATE_MS = 36 * HOUR_MS
const MAIL_LATE_MS = HOUR_MS
/** Of the whole disk. */
const DISK_LOW = 0.1
const DISK_WELL = 0.12
const CERTIFICATE_SOON_MS = 14 * DAY_MS
/** Codes of authenticators count in steps of 30 s, and one step aside is let through. */
const CLOCK_OFF_MS = 30_000
const CLOCK_WELL_MS = 15_000

/** The leader writes each minute. Another process needs about ten seconds to take over. ms */
const LEADER_LATE_MS = 5 * 60_000
/** Failures within a quarter of an hour. A single failure may concern only a rarely visited page. */
const FAILURES_MANY = 5

/** Bytes of a disk, as we may use it. */
export interface Space {
  free: number
  total: number
}

export const freeRatio = ({ free, total }: Space): number => (total > 0 ? free / total : 0)

interface Moment {
  /** ms since 1970 */
  now: number
  /** What was said before. */
  was?: Judgement | undefined
}

/** @param at when the last one was ended, ms since 1970 */
export const judgeBackup = (at: number, { now }: Moment): Judgement =>
  now - at >= BACKUP_LATE_MS ? 'warning' : 'ok'

/** Nothing that waits is lost. @param since when the oldest that does not go out was written; null: all go */
export const judgeMail = (since: number | null, { now }: Moment): Judgement =>
  since !== null && now - since >= MAIL_LATE_MS ? 'warning' : 'ok'

/** `error`: no backup fits any more, and soon nothing can be written. */
export function judgeDisk(space: Space, was: Judgement = 'ok'): Judgement {
  if (space.free < RESERVE_BYTES) return 'error'
  return freeRatio(space) < (was === 'ok' ? DISK_LOW : DISK_WELL) ? 'warning' : 'ok'
}

/** @param endsAt ms since 1970 */
export function judgeCertificate(endsAt: number, { now }: Moment): Judgement {
  if (endsAt <= now) return 'error'
  return endsAt - now <= CERTIFICATE_SOON_MS ? 'warning' : 'ok'
}

/** Codes of the second factor are refused then. @param offset ms between our clock and another's */
export const judgeClock = (offset: number, was: Judgement = 'ok'): Judgement =>
  Math.abs(offset) > (was === 'ok' ? CLOCK_OFF_MS : CLOCK_WELL_MS) ? 'error' : 'ok'

/** @param workedAt ms since 1970 */
export const judgeLeader = (workedAt: number, { now }: Moment): Judgement =>
  now - workedAt >= LEADER_LATE_MS ? 'warning' : 'ok'

/** @param count server errors of the last quarter of an hour */
export const judgeFailures = (count: number, was: Judgement = 'ok'): Judgement =>
  count >= (was === 'ok' ? FAILURES_MANY : 1) ? 'warning' : 'ok'

export const isOpen = (judgement: string): judgement is Exclude<Judgement, 'ok'> =>
  judgement === 'warning' || judgement === 'error'
