/** How instants are told in the back office. */
import { club } from '../../club/club.ts'
import { showDate } from '../../contract/dates.ts'

const day = new Intl.DateTimeFormat('en-CA', { timeZone: club.timeZone, dateStyle: 'short' })
const hour = new Intl.DateTimeFormat('en-GB', { timeZone: club.timeZone, timeStyle: 'short' })

/** DD-MM-YYYY HH:mm, on the club's clock. */
export function moment(iso: string): string {
  const at = new Date(iso)
  return `${showDate(day.format(at))} ${hour.format(at)}`
}
