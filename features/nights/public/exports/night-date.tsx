import './night-date.css'
import type { Language } from '../../../../platform/shared/languages.ts'
import {
  formatDayMonth,
  formatLongDate,
  formatShortDate,
  formatShortEnglishDate,
  parseNightDate,
  timeOfDay,
} from '../../../../platform/shared/night-dates.ts'
import { useLanguage } from '../../../../platform/site-layout/page-language.ts'
import { usePageTexts } from '../../../../platform/site-layout/page-texts.ts'
import type { Stamp } from '../../shared/night-state.ts'

interface NightDateProps {
  date: string
  stamp?: Stamp | null
  /** The date before a change, for a rescheduled night. */
  previousDate?: string | null
  /** True shows the year in place of the hour. */
  year?: boolean
}

/**
 * The date of a night in digits, scaled to the width of its container. A date that no longer holds is struck through. Screen
 * readers read the date in words.
 */
export function NightDate({ date, stamp = null, previousDate = null, year = false }: NightDateProps) {
  const language = useLanguage()
  const { weekday, time } = parseNightDate(date, language)
  const previous = stamp === 'rescheduled' ? previousDate : null
  const hasNewHour = previous !== null && isSameDay(previous, date)
  return (
    <time className="night-date" dateTime={date}>
      <DateInWords date={date} previousDate={previous} year={year} />
      <NightFigures date={date} stamp={stamp} previousDate={previousDate} />
      <span className="night-hour mono" aria-hidden="true">
        <span>{language === 'es' ? weekday : formatShortEnglishDate(date)}</span>
        <span>
          {hasNewHour && !year && <s className="struck">{timeOfDay(previous)}</s>}{' '}
          {year ? date.slice(0, 4) : time}
        </span>
      </span>
    </time>
  )
}

/** The date in one line of small type, for rows of lists. */
export function NightDateRow({ date, stamp = null, previousDate = null }: Omit<NightDateProps, 'year'>) {
  const language = useLanguage()
  const previous = stamp === 'rescheduled' ? previousDate : null
  const day = formatShortDate(date, language)
  const when = [day, timeOfDay(date)].filter(Boolean).join(' ')
  const isOff = stamp === 'cancelled' || stamp === 'postponed'
  return (
    <time className="night-date-row mono" dateTime={date}>
      <DateInWords date={date} previousDate={previous} />
      <span aria-hidden="true">
        {previous !== null && (
          // Without a weekday, both dates have space in one line of a phone.
          <s className="struck">
            {isSameDay(previous, date) ? timeOfDay(previous) : formatDayMonth(previous)}
          </s>
        )}{' '}
        {isOff ? <s className="struck">{when}</s> : when}
      </span>
    </time>
  )
}

function DateInWords({ date, previousDate, year = false }: Omit<NightDateProps, 'stamp'>) {
  const language = useLanguage()
  const words = usePageTexts()
  const time = timeOfDay(date)
  return (
    <span className="unseen">
      {formatLongDate(date, { year, language })}
      {time && `, ${time}`}
      {previousDate && `, ${words.before(formatPrevious(previousDate, date, language))}`}
    </span>
  )
}

/** The digits of the date alone. Another element on the page has the date in words. */
export function NightFigures({ date, stamp = null, previousDate = null }: Omit<NightDateProps, 'year'>) {
  if (stamp === 'cancelled' || stamp === 'postponed')
    return (
      <span className="night-figures night-figures-off" aria-hidden="true">
        <s className="struck">{formatDayMonth(date)}</s>
      </span>
    )
  if (stamp === 'rescheduled' && previousDate !== null && !isSameDay(previousDate, date))
    return (
      <span className="night-figures night-figures-moved" aria-hidden="true">
        <s className="struck">{formatDayMonth(previousDate)}</s> {formatDayMonth(date)}
      </span>
    )
  return (
    <span className="night-figures" aria-hidden="true">
      {formatDayMonth(date)}
    </span>
  )
}

const isSameDay = (one: string, other: string): boolean => one.slice(0, 10) === other.slice(0, 10)

/** Formats the date that a night had before. When only the hour changed, it is the hour. */
export const formatPrevious = (previous: string, date: string, language: Language): string =>
  (isSameDay(previous, date) ? timeOfDay(previous) : null) ?? formatLongDate(previous, { language })
