/** Words for a list that visitors can join, which the form and the offers on pages of nights have in common. */
import { wallClock } from '../../../platform/shared/dates.ts'
import type { Language } from '../../../platform/shared/languages.ts'
import { addHourArticle, formatLongDate } from '../../../platform/shared/night-dates.ts'

/** Id of the field for the name. Links to the form lead to it, and browsers then focus it. */
export const SIGN_UP_FIELD_ID = 'anotarse'

export const signUpWords = {
  es: { list: 'Lista', invitation: 'anotate', shortage: 'Quedan pocos lugares' },
  en: { list: 'Guest list', invitation: 'join the list', shortage: 'Few places left' },
} as const satisfies Record<Language, object>

/** Spanish adds "de la madrugada" to earlier hours. */
const SMALL_HOURS_END = '06:00'

/** Formats 'el sábado 28 de noviembre, a la 01:00 de la madrugada'. @param at ISO 8601 */
export function formatClosing(at: string, timeZone: string, language: Language): string {
  const date = wallClock(Date.parse(at), timeZone)
  const hour = date.slice(11, 16)
  const day = formatLongDate(date, { language })
  if (language === 'en') return `on ${day} at ${hour}`
  return `el ${day}, a ${addHourArticle(hour)}${hour < SMALL_HOURS_END ? ' de la madrugada' : ''}`
}

/** Formats 'Cierra el sábado 28 de noviembre, a las 22:00'. @param at ISO 8601 */
export const describeClosing = (at: string, timeZone: string, language: Language): string =>
  `${language === 'es' ? 'Cierra' : 'Closes'} ${formatClosing(at, timeZone, language)}`
