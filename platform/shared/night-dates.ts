/** Days and hours of nights: their format and order. All times are local times of the club's zone. */

import type { Language } from './languages.ts'

/** A night that begins before this hour belongs to the day before. A night ends at this hour. */
export const NIGHT_ENDS_AT_HOUR = 8

/** For a night without an opening time, hours before this one are in the next morning. */
const MORNING_UNTIL = '12:00'

const DAY_MS = 86_400_000

/**
 * Adds days.
 * @param day `YYYY-MM-DD`
 * @returns a day with a four-digit year. Results outside are limited to 0000-01-01 and 9999-12-31
 */
export function addDays(day: string, days = 1): string {
  const shifted = new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString()
  if (/^\d/.test(shifted)) return shifted.slice(0, 10)
  return days > 0 ? '9999-12-31' : '0000-01-01'
}

/** Returns the time of a content date, `HH:mm`. null for a date without a time */
export const timeOfDay = (date: string): string | null => (date.length > 10 ? date.slice(11, 16) : null)

/** Returns the day to which a night belongs. @param date `YYYY-MM-DD`, with an optional `THH:mm` @returns `YYYY-MM-DD` */
export function nightDay(date: string): string {
  const day = date.slice(0, 10)
  const hour = timeOfDay(date)
  return hour !== null && Number(hour.slice(0, 2)) < NIGHT_ENDS_AT_HOUR ? addDays(day, -1) : day
}

/**
 * Adds the day to an hour of a night. Hours before the opening time are in the next morning. Without an opening time, hours
 * before noon are in the next morning.
 * @param date the date of the night
 * @param hour `HH:mm`
 * @returns `YYYY-MM-DDTHH:mm`
 */
export function placeInNight(date: string, hour: string): string {
  const doors = timeOfDay(date)
  const day = date.slice(0, 10)
  return `${hour < (doors ?? MORNING_UNTIL) ? addDays(day) : day}T${hour}`
}

/**
 * Returns the local time until which an offer is sold. Hours from noon on are on the night's day, so that a presale can end
 * before the opening. Earlier hours are in the next morning. The exception is a night that opens in the morning: hours
 * after its opening are on the night's day.
 * @param date the date of the night
 * @param until `HH:mm`
 * @returns `YYYY-MM-DDTHH:mm`
 */
export function offerEndInNight(date: string, until: string): string {
  const day = nightDay(date)
  const doors = timeOfDay(date)
  const isAfterDoors = doors !== null && `${day}T${until}` >= `${date.slice(0, 10)}T${doors}`
  return `${until < MORNING_UNTIL && !isAfterDoors ? addDays(day) : day}T${until}`
}

/** Adds the Spanish article to an hour: 'la 01:00', 'las 02:00'. @param hour `HH:mm` */
export const addHourArticle = (hour: string): string => `${hour.startsWith('01') ? 'la' : 'las'} ${hour}`

/** Formats 'hasta la 01:00', 'hasta las 02:00', 'until 01:00'. @param hour `HH:mm` */
export const formatUntilHour = (hour: string, language: Language = 'es'): string =>
  language === 'es' ? `hasta ${addHourArticle(hour)}` : `until ${hour}`

/** Sorts rows by their hour in the night. Rows without an hour follow in the given order. */
export function sortByNightTime<R extends { from: string | null }>(date: string, rows: readonly R[]): R[] {
  const timed = rows.filter(({ from }) => from !== null)
  const getKey = ({ from }: R) => placeInNight(date, from as string)
  return [
    ...timed.toSorted((a, b) => (getKey(a) < getKey(b) ? -1 : getKey(a) > getKey(b) ? 1 : 0)),
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

/** The months in Spanish, from January. */
export const monthNames = dateNames.es.months

interface NightDate {
  weekday: string
  /** Day of the month, with two digits. */
  day: string
  month: string
  /** Time, `HH:mm`. null when the date has no time */
  time: string | null
}

/** Splits a date into its parts. It reads the characters of the date, so no time zone matters. */
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

/** Formats a date: 'sábado 28 de noviembre', 'Saturday 28 November'. @param year adds the year */
export function formatLongDate(
  date: string,
  { year = false, language = 'es' }: { year?: boolean; language?: Language } = {},
): string {
  const { weekday, day, month } = parseNightDate(date, language)
  const of = language === 'es' ? ' de ' : ' '
  return `${weekday} ${Number(day)}${of}${month}${year ? of + date.slice(0, 4) : ''}`
}

/** Formats a date as '28.11'. */
export const formatDayMonth = (date: string): string => `${date.slice(8, 10)}.${date.slice(5, 7)}`

/** Length of an abbreviated weekday or month. Letters */
const ABBREVIATION_LENGTH = 3

/**
 * Formats a date as 'Fri 27 Nov'. Figures such as 11/27 would be ambiguous, because English-speaking countries order day
 * and month differently.
 */
export function formatShortEnglishDate(date: string): string {
  const { weekday, day, month } = parseNightDate(date, 'en')
  return `${weekday.slice(0, ABBREVIATION_LENGTH)} ${Number(day)} ${month.slice(0, ABBREVIATION_LENGTH)}`
}

/** Formats a date as 'sáb 28.11' or 'Sat 28 Nov'. */
export const formatShortDate = (date: string, language: Language): string =>
  language === 'en'
    ? formatShortEnglishDate(date)
    : `${parseNightDate(date).weekday.slice(0, ABBREVIATION_LENGTH)} ${formatDayMonth(date)}`
