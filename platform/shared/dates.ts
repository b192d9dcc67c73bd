/** Calendar rules: valid dates, their format, and the current night. */
import { addDays, NIGHT_ENDS_AT_HOUR } from './night-dates.ts'

const DATE =
  /^(\d{4})-(\d{2})-(\d{2})(?:T([01]\d|2[0-3]):([0-5]\d)(?::[0-5]\d(?:\.\d{1,3})?)?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)?)?$/

/** True for an existing day `YYYY-MM-DD`, optionally followed by `THH:mm` and a zone. */
export function isDate(text: string): boolean {
  const match = DATE.exec(text)
  if (!match) return false
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  const date = new Date(Date.UTC(year, month - 1, day))
  return year >= 1000 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** Formats the day of a date as day-month-year. It reads the first 10 characters, so no time zone matters. */
export const formatDate = (date: string): string => date.slice(0, 10).split('-').reverse().join('-')

/** One formatter per time zone is kept, because creating one takes a hundred times as long as using it. */
const formatters = new Map<string, Intl.DateTimeFormat>()

/** Returns the local date and time in a time zone. @param timeZone IANA name @returns `YYYY-MM-DDTHH:mm` */
export function wallClock(instant: Date | number, timeZone: string): string {
  let clock = formatters.get(timeZone)
  if (!clock) {
    // The Swedish locale formats dates in ISO order.
    clock = new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    })
    formatters.set(timeZone, clock)
  }
  return clock.format(instant).replace(' ', 'T')
}

/**
 * Returns the day of the current night. A night is upcoming when its day is this one or later.
 * @param timeZone IANA name
 * @returns `YYYY-MM-DD`
 */
export function currentNight(now: Date, timeZone: string): string {
  // Subtracting eight hours from the instant would be wrong on days with 23 or 25 hours.
  const clock = wallClock(now, timeZone)
  const today = clock.slice(0, 10)
  const hour = Number(clock.slice(11, 13))
  if (hour >= NIGHT_ENDS_AT_HOUR) return today
  return addDays(today, -1)
}

/** Returns the time until `currentNight` changes. It is at most a day and an hour, because clocks may change. ms */
export function untilNextNight(now: Date, timeZone: string): number {
  const tonight = currentNight(now, timeZone)
  let low = 0
  let high = 25 * 3_600_000
  while (high - low > 1000) {
    const middle = Math.floor((low + high) / 2)
    if (currentNight(new Date(now.getTime() + middle), timeZone) === tonight) low = middle
    else high = middle
  }
  return high
}

/** True when this machine knows the time zone. @param name at most some tens of characters */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('es', { timeZone: name })
    return true
  } catch {
    return false
  }
}
