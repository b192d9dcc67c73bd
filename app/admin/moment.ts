/** How instants are told in the back office. */
import { club } from '../../club/club.ts'
import { showDate, wallClock } from '../../contract/dates.ts'

/** DD-MM-YYYY HH:mm, on the club's clock. */
export function moment(iso: string): string {
  const clock = wallClock(new Date(iso), club.timeZone)
  return `${showDate(clock)} ${clock.slice(11)}`
}
