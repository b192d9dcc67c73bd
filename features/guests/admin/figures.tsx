/** Numbers that are read at arm's length, each with its label. */
import type { ReactNode } from 'react'
import { formatNumber } from '../shared/people-counts.ts'

export const Figures = ({ isSmall, children }: { isSmall?: boolean; children: ReactNode }) => (
  <dl className="guest-figures" data-small={isSmall ? '' : undefined}>
    {children}
  </dl>
)

interface FigureProps {
  label: string
  value: number
  /** Text after the number. */
  children?: ReactNode
}

export const Figure = ({ label, value, children }: FigureProps) => (
  <div>
    <dt>{label}</dt>
    <dd>
      {formatNumber(value)}
      {children && <span className="guest-quota">{children}</span>}
    </dd>
  </div>
)
