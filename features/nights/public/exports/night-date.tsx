import './night-date.css'
import {
  formatDayMonth,
  formatLongDate,
  formatShortEnglishDate,
  parseNightDate,
} from '../../../../platform/shared/night-dates.ts'
import { useLanguage } from '../../../../platform/site-layout/page-language.ts'

/** The date of a night in digits, scaled to the width of its container. Screen readers read it in words. */
export function NightDate({ date, year = false }: { date: string; year?: boolean }) {
  const language = useLanguage()
  const { weekday, time } = parseNightDate(date, language)
  return (
    <time className="night-date" dateTime={date}>
      <span className="unseen">
        {formatLongDate(date, { year, language })}
        {time && `, ${time}`}
      </span>
      <span className="night-figures" aria-hidden="true">
        {formatDayMonth(date)}
      </span>
      <span className="night-hour mono" aria-hidden="true">
        <span>{language === 'es' ? weekday : formatShortEnglishDate(date)}</span>
        <span>{year ? date.slice(0, 4) : time}</span>
      </span>
    </time>
  )
}
