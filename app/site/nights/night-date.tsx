import './night-date.css'
import { figures, longDate, nightOf } from '../parts/night.ts'

/** The date of a night, in figures as wide as what it stands in. It is read aloud in words. */
export function NightDate({ date, year = false }: { date: string; year?: boolean }) {
  const { weekday, time } = nightOf(date)
  return (
    <time className="night-date" dateTime={date}>
      <span className="unseen">
        {longDate(date, { year })}
        {time && `, ${time}`}
      </span>
      <span className="night-figures" aria-hidden="true">
        {figures(date)}
      </span>
      <span className="night-hour mono" aria-hidden="true">
        <span>{weekday}</span>
        <span>{year ? date.slice(0, 4) : time}</span>
      </span>
    </time>
  )
}
