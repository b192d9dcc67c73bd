/**
 * The limits of all checks: what is too old, too full or too far off. A condition ends only with a margin, so that a value
 * near its limit does not cause a mail each time.
 */

import { RESERVE_BYTES } from '../../platform/process/free-space.ts'
import type { ConditionState } from '../../platform/shared/health-conditions.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Backups are daily. The other half day is for a machine that was off. */
const BACKUP_LATE_MS = 36 * HOUR_MS
const MAIL_LATE_MS = HOUR_MS
/** Free part of the disk, 0 to 1. */
const DISK_LOW = 0.1
const DISK_WELL = 0.12
const CERTIFICATE_SOON_MS = 14 * DAY_MS
/** Codes of authenticators change every 30 s, and the neighbouring codes are accepted. */
const CLOCK_OFF_MS = 30_000
const CLOCK_WELL_MS = 15_000

/** The leader writes each minute. Another process needs about ten seconds to take over. ms */
const LEADER_LATE_MS = 5 * 60_000
/** Failures within a quarter of an hour. A single failure may concern only a rarely visited page. */
const FAILURES_MANY = 5

/** Bytes of a disk that the club may use. */
export interface DiskSpace {
  free: number
  total: number
}

export const freeRatio = ({ free, total }: DiskSpace): number => (total > 0 ? free / total : 0)

interface Moment {
  /** ms since 1970 */
  now: number
}

/** @param at when the last backup was finished. ms since 1970 */
export const judgeBackup = (at: number, { now }: Moment): ConditionState =>
  now - at >= BACKUP_LATE_MS ? 'warning' : 'ok'

/** Waiting mail is not lost. @param since when the oldest waiting mail was written, ms since 1970. null: no mail waits */
export const judgeMail = (since: number | null, { now }: Moment): ConditionState =>
  since !== null && now - since >= MAIL_LATE_MS ? 'warning' : 'ok'

/** `error`: no more backups fit, and soon all writes fail. */
export function judgeDisk(space: DiskSpace, was: ConditionState = 'ok'): ConditionState {
  if (space.free < RESERVE_BYTES) return 'error'
  return freeRatio(space) < (was === 'ok' ? DISK_LOW : DISK_WELL) ? 'warning' : 'ok'
}

/** @param endsAt ms since 1970 */
export function judgeCertificate(endsAt: number, { now }: Moment): ConditionState {
  if (endsAt <= now) return 'error'
  return endsAt - now <= CERTIFICATE_SOON_MS ? 'warning' : 'ok'
}

/** A wrong clock refuses codes of the second factor. @param offset ms between our clock and another's */
export const judgeClock = (offset: number, was: ConditionState = 'ok'): ConditionState =>
  Math.abs(offset) > (was === 'ok' ? CLOCK_OFF_MS : CLOCK_WELL_MS) ? 'error' : 'ok'

/** @param workedAt ms since 1970 */
export const judgeLeader = (workedAt: number, { now }: Moment): ConditionState =>
  now - workedAt >= LEADER_LATE_MS ? 'warning' : 'ok'

/** @param count server errors of the last quarter of an hour */
export const judgeFailures = (count: number, was: ConditionState = 'ok'): ConditionState =>
  count >= (was === 'ok' ? FAILURES_MANY : 1) ? 'warning' : 'ok'
