/** Content dates as moments: for programs, which know no wall clock. Apart from dates.ts, since few pages need it. */
import { wallClock } from './dates.ts'

const DAY_MS = 86_400_000

/** Outside of these dates, Intl writes years with fewer or more than four digits. */
const FIRST = Date.parse('1000-01-03T00:00:00Z')
const LAST = Date.parse('9999-12-29T00:00:00Z')

/** How far the wall clock of a time zone is ahead of UTC at an instant, minutes. */
function offsetAt(instant: number, timeZone: string): number {
  const at = Math.min(Math.max(instant, FIRST), LAST)
  return Math.round((Date.parse(`${wallClock(at, timeZone)}Z`) - at) / 60_000)
}

/**
 * A content date as a moment that the world understands: its wall clock with the offset of the time zone (ISO 8601). A
 * day without an hour stays a day, and a date that brings a zone of its own keeps it. An hour that the zone skips has the
 * offset from before: that makes it as much later as the clock goes forward.
 * @param timeZone IANA name
 */
export function addZoneOffset(date: string, timeZone: string): string {
  if (!/T[\d:.]+$/.test(date)) return date
  const asUtc = Date.parse(`${date}Z`)
  // Before and after a change of clocks that may lie between; of an hour that comes twice the first is meant.
  const before = offsetAt(asUtc - DAY_MS, timeZone)
  const after = offsetAt(asUtc + DAY_MS, timeZone)
  const isRight = (offset: number) => offsetAt(asUtc - offset * 60_000, timeZone) === offset
  const minutes = isRight(before) || !isRight(after) ? before : after
  const two = (number: number) => String(Math.floor(number)).padStart(2, '0')
  const size = Math.abs(minutes)
  return `${date}${minutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`
}

/** The instant of a content date, ms since 1970; of a day without an hour, its midnight. @param timeZone IANA name */
export const toInstant = (date: string, timeZone: string): number =>
  Date.parse(addZoneOffset(date.length === 10 ? `${date}T00:00` : date, timeZone))
