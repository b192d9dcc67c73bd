/** Finds moments after the start of a night, where an administrator usually made a mistake. */
import { isDate } from '../../../platform/shared/dates.ts'
import { addDays, nightDay } from '../../../platform/shared/night-dates.ts'
import { toInstant } from '../../../platform/shared/zoned-dates.ts'
import { computeHours } from './night-hours.ts'

export const LATE = 'Eso es después de que empieza la fecha.'

/**
 * True for a moment to come that is after the start of the night. A night without an hour starts on its day at the latest.
 * @param moment ms since 1970. null while it is blank
 * @param date of the night, with or without an hour, or blank
 * @param now ms since 1970
 */
export function isAfterStart(moment: number | null, date: string, now: number, timeZone: string): boolean {
  if (moment === null || moment <= now || !isDate(date)) return false
  const { doors } = computeHours({ date, endsAt: null }, timeZone)
  return moment > (doors ?? toInstant(`${addDays(nightDay(date))}T00:00`, timeZone))
}
