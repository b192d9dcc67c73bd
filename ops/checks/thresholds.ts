/**
 * The limits of all checks: what is too old, too full or too far off. A condition ends only with a margin, so that a value
 * near its limit does not cause a mail each time.
 */

import { RESERVE_BYTES } from '../../platform/process/free-space.ts'
import type { ConditionState } from '../../platform/shared/health-conditions.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** A backup is late after this time. Backups are daily, and the machine may be off for half a day. ms */
const BACKUP_LATE_MS = 36 * HOUR_MS
const MAIL_LATE_MS = HOUR_MS
/** The disk is full below this free share, 0 to 1. */
const DISK_LOW = 0.1
const DISK_WELL = 0.12
const CERTIFICATE_SOON_MS = 14 * DAY_MS
/**
 * Largest tolerated difference of the clock. Codes of authenticators change every 30 s, and the codes before and after are
 * accepted too. ms
 */
const CLOCK_OFF_MS = 30_000
const CLOCK_WELL_MS = 15_000

/**
 * The leader is late after this time. It writes each minute, and another process needs about ten seconds to take over. ms
 */
const LEADER_LATE_MS = 5 * 60_000
/**
 * Number of server errors in a quarter of an hour that is too many. A single error may concern only a rarely visited page.
 */
const FAILURES_MANY = 5

/**
 * A mail server or media store that does not answer is reported after this time. The third check in a row comes after 8
 * minutes; the rest is a margin for its timer. An outage is thus reported within 15 minutes. ms
 */
const UNREACHABLE_MS = 7 * 60_000

/**
 * Result of an attempt to use a server. `refused`: only a change of the configuration helps. `unreachable`: it may work at
 * the next attempt
 */
export type Access = 'ok' | 'refused' | 'unreachable'

/** Space of a disk that the club may use. Bytes */
export interface DiskSpace {
  free: number
  total: number
}

export const freeRatio = ({ free, total }: DiskSpace): number => (total > 0 ? free / total : 0)

interface Moment {
  /** Current time. ms since 1970 */
  now: number
}

/** Judges the last backup. @param at when it was finished. ms since 1970 */
export const judgeBackup = (at: number, { now }: Moment): ConditionState =>
  now - at >= BACKUP_LATE_MS ? 'warning' : 'ok'

/**
 * Judges waiting mail, which is never an error, because it is not lost.
 * @param since when the oldest waiting mail was written. ms since 1970. null: no mail waits
 */
export const judgeMail = (since: number | null, { now }: Moment): ConditionState =>
  since !== null && now - since >= MAIL_LATE_MS ? 'warning' : 'ok'

/**
 * Judges attempts to use a server.
 * @param before time of the first failed attempt. null: the last one succeeded. ms since 1970
 * @returns `since`: the new value of `before`
 */
export function judgeAccess(
  access: Access,
  { now, before }: Moment & { before: number | null },
): { isLost: boolean; since: number | null } {
  if (access === 'ok') return { isLost: false, since: null }
  // A time in the future was written by a clock that was ahead.
  const since = Math.min(before ?? now, now)
  return { isLost: access === 'refused' || now - since >= UNREACHABLE_MS, since }
}

/** Judges the free space. `error`: no more backups fit, and soon all writes fail */
export function judgeDisk(space: DiskSpace, was: ConditionState = 'ok'): ConditionState {
  if (space.free < RESERVE_BYTES) return 'error'
  return freeRatio(space) < (was === 'ok' ? DISK_LOW : DISK_WELL) ? 'warning' : 'ok'
}

/** Judges how long the certificate remains valid. @param endsAt time of its expiry. ms since 1970 */
export function judgeCertificate(endsAt: number, { now }: Moment): ConditionState {
  if (endsAt <= now) return 'error'
  return endsAt - now <= CERTIFICATE_SOON_MS ? 'warning' : 'ok'
}

/**
 * Judges the clock. With a wrong clock, codes of the second factor are refused.
 * @param offset difference from another clock. ms
 */
export const judgeClock = (offset: number, was: ConditionState = 'ok'): ConditionState =>
  Math.abs(offset) > (was === 'ok' ? CLOCK_OFF_MS : CLOCK_WELL_MS) ? 'error' : 'ok'

/** Judges the leader. @param workedAt time of its last work. ms since 1970 */
export const judgeLeader = (workedAt: number, { now }: Moment): ConditionState =>
  now - workedAt >= LEADER_LATE_MS ? 'warning' : 'ok'

/** Judges server errors. @param count those of the last quarter of an hour */
export const judgeFailures = (count: number, was: ConditionState = 'ok'): ConditionState =>
  count >= (was === 'ok' ? FAILURES_MANY : 1) ? 'warning' : 'ok'
