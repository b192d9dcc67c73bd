/** Table of nights: how many visitors saw the page of each night, and how many followed a ticket link. */
import { Link } from 'react-router'
import { editPath } from '../../../platform/admin-layout/paths.ts'
import { getDeclaration } from '../../../platform/content/shared/resources.ts'
import { getSourceLabel } from '../shared/source-labels.ts'
import type { NightReach } from '../shared/visit-answers.ts'
import { formatClicks, formatCount, formatShare, formatVisits } from '../shared/visit-words.ts'
import { NIGHT_DAYS } from '../shared/visits.ts'
import { Bar } from './visit-ranking.tsx'

/** Maximum number of offers and of sources that each night lists. */
const PARTS_SHOWN = 4

interface Part {
  name: string
  count: number
}

export function NightConversions({ nights }: { nights: NightReach[] }) {
  const most = Math.max(...nights.flatMap(({ views, clicks }) => [views, clicks]))
  const events = getDeclaration('events')
  return (
    <section className="visit-section">
      <h2 className="menu-title mono">Cada fecha, hasta las entradas</h2>
      <ol className="visit-nights">
        {nights.map(({ _id, title, views, clicks, offers, sources }) => {
          const share = formatShare(clicks, views)
          return (
            <li key={_id}>
              <h3>
                <Link to={editPath(events, _id)}>{title}</Link>
              </h3>
              <p className="visit-way">
                <span>{formatVisits(views)}</span>
                <Bar value={views} of={most} className="visit-now" />
              </p>
              <p className="visit-way">
                <span>
                  {formatClicks(clicks)} en entradas
                  {share !== null && <span className="visit-share mono"> {share}</span>}
                </span>
                <Bar value={clicks} of={most} className="visit-clicks" />
              </p>
              <Parts
                parts={sources.map(({ source, count }) => ({ name: getSourceLabel(source), count }))}
                label="De dónde venían"
              />
              {offers.length > 1 && <Parts parts={offers} label="Cuáles" />}
            </li>
          )
        })}
      </ol>
      <p className="visit-note">
        De las fechas del último mes y las que vienen, en los últimos {NIGHT_DAYS} días. Los clics son a la
        boletería: lo que se compra ahí lo sabe ella.
      </p>
    </section>
  )
}

function Parts({ parts, label }: { parts: Part[]; label: string }) {
  if (parts.length === 0) return null
  const rest = parts.slice(PARTS_SHOWN).reduce((sum, { count }) => sum + count, 0)
  const shownParts = [...parts.slice(0, PARTS_SHOWN), ...(rest > 0 ? [{ name: 'Otros', count: rest }] : [])]
  return (
    <p className="visit-parts">
      <span className="mono">{label}</span>{' '}
      {shownParts.map(({ name, count }) => `${name} ${formatCount(count)}`).join(' · ')}
    </p>
  )
}
