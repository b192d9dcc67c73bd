/** Bar chart of one measure, with a bar for each night and a line at the mean. */
import { formatShortDate } from '../../../platform/shared/night-dates.ts'
import type { SeasonNight } from '../shared/season.ts'
import { computeTotals, type Measure } from './season-measures.ts'

const HEIGHT = 100
/** Minimum height of a bar, so that a night with 0 differs from a night without data. */
const LEAST = 1

interface NightBarsProps {
  /** Oldest first. */
  nights: readonly SeasonNight[]
  measure: Measure
}

/** The table of the screen has the same numbers, so the picture needs only a name. */
export function NightBars({ nights, measure }: NightBarsProps) {
  const { label, read, format } = measure
  const totals = computeTotals(nights, measure)
  const [first, last] = [nights[0], nights.at(-1)]
  if (!totals || !first || !last) return <p className="season-note">De estas fechas no hay «{label}».</p>
  const values = nights.map(read)
  const highest = Math.max(...values.map(Number))
  const toHeight = (value: number) => Math.max(LEAST, (value / Math.max(1, highest)) * HEIGHT)
  const mean = HEIGHT - toHeight(totals.mean)
  const missing = nights.length - totals.nights
  return (
    <figure className="season-bars">
      <svg
        viewBox={`0 0 ${nights.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${label} de cada fecha, de la más vieja a la más nueva. La más alta: ${format(highest)}. Promedio: ${format(totals.mean)}.`}
      >
        {values.map(
          (value, index) =>
            value !== null && (
              <rect
                // biome-ignore lint/suspicious/noArrayIndexKey: the bar of a place changes its height when the measure changes
                key={index}
                x={index + 0.15}
                width="0.7"
                y={HEIGHT - toHeight(value)}
                height={toHeight(value)}
              />
            ),
        )}
        <line x1="0" x2={nights.length} y1={mean} y2={mean} vectorEffect="non-scaling-stroke" />
      </svg>
      <figcaption className="mono">
        <span className="season-ends" aria-hidden="true">
          <span>{formatShortDate(first.date, 'es')}</span>
          {last !== first && <span>{formatShortDate(last.date, 'es')}</span>}
        </span>
        <span>La más alta: {format(highest)}</span>
        <span className="season-mean">Promedio: {format(totals.mean)}</span>
        {missing > 0 && (
          <span>
            Sin barra: {missing} {missing === 1 ? 'fecha' : 'fechas'} sin datos
          </span>
        )}
      </figcaption>
    </figure>
  )
}
