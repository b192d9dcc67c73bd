/** Conditions and closing time of a list, in words. */
import { wallClock } from '../../../platform/shared/dates.ts'
import type { Language } from '../../../platform/shared/languages.ts'
import { formatLongDate } from '../../../platform/shared/night-dates.ts'
import { useLanguage, useSpanishLang } from '../../../platform/site-layout/page-language.ts'
import { usePageTexts } from '../../../platform/site-layout/page-texts.ts'
import type { Condition } from '../shared/list-hours.ts'
import { guestTexts } from './guest-texts.ts'

/** Spanish adds "de la madrugada" to earlier hours. */
const SMALL_HOURS_END = '06:00'

/** Formats 'el sábado 28 de noviembre, a la 01:00 de la madrugada'. @param at ISO 8601 */
export function formatClosing(at: string, timeZone: string, language: Language): string {
  const date = wallClock(Date.parse(at), timeZone)
  const hour = date.slice(11, 16)
  return guestTexts[language].closesAt(formatLongDate(date, { language }), hour, hour < SMALL_HOURS_END)
}

/** Labels are in the words of the club, which are Spanish. */
export function Conditions({ conditions }: { conditions: readonly Condition[] }) {
  const { afterwards } = guestTexts[useLanguage()]
  const { until: formatUntil } = usePageTexts()
  const lang = useSpanishLang()
  return (
    <ul className="list-conditions">
      {conditions.map(({ until, label }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows never move
        <li key={index}>
          <span lang={lang}>{label}</span>
          {until !== null && <span className="mono"> {formatUntil(until)}</span>}
          {until === null && index > 0 && <span className="mono"> {afterwards}</span>}
        </li>
      ))}
    </ul>
  )
}
