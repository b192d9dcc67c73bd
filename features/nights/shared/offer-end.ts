import type { Language } from '../../../platform/shared/languages.ts'
import {
  formatUntilHour,
  nightDay,
  parseNightDate,
  placeInNight,
} from '../../../platform/shared/night-dates.ts'

/**
 * Formats the end of an offer: 'hasta la 01:00' in the night itself, and 'hasta el domingo 29, 23:59' on another day.
 * @param date of the night
 * @param end `YYYY-MM-DDTHH:mm`
 */
export function formatOfferEnd(date: string, end: string, language: Language = 'es'): string {
  const hour = end.slice(11)
  if (end.slice(0, 10) === nightDay(date) || end === placeInNight(date, hour))
    return formatUntilHour(hour, language)
  const { weekday, day } = parseNightDate(end, language)
  return `${language === 'es' ? 'hasta el' : 'until'} ${weekday} ${Number(day)}, ${hour}`
}
