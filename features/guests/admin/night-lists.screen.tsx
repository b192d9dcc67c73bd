/** Screen with the lists, the door and the report of a night. */
import '../../../platform/content/admin/list/lists.css'
import './guests.css'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router'
import { adminApi } from '../../../platform/admin-layout/admin-api.ts'
import { Heading, ProblemText } from '../../../platform/admin-layout/screen-parts.tsx'
import type { ProblemDetails } from '../../../platform/api/shared/problems.ts'
import { formatDatedItemName } from '../../../platform/content/shared/item-names.ts'
import { getDeclaration } from '../../../platform/content/shared/resources.ts'
import { Bar } from '../../../platform/forms/action-bar.tsx'
import { FormProblemRow } from '../../../platform/forms/form-problem.tsx'
import { useClub } from '../../../platform/pages/club-settings.ts'
import { liveRegion } from '../../../platform/ui/live-region.ts'
import { computeDoorEnd } from '../shared/list-hours.ts'
import { DoorAccess } from './door-access.tsx'
import { ListDetail } from './list-detail.tsx'
import { NightLists } from './night-lists.tsx'
import { NightReportView } from './night-report.tsx'
import { LIST_KEY, readView, type View, viewNames, viewSearch, views } from './night-views.ts'
import { useNightActions } from './use-night-actions.ts'
import { useRefresh } from './use-refresh.ts'
import { WalkInPrices } from './walk-in-prices.tsx'

/** States of a night that close its lists to links and visitors. */
const CALLED_OFF: unknown[] = ['cancelled', 'postponed']

export async function clientLoader({ request, params }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const options = { params: { id: params.id ?? '' } }
  const listId = searchParams.get(LIST_KEY)
  const view = readView(searchParams)
  const [night, lists, guests, door, report] = await Promise.all([
    adminApi.get('/events/:id', options),
    adminApi.get('/events/:id/lists', options),
    listId === null ? null : adminApi.get('/lists/:id/guests', { params: { id: listId } }),
    view === 'puerta' ? adminApi.get('/events/:id/door', options) : null,
    view === 'noche' ? adminApi.get('/events/:id/door/summary', options) : null,
  ])
  return { night, lists, guests, door, report, view, listId }
}

export default function NightListsScreen() {
  return <Night key={useParams().id} />
}

type Loaded = Awaited<ReturnType<typeof clientLoader>>

const findProblem = ({ night, lists, guests, door, report }: Loaded): ProblemDetails | null => {
  const failed = [night, lists, guests, door, report].find((answer) => answer && !answer.ok)
  return failed && !failed.ok ? failed.problem : null
}

/**
 * Returns the data of the screen. After a failed read it returns the data of the read before, so that they stay visible on a
 * phone without network.
 */
function useNight(): { shown: Loaded; isStale: boolean } {
  const loaded = useLoaderData<typeof clientLoader>()
  const [last, setLast] = useState(loaded)
  const problem = findProblem(loaded)
  if (problem === null && last !== loaded) setLast(loaded)
  const isSameView = last.view === loaded.view && last.listId === loaded.listId
  const isStale = problem !== null && problem.status !== 404 && isSameView && findProblem(last) === null
  return { shown: isStale ? last : loaded, isStale }
}

function Night() {
  const { shown, isStale } = useNight()
  const { night, lists, guests, door, report, view, listId } = shown
  const actions = useNightActions()
  const { timeZone } = useClub().identity
  const [pin, setPin] = useState<string | null>(null)
  const isOver = !night.ok || computeDoorEnd(String(night.value.date), timeZone) <= Date.now()
  useRefresh(view !== 'listas' && !isOver, actions.reload)
  const failed = [night, lists, door, report].find((answer) => answer && !answer.ok)
  if (!night.ok || !lists.ok || (failed && !failed.ok))
    return (
      <div className="screen">
        <Heading>{viewNames[view]}</Heading>
        {failed && !failed.ok && <ProblemText problem={failed.problem} />}
      </div>
    )
  const event = night.value._id
  const name = formatDatedItemName(getDeclaration('events'), night.value)
  const list = lists.value.data.find(({ _id }) => _id === listId)
  const { problem, undoRows } = actions
  return (
    <div className="screen guest-screen">
      {isStale && (
        <p className="restored" {...liveRegion}>
          Sin conexión con el sitio: lo que ves es de hace un rato.
        </p>
      )}
      {list && guests ? (
        <ListDetail
          key={list._id}
          event={event}
          night={name}
          list={list}
          lists={lists.value.data}
          guests={guests}
          isCalledOff={CALLED_OFF.includes(night.value.status)}
          actions={actions}
        />
      ) : (
        <>
          <Heading key={view} lead={<bdi>{name}</bdi>}>
            {viewNames[view]}
          </Heading>
          <Views current={view} />
          {listId !== null && <p className="restored">Esa lista ya no está: la borraron.</p>}
          {view === 'listas' && (
            <NightLists event={event} night={name} lists={lists.value.data} actions={actions} />
          )}
          {door?.ok && (
            <>
              <DoorAccess
                event={event}
                night={name}
                door={door.value}
                pin={pin}
                onPin={setPin}
                actions={actions}
              />
              <WalkInPrices event={event} prices={door.value.walkInPrices} actions={actions} />
            </>
          )}
          {report?.ok && <NightReportView event={event} night={name} report={report.value} isOver={isOver} />}
        </>
      )}
      {(undoRows || problem) && (
        <Bar>
          {problem && <FormProblemRow problem={problem} />}
          {undoRows}
        </Bar>
      )}
    </div>
  )
}

function Views({ current }: { current: View }) {
  return (
    <nav className="list-states" aria-label="De esta fecha">
      {views.map((view) => (
        <Link
          key={view}
          className="list-state"
          to={viewSearch(view)}
          aria-current={view === current ? 'page' : undefined}
        >
          {viewNames[view]}
        </Link>
      ))}
    </nav>
  )
}
