/** The days and hours that buttons beside a date offer. This file has no side effects, so that tests can cover the rules. */
import { wallClock } from '../../../shared/dates.ts'
import { addDays, parseNightDate } from '../../../shared/night-dates.ts'
import { capitalised } from '../../../shared/text/text.ts'

/**
 * `day`: a date without an hour. `night`: the date of a night, with its doors. `start`: a moment from which visitors see
 * something. `end`: a moment until which they see it. `sale`: the last minute of a sale.
 */
export type PresetKind = 'day' | 'night' | 'start' | 'end' | 'sale'

export interface DatePreset {
  label: string
  /** `YYYY-MM-DD` with an optional `THH:mm`. */
  value: string
}

/** Days, counted from today, with their hours. */
const presetDays: Record<Exclude<PresetKind, 'night' | 'sale'>, [days: number, hour?: string][]> = {
  day: [[0], [1]],
  start: [
    [0, '21:00'],
    [1, '12:00'],
    [1, '21:00'],
  ],
  end: [
    [0, '23:59'],
    [1, '12:00'],
  ],
}

/** The weekdays on which most nights are, as `Date.getUTCDay` returns them. */
const NIGHT_WEEKDAYS = [5, 6]
/** Usual hour at which the doors open. */
const DOORS = '23:59'
const LAST_MINUTE = '23:59'
const WEEK_DAYS = 7

/** Largest number of buttons. More do not fit in one line on a phone. */
const PRESETS_MAX = 2

/** The weekday on which most phases of a sale end. */
const SALE_WEEKDAYS = [0]

const listWeekdays = (weekdays: readonly number[], today: string, hour: string): [number, string][] =>
  Array.from({ length: WEEK_DAYS }, (_, days) => days)
    .filter((days) => weekdays.includes(new Date(addDays(today, days)).getUTCDay()))
    .map((days) => [days, hour])

function listDays(kind: PresetKind, today: string): readonly [days: number, hour?: string][] {
  if (kind === 'night') return listWeekdays(NIGHT_WEEKDAYS, today, DOORS)
  return kind === 'sale' ? listWeekdays(SALE_WEEKDAYS, today, LAST_MINUTE) : presetDays[kind]
}

/**
 * Lists the next moments of a kind. Past moments are left out.
 * @param now ms since 1970
 * @param timeZone the club's IANA time zone
 */
export function listDatePresets(kind: PresetKind, now: number, timeZone: string): DatePreset[] {
  const clock = wallClock(now, timeZone)
  const today = clock.slice(0, 10)
  return listDays(kind, today)
    .map(([days, hour]) => {
      const day = addDays(today, days)
      const name = ['Hoy', 'Mañana'][days] ?? capitalised(parseNightDate(day).weekday)
      return hour ? { label: `${name} ${hour}`, value: `${day}T${hour}` } : { label: name, value: day }
    })
    .filter(({ value }) => value >= clock.slice(0, value.length))
    .slice(0, PRESETS_MAX)
}
