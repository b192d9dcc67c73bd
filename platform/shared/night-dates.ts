/** When a night is: its day and how that is said, when it is over, and the order of what happens in it. Wall clocks are those of the club's zone. */

import type { Language } from './languages.ts'

/** A night is of the day on which it began: what begins before this hour is of the day before. It is over at this hour. */
export const NIGHT_ENDS_AT_HOUR = 8

/** Without doors, hours before this one are of the morning after. */
const MORNING_UNTIL = '12:00'

const DAY_MS = 86_400_000

/** The result stays within four-digit years. @param day `YYYY-MM-DD` */
export function addDays(day: string, days = 1): string {
  const written = new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString()
  if (/^\d/.test(written)) return written.slice(0, 10)
  return days > 0 ? '9999-12-31' : '0000-01-01'
}

/** The hour that a content date says, `HH:mm`; null: it is a day alone. */
export const timeOfDay = (date: string): string | null => (date.length > 10 ? date.slice(11, 16) : null)

/**
 * The day of which a night is.
 * @param date `YYYY-MM-DD`, with an optional `THH:mm`
 * @returns `YYYY-MM-DD`
 */
export function nightDay(date: string): string {
  const day = date.slice(0, 10)
  const hour = timeOfDay(date)
  return hour !== null && Number(hour.slice(0, 2)) < NIGHT_ENDS_AT_HOUR ? addDays(day, -1) : day
}

/**
 * Where an hour lies in a night: what is earlier than doors is of the next morning; without doors, what is before noon.
 * @param date of the night
 * @param hour `HH:mm`
 * @returns `YYYY-MM-DDTHH:mm`
 */
export function placeInNight(date: string, hour: string): string {
  const doors = timeOfDay(date)
  const day = date.slice(0, 10)
  return `${hour < (doors ?? MORNING_UNTIL) ? addDays(day) : day}T${hour}`
}

/**
 * The clock time until which an offer is sold. An hour from noon on is of the night's day, so that a presale can end before
 * doors. An earlier hour is of the next morning, unless doors open in the morning and the hour is later than doors.
 * @param date of the night
 * @param until `HH:mm`
 * @returns `YYYY-MM-DDTHH:mm`
 */
export function offerEndInNight(date: string, until: string): string {
  const day = nightDay(date)
  const doors = timeOfDay(date)
  const isAfterDoors = doors !== null && `${day}T${until}` >= `${date.slice(0, 10)}T${doors}`
  return `${until < MORNING_UNTIL && !isAfterDoors ? addDays(day) : day}T${until}`
}

/** 'hasta la 01:00', 'hasta las 02:00'. @param hour `HH:mm` */
export const formatUntilHour = (hour: string): string =>
  `hasta ${hour.startsWith('01') ? 'la' : 'las'} ${hour}`

/** Rows with an hour in the order of the night, then the rest as they came. */
export function sortByNightTime<R extends { from: string | null }>(date: string, rows: readonly R[]): R[] {
  const timed = rows.filter(({ from }) => from !== null)
  const keyOf = ({ from }: R) => placeInNight(date, from as string)
  return [
    ...timed.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0)),
    ...rows.filter(({ from }) => from === null),
  ]
}

const dateNames: Record<Language, { weekdays: readonly string[]; months: readonly string[] }> = {
  es: {
    weekdays: ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'],
    months: [
      'enero',
      'febrero',
      'marzo',
      'abril',
      'mayo',
      'junio',
      'julio',
      'agosto',
      'septiembre',
      'octubre',
      'noviembre',
      'diciembre',
    ],
  },
  en: {
    weekdays: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
    months: [
      'January',
      'February',
      'March',
      'April',
      'May',
      'June',
      'July',
      'August',
      'September',
      'October',
      'November',
      'December',
    ],
  },
}

interface NightDate {
  weekday: string
  /** Two digits. */
  day: string
  month: string
  /** `HH:mm`, where the date has one. */
  time: string | null
}

/** Taken from the first characters of the date, never shifted by a time zone. */
export function parseNightDate(date: string, language: Language = 'es'): NightDate {
  const { weekdays, months } = dateNames[language]
  const [year, month, day] = date.slice(0, 10).split('-').map(Number) as [number, number, number]
  return {
    weekday: weekdays[new Date(Date.UTC(year, month - 1, day)).getUTCDay()] ?? '',
    day: date.slice(8, 10),
    month: months[month - 1] ?? '',
    time: /^.{10}T(\d\d:\d\d)/.exec(date)?.[1] ?? null,
  }
}

/** 'sábado 28 de noviembre', 'Saturday 28 November', with the year where it is told apart by it. */
export function formatLongDate(
  date: string,
  { year = false, language = 'es' }: { year?: boolean; language?: Language } = {},
): string {
  const { weekday, day, month } = parseNightDate(date, language)
  const of = language === 'es' ? ' de ' : ' '
  return `${weekday} ${Number(day)}${of}${month}${year ? of + date.slice(0, 4) : ''}`
}

/** Letters of a name that stand for it in English. */
const ABBREVIATION_LENGTH = 3

/** 'Fri 27 Nov': the figures of a date are read in two ways by those who read English. */
export function formatShortEnglishDate(date: string): string {
  const { weekday, day, month } = parseNightDate(date, 'en')
  return `${weekday.slice(0, ABBREVIATION_LENGTH)} ${Number(day)} ${month.slice(0, ABBREVIATION_LENGTH)}`
}
