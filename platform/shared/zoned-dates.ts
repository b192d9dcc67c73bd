/**
 * Converts content dates, which are local times, into instants. The file is separate from dates.ts, because few pages need
 * it.
 */
import { wallClock } from './dates.ts'

const DAY_MS = 86_400_000

/** Limits of the dates that are converted. Outside of them, Intl writes years with fewer or more than four digits. */
const FIRST = Date.parse('1000-01-03T00:00:00Z')
const LAST = Date.parse('9999-12-29T00:00:00Z')

/** Returns the offset of a time zone from UTC at an instant. Minutes */
function offsetAt(instant: number, timeZone: string): number {
  const at = Math.min(Math.max(instant, FIRST), LAST)
  return Math.round((Date.parse(`${wallClock(at, timeZone)}Z`) - at) / 60_000)
}

/**
 * Adds the offset of the time zone to a content date (ISO 8601). Dates without a time, and dates with an offset, stay
 * unchanged. A local time that the zone skips gets the offset from before the change, so that it moves forward by the
 * skipped time.
 * @param timeZone IANA name
 */
export function addZoneOffset(date: string, timeZone: string): string {
  if (!/T[\d:.]+$/.test(date)) return date
  const asUtc = Date.parse(`${date}Z`)
  // The clocks may change between the two instants. When a local time occurs twice, the first one is used.
  const before = offsetAt(asUtc - DAY_MS, timeZone)
  const after = offsetAt(asUtc + DAY_MS, timeZone)
  const isRight = (offset: number) => offsetAt(asUtc - offset * 60_000, timeZone) === offset
  const minutes = isRight(before) || !isRight(after) ? before : after
  const two = (number: number) => String(Math.floor(number)).padStart(2, '0')
  const size = Math.abs(minutes)
  return `${date}${minutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`
}

/**
 * Returns the instant of a content date. A date without a time counts as midnight. ms since 1970
 * @param timeZone IANA name
 */
export const toInstant = (date: string, timeZone: string): number =>
  Date.parse(addZoneOffset(date.length === 10 ? `${date}T00:00` : date, timeZone))
