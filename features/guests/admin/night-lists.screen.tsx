/** Screen with the lists of a night, its door, and what happened at the door. */
import '../../../platform/content/admin/list/lists.css'
import './guests.css'
import { type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router'
import { adminApi } from '../../../platform/admin-layout/admin-api.ts'
import { Heading, ProblemText } from '../../../platform/admin-layout/screen-parts.tsx'
import { Bar } from '../../../platform/content/admin/form/action-bar.tsx'
import { FormProblemRow } from '../../../platform/content/admin/form/form-problem.tsx'
import { getDeclaration } from '../../../platform/content/shared/resources.ts'
import { formatDatedItemName } from '../../../platform/shared/item-names.ts'
import { ListDetail } from './list-detail.tsx'
import { NightLists } from './night-lists.tsx'
import { LIST_KEY } from './night-views.ts'
import { useNightActions } from './use-night-actions.ts'

export async function clientLoader({ request, params }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const id = params.id ?? ''
  const listId = searchParams.get(LIST_KEY)
  const [night, lists, guests] = await Promise.all([
    adminApi.get('/events/:id', { params: { id } }),
    adminApi.get('/events/:id/lists', { params: { id } }),
    listId === null ? null : adminApi.get('/lists/:id/guests', { params: { id: listId } }),
  ])
  return { night, lists, guests, listId }
}

export default function NightListsScreen() {
  return <Night key={useParams().id} />
}

function Night() {
  const { night, lists, guests, listId } = useLoaderData<typeof clientLoader>()
  const actions = useNightActions()
  const { problem, undoRows } = actions
  const failed = [night, lists].find((answer) => !answer.ok)
  if (!night.ok || !lists.ok)
    return (
      <div className="screen">
        <Heading>Listas</Heading>
        {failed && !failed.ok && <ProblemText problem={failed.problem} />}
      </div>
    )
  const event = night.value._id
  const name = formatDatedItemName(getDeclaration('events'), night.value)
  const list = lists.value.data.find(({ _id }) => _id === listId)
  return (
    <div className="screen guest-screen">
      {list && guests ? (
        <ListDetail
          key={list._id}
          event={event}
          night={name}
          list={list}
          lists={lists.value.data}
          guests={guests}
          actions={actions}
        />
      ) : (
        <>
          <Heading lead={<bdi>{name}</bdi>}>Listas</Heading>
          {listId !== null && <p className="restored">Esa lista ya no está: la borraron.</p>}
          <NightLists event={event} lists={lists.value.data} actions={actions} />
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
