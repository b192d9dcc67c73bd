/** Calendar rules: what counts as a day, how it is shown, and when a night is over. */
import { addDays, NIGHT_ENDS_AT_HOUR } from './night-dates.ts'

const DATE =
  /^(\d{4})-(\d{2})-(\d{2})(?:T([01]\d|2[0-3]):([0-5]\d)(?::[0-5]\d(?:\.\d{1,3})?)?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)?)?$/

/** A real calendar day `YYYY-MM-DD`, with an optional `THH:mm` and zone after it. */
export function isDate(text: string): boolean {
  const match = DATE.exec(text)
  if (!match) return false
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  const date = new Date(Date.UTC(year, month - 1, day))
  return year >= 1000 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** Day-month-year taken from the first 10 characters: never shifted by a time zone. */
export const formatDate = (date: string): string => date.slice(0, 10).split('-').reverse().join('-')

/** By their time zone. Making a formatter costs a hundred times what using it does. */
const formatters = new Map<string, Intl.DateTimeFormat>()

/**
 * What the wall clock of a time zone says at an instant.
 * @param timeZone IANA name
 * @returns `YYYY-MM-DDTHH:mm`
 */
export function wallClock(instant: Date | number, timeZone: string): string {
  let clock = formatters.get(timeZone)
  if (!clock) {
    // Swedish writes dates in ISO order.
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
 * The day whose night is not over yet: an event is coming when the day of its `date` is this one or later.
 * @param now an instant
 * @param timeZone IANA name
 * @returns `YYYY-MM-DD`
 */
export function currentNight(now: Date, timeZone: string): string {
  // The wall clock decides, not an instant eight hours ago: some days have 23 or 25 hours.
  const clock = wallClock(now, timeZone)
  const today = clock.slice(0, 10)
  const hour = Number(clock.slice(11, 13))
  if (hour >= NIGHT_ENDS_AT_HOUR) return today
  return addDays(today, -1)
}

/** Milliseconds from `now` until `currentNight` changes; at most a day and an hour (clock changes). */
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

/** Whether this machine knows the time zone. @param name at most some tens of characters */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('es', { timeZone: name })
    return true
  } catch {
    return false
  }
}
