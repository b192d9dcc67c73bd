/** The home screen of the back office: the next night, pending tasks, links to new items, and the last changes. */

import { useEffect, useRef, useState } from 'react'
import { Link, useLoaderData, useLocation, useNavigate } from 'react-router'
import { adminApi } from '../../../platform/admin-layout/admin-api.ts'
import { describeEntry, formatRecent, getActorName } from '../../../platform/admin-layout/admin-words.ts'
import { lazyPart } from '../../../platform/admin-layout/lazy-part.tsx'
import { adminPaths, entryPath, otherResources, subjectPath } from '../../../platform/admin-layout/paths.ts'
import { newItemPlaces, otherNewItemPlaces } from '../../../platform/admin-layout/places.ts'
import { Entries, Heading, ProblemText } from '../../../platform/admin-layout/screen-parts.tsx'
import { setSummary } from '../../../platform/admin-layout/summary.ts'
import type { RecentChange } from '../../../platform/content/shared/audit-log-answers.ts'
import { useClub } from '../../../platform/pages/club-settings.ts'
import { wallClock } from '../../../platform/shared/dates.ts'
import { formatLongDate, parseNightDate } from '../../../platform/shared/night-dates.ts'
import { Sentence } from '../../../platform/ui/sentence.tsx'
import type { VisitSummary } from '../../analytics/shared/visit-answers.ts'
import { VISITS_PATH } from '../../analytics/shared/visit-paths.ts'
import { summarizeWeek } from '../../analytics/shared/visit-words.ts'
import type { NextNight as NextNightData } from '../shared/overview.ts'
import { MissingTasks } from './missing-tasks.tsx'
import { NextNight } from './next-night.tsx'
import { type NightCommand, readHistoryState } from './night-actions.ts'
import type { NightChange } from './night-changes.tsx'
import { UnreadMessages } from './waiting.tsx'

export async function clientLoader() {
  const answer = await adminApi.get('/overview')
  if (answer.ok) setSummary(answer.value.summary)
  return answer
}

/** The specification prescribes these words. */
const entries = [
  { to: adminPaths.ourClub, label: 'Nuestro Club' },
  ...otherResources.map(({ admin, words, homeLabel = words.many }) => ({ to: admin.menu, label: homeLabel })),
  { to: adminPaths.users, label: 'Usuarios' },
  { to: '/', label: 'Página principal' },
]

const Unfinished = lazyPart('borradores', async () => (await import('./unfinished.tsx')).UnsavedDrafts)

/** Loaded on demand, because most visits of the home screen change nothing. */
const NightChanges = lazyPart('cambios', async () => (await import('./night-changes.tsx')).default)

/** True when this browser keeps unsaved drafts. Otherwise the code of their list is not loaded. */
function useHasDrafts(): boolean {
  const [hasDrafts, setHasDrafts] = useState(false)
  useEffect(() => {
    if (!('databases' in indexedDB)) return
    indexedDB.databases().then(
      (databases) => setHasDrafts(databases.some(({ name }) => name === 'drafts')),
      () => {},
    )
  }, [])
  return hasDrafts
}

export default function AdminHome() {
  const answer = useLoaderData<typeof clientLoader>()
  const hasDrafts = useHasDrafts()
  const { timeZone } = useClub().identity
  const [change, setChange] = useState<NightChange | null>(null)
  useCommand(answer.ok ? answer.value.night : null, setChange)
  return (
    <div className="screen">
      <div className="home">
        <Heading lead={formatLongDate(wallClock(Date.now(), timeZone))}>Administración</Heading>
        {answer.ok ? (
          <>
            <NextNight night={answer.value.night} later={answer.value.laterNights} onChange={setChange} />
            <div className="home-side">
              {hasDrafts && <Unfinished />}
              <UnreadMessages overview={answer.value} />
              <WeekVisits visits={answer.value.visits} />
              <nav className="home-begin" aria-label="Empezar">
                {newItemPlaces.map(({ to, label }) => (
                  <Link key={to} className="button" to={to}>
                    <span aria-hidden="true">+</span> {label}
                  </Link>
                ))}
                <p className="home-others">
                  {otherNewItemPlaces.map(({ to, label }) => (
                    <Link key={to} to={to}>
                      <span aria-hidden="true">+</span> {label}
                    </Link>
                  ))}
                </p>
              </nav>
            </div>
            <Menu />
            <MissingTasks tasks={answer.value.summary.missing} />
            <LatestChanges changes={answer.value.changes} />
          </>
        ) : (
          <>
            <ProblemText problem={answer.problem} />
            <Menu />
          </>
        )}
      </div>
      {change && <NightChanges change={change} />}
    </div>
  )
}

const Menu = () => (
  <nav className="home-menu" aria-label="Administración">
    <Entries entries={entries} />
  </nav>
)

/** Performs the command with which the command menu opened this screen, once. */
function useCommand(night: NextNightData | null, onChange: (change: NightChange) => void): void {
  const { state } = useLocation()
  const navigate = useNavigate()
  const command = readHistoryState(state)
  /** The command that was performed. The screen can be rendered again before the state is empty. */
  const performed = useRef<NightCommand | null>(null)
  useEffect(() => {
    if (command === null || performed.current === command) return
    performed.current = command
    // A reload of the page must not repeat the change.
    void navigate('.', { replace: true, state: null })
    if (night?._id === command.night) onChange({ night, action: command.action })
  })
}

/** The visits of this week, in one line. */
function WeekVisits({ visits }: { visits: VisitSummary }) {
  const { timeZone } = useClub().identity
  if (!visits.isCounting) return null
  const { count, change } = summarizeWeek(
    visits,
    parseNightDate(wallClock(Date.now(), timeZone)).weekday === 'lunes',
  )
  return (
    <p>
      <Link className="home-visits" to={VISITS_PATH}>
        <span>
          Esta semana: <strong>{count}</strong>
          {change}
        </span>
      </Link>
    </p>
  )
}

function LatestChanges({ changes }: { changes: RecentChange[] }) {
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
                <bdi>{getActorName(entry)}</bdi> <Sentence>{describeEntry(entry)}</Sentence>
              </span>
              <time className="home-said mono" dateTime={entry.at}>
                {formatRecent(entry.at, Date.now(), timeZone)}
              </time>
            </Link>
          </li>
        ))}
      </ul>
      <Link className="home-rest mono" to={adminPaths.auditLog}>
        Todo el historial
      </Link>
    </section>
  )
}
