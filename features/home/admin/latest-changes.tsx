/** The last changes of the team, each leading to what was changed. */
import { Link } from 'react-router'
import { actorOf, historySentence, recently } from '../../../platform/admin-layout/admin-words.ts'
import { adminPaths, entryPath, subjectPath } from '../../../platform/admin-layout/paths.ts'
import type { RecentChange } from '../../../platform/content/shared/versions.ts'
import { useClub } from '../../../platform/pages/club-words.ts'

export function Changes({ changes }: { changes: RecentChange[] }) {
  const { timeZone } = useClub().identity
  if (changes.length === 0) return null
  return (
    <section className="home-changes" aria-labelledby="changes">
      <h2 id="changes" className="menu-title mono">
        Últimos cambios
      </h2>
      <ul>
        {changes.map((entry) => (
          <li key={entry._id}>
            <Link to={(entry.state === 'live' && subjectPath(entry)) || entryPath(entry._id)}>
              <span className="home-change">
                {actorOf(entry)} {historySentence(entry)}
              </span>
              <time className="home-said mono" dateTime={entry.at}>
                {recently(entry.at, Date.now(), timeZone)}
              </time>
            </Link>
          </li>
        ))}
      </ul>
      <Link className="home-rest mono" to={adminPaths.history}>
        Todo el historial
      </Link>
    </section>
  )
}
