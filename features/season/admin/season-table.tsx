/** Table of nights that sorts by each column. On phones each night is a block with labelled numbers. */
import { Link, useSearchParams } from 'react-router'
import { editPath } from '../../../platform/admin-layout/paths.ts'
import { listItemScreens } from '../../../platform/admin-layout/screen-list.ts'
import { getDeclaration } from '../../../platform/content/shared/resources.ts'
import { formatShortDate } from '../../../platform/shared/night-dates.ts'
import { liveRegion } from '../../../platform/ui/live-region.ts'
import type { SeasonNight } from '../shared/season.ts'
import {
  computeTotals,
  DATE_KEY,
  type Measure,
  NIGHT_KEY,
  readSorting,
  type Sorting,
  sortNights,
  turnSorting,
  writeSorting,
} from './season-measures.ts'

const ORDER_KEY = 'orden'

interface NightTableProps {
  /** Oldest first. */
  nights: readonly SeasonNight[]
  measures: readonly Measure[]
}

export function NightTable({ nights, measures }: NightTableProps) {
  const [searchParams, setSearchParams] = useSearchParams()
  const sorting = readSorting(searchParams.get(ORDER_KEY) ?? '', measures)
  const columns = [{ key: NIGHT_KEY, label: 'Fecha' }, { key: DATE_KEY, label: 'Día' }, ...measures]
  const sort = (key: string) =>
    setSearchParams(
      (query) => {
        query.set(ORDER_KEY, writeSorting(turnSorting(sorting, key)))
        return query
      },
      { replace: true, preventScrollReset: true },
    )
  const hasYears = nights[0]?.date.slice(0, 4) !== nights.at(-1)?.date.slice(0, 4)
  const label = columns.find(({ key }) => key === sorting.key)?.label ?? ''
  return (
    <div className="season-table">
      <p className="unseen" {...liveRegion}>
        {searchParams.has(ORDER_KEY) && `Por ${label.toLocaleLowerCase('es')}, ${describeDirection(sorting)}`}
      </p>
      <table>
        <caption className="unseen">Cada fecha, con sus números</caption>
        <thead>
          <tr>
            {columns.map(({ key, label }) => (
              <th
                key={key}
                scope="col"
                aria-sort={
                  key !== sorting.key ? undefined : sorting.isDescending ? 'descending' : 'ascending'
                }
              >
                <button type="button" className="season-sort mono" onClick={() => sort(key)}>
                  {label}
                  {key === sorting.key && <span aria-hidden="true">{sorting.isDescending ? '↓' : '↑'}</span>}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sortNights(nights, sorting, measures).map((night) => (
            <tr key={night._id}>
              <th scope="row">
                <Link to={findNightScreen(night)}>
                  <bdi>{night.title}</bdi>
                </Link>
              </th>
              <td className="season-day">
                {formatShortDate(night.date, 'es')}
                {hasYears && `.${night.date.slice(2, 4)}`}
              </td>
              {measures.map(({ key, label, read, format }) => {
                const value = read(night)
                return (
                  <td key={key} data-label={label}>
                    {value === null ? <NoFigure /> : format(value)}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <SumRow label="En total" nights={nights} measures={measures} part="sum" />
          <SumRow label="Por fecha" nights={nights} measures={measures} part="mean" />
        </tfoot>
      </table>
    </div>
  )
}

const describeDirection = ({ key, isDescending }: Sorting): string => {
  if (key === NIGHT_KEY) return isDescending ? 'de la Z a la A' : 'de la A a la Z'
  if (key === DATE_KEY)
    return isDescending ? 'de la más nueva a la más vieja' : 'de la más vieja a la más nueva'
  return isDescending ? 'de mayor a menor' : 'de menor a mayor'
}

const NoFigure = () => (
  <>
    <span aria-hidden="true">—</span>
    <span className="unseen">sin datos</span>
  </>
)

/** Returns the report of a night with a door, and the form of another one. */
function findNightScreen({ _id, door }: SeasonNight): string {
  const form = editPath(getDeclaration('events'), _id)
  if (door === null) return form
  const [report] = listItemScreens('events', _id).flatMap(({ to, report }) => (report ? [to + report] : []))
  return report ?? form
}

interface SumRowProps extends NightTableProps {
  label: string
  part: 'sum' | 'mean'
}

const SumRow = ({ label, nights, measures, part }: SumRowProps) => (
  <tr>
    <th scope="row">{label}</th>
    <td className="season-day" />
    {measures.map((measure) => {
      const totals = computeTotals(nights, measure)
      return (
        <td key={measure.key} data-label={measure.label}>
          {totals ? measure.format(totals[part]) : <NoFigure />}
        </td>
      )
    })}
  </tr>
)
