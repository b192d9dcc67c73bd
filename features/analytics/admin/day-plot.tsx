/** Bar chart of the visits on each day of a week. A second bar shows the same weekday of the week before. */

import { parseNightDate } from '../../../platform/shared/night-dates.ts'
import type { VisitWeek } from '../shared/visit-answers.ts'
import { formatCount } from '../shared/visit-words.ts'

const HEIGHT = 100
/** Minimum height of a bar, so that a day with few visits still shows one. */
const LEAST = 1

export function DayPlot({ days }: Pick<VisitWeek, 'days'>) {
  const most = Math.max(1, ...days.flatMap(({ count, before }) => [count ?? 0, before]))
  const getHeight = (count: number) => (count === 0 ? 0 : Math.max(LEAST, (count / most) * HEIGHT))
  const column = (count: number, x: number, className: string) => (
    <rect className={className} x={x} y={HEIGHT - getHeight(count)} width="4" height={getHeight(count)} />
  )
  return (
    <figure className="visit-days">
      <div className="visit-plot" aria-hidden="true">
        {days.map(({ day, count, before }) => (
          <div key={day} className="visit-day mono">
            <span className="visit-day-count">{count === null ? '' : formatCount(count)}</span>
            <svg viewBox={`0 0 10 ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
              {column(before, 0.5, 'visit-before')}
              {column(count ?? 0, 5, 'visit-now')}
            </svg>
            <span className={count === null ? 'visit-day-to-come' : ''}>
              {parseNightDate(day).weekday.slice(0, 2)} {Number(day.slice(8))}
            </span>
          </div>
        ))}
      </div>
      <figcaption className="visit-legend mono">
        <span className="visit-key visit-key-now">Esta semana</span>
        <span className="visit-key visit-key-before">La anterior</span>
      </figcaption>
      {/* The class hides a wrapper, because a table is never narrower than its cells. */}
      <div className="unseen">
        <table>
          <caption>Visitas por día</caption>
          <thead>
            <tr>
              <th scope="col">Día</th>
              <th scope="col">Esta semana</th>
              <th scope="col">La anterior</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, count, before }) => (
              <tr key={day}>
                <th scope="row">
                  {parseNightDate(day).weekday} {Number(day.slice(8))}
                </th>
                <td>{count === null ? 'todavía no llegó' : formatCount(count)}</td>
                <td>{formatCount(before)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}
