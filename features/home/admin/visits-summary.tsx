/** How the site was seen this week, in a line. */
import { Link } from 'react-router'
import { adminPaths } from '../../../platform/admin-layout/paths.ts'
import { useClub } from '../../../platform/pages/club-words.ts'
import { wallClock } from '../../../platform/shared/dates.ts'
import { nightOf } from '../../../platform/shared/night-dates.ts'
import { weekWords } from '../../analytics/shared/visit-words.ts'
import type { VisitSummary } from '../../analytics/shared/visits.ts'

export function Visits({ visits }: { visits: VisitSummary }) {
  const { timeZone } = useClub().identity
  if (!visits.isCounting) return null
  const { count, change } = weekWords(visits, nightOf(wallClock(Date.now(), timeZone)).weekday === 'lunes')
  return (
    <p>
      <Link className="home-visits" to={adminPaths.visits}>
        <span>
          Esta semana: <strong>{count}</strong>
          {change}
        </span>
      </Link>
    </p>
  )
}
