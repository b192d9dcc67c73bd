/** How instants are told in the back office. */
import { club } from '../../../club/club.ts'
import { showDate, wallClock } from '../../../contract/dates.ts'

/** DD-MM-YYYY HH:mm, on the club's clock. @param instant ISO 8601, or ms since 1970 */
export function moment(instant: string | number): string {
  const clock = wallClock(new Date(instant), club.timeZone)
  return `${showDate(clock)} ${clock.slice(11)}`
}
