/** When a list closes, and which of its conditions holds. Hours are on the night's clock, so 01:00 is after 23:59. */
import {
  addDays,
  formatUntilHour,
  nightDay,
  offerEndInNight,
  timeOfDay,
} from '../../../platform/shared/night-dates.ts'
import { toInstant } from '../../../platform/shared/zoned-dates.ts'
import type { Price } from './money.ts'

/** The offer for guests until an hour, such as free entry. `until` is `HH:mm`, or null for the whole night. */
export interface Condition {
  until: string | null
  label: string
}

export interface PricedCondition extends Condition {
  /** null: not known */
  price: Price | null
}

/** A night without an opening time closes its lists at the end of its day. */
const USUAL_CLOSING = '23:59'
const NOON = '12:00'

/** Returns when a list closes. ms since 1970 @param closes `HH:mm`; null: doors @param date the date of the night */
export function computeListClosing(closes: string | null, date: string, timeZone: string): number {
  if (closes === null && timeOfDay(date) !== null) return toInstant(date, timeZone)
  return toInstant(offerEndInNight(date, closes ?? USUAL_CLOSING), timeZone)
}

/** The last hour of a night's clock. Noon is on the day of the night. */
const LAST_HOUR = '11:59'

/**
 * Chooses the closing time of a new list without one, so that a list that is made during the night does not start closed.
 * @param at ms since 1970
 * @returns `HH:mm`. null: the list closes at doors, because they are not open yet, or because the night is over
 */
export function chooseClosing(
  { conditions }: { conditions: readonly Condition[] },
  { date, endsAt }: { date: string; endsAt: string | null },
  at: number,
  timeZone: string,
): string | null {
  if (at < computeListClosing(null, date, timeZone)) return null
  const hours = [conditions.at(-1)?.until ?? null, endsAt, LAST_HOUR]
  return hours.find((hour) => hour !== null && at < computeListClosing(hour, date, timeZone)) ?? null
}

/** Returns when a condition ends. Infinity when it holds all night. ms since 1970 */
export const computeConditionEnd = ({ until }: Condition, date: string, timeZone: string): number =>
  until === null ? Number.POSITIVE_INFINITY : toInstant(offerEndInNight(date, until), timeZone)

/** Returns the condition that holds at a time. null when all have ended. @param at ms since 1970 */
export const findCondition = <C extends Condition>(
  conditions: readonly C[],
  date: string,
  at: number,
  timeZone: string,
): C | null => createConditionFinder(conditions, date, timeZone)(at)

/** Returns `findCondition` for many times of one night: the ends, which are costly, are computed once. */
export function createConditionFinder<C extends Condition>(
  conditions: readonly C[],
  date: string,
  timeZone: string,
): (at: number) => C | null {
  const ends = conditions.map((condition) => computeConditionEnd(condition, date, timeZone))
  return (at) => conditions.find((_, index) => at < (ends[index] ?? Infinity)) ?? null
}

/** Returns when the last condition ends. Infinity when one has no end. ms since 1970 */
export const computeConditionsEnd = (
  conditions: readonly Condition[],
  date: string,
  timeZone: string,
): number => Math.max(...conditions.map((condition) => computeConditionEnd(condition, date, timeZone)))

/** Returns the noon after a night, at which its door sessions end. ms since 1970 */
export const computeDoorEnd = (date: string, timeZone: string): number =>
  toInstant(`${addDays(nightDay(date))}T${NOON}`, timeZone)

/** Formats conditions for readers: 'Gratis hasta la 01:00, después $ 6.000'. */
export const formatConditions = (conditions: readonly Condition[]): string =>
  conditions
    .map(({ until, label }, index) => {
      const end = until === null ? '' : ` ${formatUntilHour(until)}`
      return `${index === 0 ? '' : 'después '}${label}${end}`
    })
    .join(', ')
