/** How instants are told in the back office. */

import { useClub } from '../pages/club-words.ts'
import { showDate, wallClock } from '../shared/dates.ts'

/** DD-MM-YYYY HH:mm. @param instant ISO 8601, or ms since 1970 */
export function moment(instant: string | number, timeZone: string): string {
  const clock = wallClock(new Date(instant), timeZone)
  return `${showDate(clock)} ${clock.slice(11)}`
}

const DAY_MS = 86_400_000

/**
 * 'hoy 23:05', 'ayer 23:05', or as `moment`.
 * @param instant ISO 8601
 * @param now ms since 1970
 */
export function recently(instant: string, now: number, timeZone: string): string {
  const clock = wallClock(new Date(instant), timeZone)
  const isOn = (day: number) => wallClock(day, timeZone).slice(0, 10) === clock.slice(0, 10)
  const day = isOn(now) ? 'hoy' : isOn(now - DAY_MS) ? 'ayer' : showDate(clock)
  return `${day} ${clock.slice(11)}`
}

/** The same on the club's clock. */
export function useMoment(): (instant: string | number) => string {
  const { timeZone } = useClub().identity
  return (instant) => moment(instant, timeZone)
}
