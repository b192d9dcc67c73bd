/** When a night is: its day, when it is over, and the order of what happens in it. Wall clocks are those of the club's zone. */

/** A night is of the day on which it began: what begins before this hour is of the day before. It is over at this hour. */
export const NIGHT_ENDS_AT_HOUR = 8

/** Without doors, hours before this one are of the morning after. */
const MORNING_UNTIL = '12:00'

const DAY_MS = 86_400_000

/** @param day `YYYY-MM-DD` */
export const dayAfter = (day: string, days = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** The hour that a content date says, `HH:mm`; null: it is a day alone. */
export const hourOf = (date: string): string | null => (date.length > 10 ? date.slice(11, 16) : null)

/**
 * The day of which a night is.
 * @param date `YYYY-MM-DD`, with an optional `THH:mm`
 * @returns `YYYY-MM-DD`
 */
export function nightDay(date: string): string {
  const day = date.slice(0, 10)
  const hour = hourOf(date)
  return hour !== null && Number(hour.slice(0, 2)) < NIGHT_ENDS_AT_HOUR ? dayAfter(day, -1) : day
}

/**
 * Where an hour lies in a night: what is earlier than doors is of the next morning; without doors, what is before noon.
 * @param date of the night
 * @param hour `HH:mm`
 * @returns `YYYY-MM-DDTHH:mm`
 */
export function inNight(date: string, hour: string): string {
  const doors = hourOf(date)
  const day = date.slice(0, 10)
  return `${hour < (doors ?? MORNING_UNTIL) ? dayAfter(day) : day}T${hour}`
}

/** Rows with an hour in the order of the night, then the rest as they came. */
export function inOrderOfNight<R extends { from: string | null }>(date: string, rows: readonly R[]): R[] {
  const timed = rows.filter(({ from }) => from !== null)
  const keyOf = ({ from }: R) => inNight(date, from as string)
  return [
    ...timed.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0)),
    ...rows.filter(({ from }) => from === null),
  ]
}
