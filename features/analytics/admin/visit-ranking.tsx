/** Tables of pages and sources, with a bar in each line. */
import type { ReactNode } from 'react'
import type { Compared } from '../shared/visit-answers.ts'
import { formatChange, formatCount } from '../shared/visit-words.ts'

interface BarProps {
  value: number
  /** The value of the longest bar of the table. */
  of: number
  className: string
}

/** Draws the bar of a row. Screen readers skip it, because the cell beside it has the number. */
export const Bar = ({ value, of, className }: BarProps) => (
  <svg className={`visit-bar ${className}`} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
    <rect width={of === 0 ? 0 : (value / of) * 100} height="1" />
  </svg>
)

interface RankingProps {
  title: string
  head: string
  /** True when there is a previous week to compare with. */
  isCompared: boolean
  rows: ({ key: string; label: ReactNode } & Compared)[]
  children?: ReactNode
}

export function Ranking({ title, head, isCompared, rows, children }: RankingProps) {
  const most = rows[0]?.count ?? 0
  return (
    <section className="visit-section">
      <h2 className="menu-title mono">{title}</h2>
      <table className="visit-table">
        <thead className="mono">
          <tr>
            <th scope="col">{head}</th>
            <th scope="col">Visitas</th>
            {isCompared && (
              <th scope="col">
                <span className="unseen">Respecto de la semana anterior</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label, count, before }) => (
            <tr key={key}>
              <th scope="row">
                {label}
                <Bar value={count} of={most} className="visit-now" />
              </th>
              <td className="mono">{formatCount(count)}</td>
              {isCompared && (
                <td className="visit-change mono">{formatChange({ count, before }) ?? 'nuevo'}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {children}
    </section>
  )
}
