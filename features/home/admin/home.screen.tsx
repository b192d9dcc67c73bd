/** What there is to do tonight: the next night, what waits for somebody, what one begins most, and what was done last. */
import { useEffect, useState } from 'react'
import { Link, useLoaderData } from 'react-router'
import { adminApi } from '../../../platform/admin-layout/admin-api.ts'
import { lazyPart } from '../../../platform/admin-layout/lazy-part.tsx'
import { adminPaths, otherResources } from '../../../platform/admin-layout/paths.ts'
import { beginnings } from '../../../platform/admin-layout/places.ts'
import { Entries, Heading, ProblemText } from '../../../platform/admin-layout/screen-parts.tsx'
import { setSummary } from '../../../platform/admin-layout/summary.ts'
import { useClub } from '../../../platform/pages/club-words.ts'
import { wallClock } from '../../../platform/shared/dates.ts'
import { longDate } from '../../../platform/shared/night-dates.ts'
import type { NextNight as Night } from '../shared/overview.ts'
import { Changes } from './latest-changes.tsx'
import { Missing } from './missing-tasks.tsx'
import { NextNight } from './next-night.tsx'
import { Visits } from './visits-summary.tsx'
import { Waiting } from './waiting.tsx'

export async function clientLoader() {
  const answer = await adminApi.get('/overview')
  if (answer.ok) setSummary(answer.value.summary)
  return answer
}

/** The words stand as they were asked for. */
const entries = [
  { to: adminPaths.ourClub, label: 'Nuestro Club' },
  ...otherResources.map(({ admin, words }) => ({ to: admin.menu, label: words.many })),
  { to: adminPaths.users, label: 'Usuarios' },
  { to: '/', label: 'Página principal' },
]

const Unfinished = lazyPart('borradores', async () => (await import('./unfinished.tsx')).Unfinished)

/** Rarely does anybody call a night off. */
const Cancel = lazyPart('cancelar', async () => (await import('./cancel-night.tsx')).default)

/** Whether anything was ever written in this browser: who comes for the first time waits for nothing. */
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
  /** Asked about, or called off and not taken back: by then another may be the next. */
  const [cancelling, setCancelling] = useState<Night | null>(null)
  return (
    <div className="screen">
      <div className="home">
        <Heading lead={longDate(wallClock(Date.now(), timeZone))}>Administración</Heading>
        {answer.ok ? (
          <>
            <NextNight night={answer.value.night} later={answer.value.laterNights} onCancel={setCancelling} />
            <div className="home-side">
              {hasDrafts && <Unfinished />}
              <Waiting overview={answer.value} />
              <Visits visits={answer.value.visits} />
              <nav className="home-begin" aria-label="Empezar">
                {beginnings.map(({ to, label }) => (
                  <Link key={to} className="button" to={to}>
                    <span aria-hidden="true">+</span> {label}
                  </Link>
                ))}
              </nav>
              <Changes changes={answer.value.changes} />
            </div>
            <Missing tasks={answer.value.summary.missing} />
          </>
        ) : (
          <ProblemText problem={answer.problem} />
        )}
        <nav className="home-menu" aria-label="Administración">
          <Entries entries={entries} />
        </nav>
      </div>
      {cancelling && <Cancel key={cancelling._id} night={cancelling} onEnd={() => setCancelling(null)} />}
    </div>
  )
}
