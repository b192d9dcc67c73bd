import '../list/lists.css'
import { useRef, useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { adminApi } from '../../../admin-layout/admin-api.ts'
import { useMoment } from '../../../admin-layout/admin-words.ts'
import { Confirm } from '../../../admin-layout/dialog.tsx'
import { adminPaths, editPath } from '../../../admin-layout/paths.ts'
import { Heading, ProblemText } from '../../../admin-layout/screen-parts.tsx'
import { shownPerson } from '../../../auth/shared/emails.ts'
import { TRASH_DAYS } from '../../../shared/limits.ts'
import { nameOf } from '../../../shared/names.ts'
import { notify } from '../../../ui/notify.ts'
import { declarationOf } from '../../shared/resources.ts'
import type { TrashItem } from '../../shared/versions.ts'
import { Bar } from '../form/action-bar.tsx'
import { FormProblemRow, useFormProblem } from '../form/form-problem.tsx'
import { ItemPicture } from '../list/item-picture.tsx'
import { Pages } from '../list/pages.tsx'
import { StateLine } from '../publication/state-line.tsx'

const ITEMS_A_PAGE = 24
const DAY_MS = 86_400_000

export async function clientLoader({ request }: LoaderFunctionArgs) {
  const pageParam = new URL(request.url).searchParams.get('page') ?? ''
  const page = Math.max(1, Number.parseInt(pageParam, 10) || 1)
  const query = { limit: ITEMS_A_PAGE, page }
  return { answer: await adminApi.get('/trash', { query }), page }
}

/** What is asked about: one item, or all of them. */
type Question = TrashItem | 'all'

/** What was deleted: given back, or gone for good. */
export default function Trash() {
  const { answer, page } = useLoaderData<typeof clientLoader>()
  const revalidator = useRevalidator()
  const [asking, setAsking] = useState<Question | null>(null)
  const [restored, setRestored] = useState<TrashItem | null>(null)
  const [busy, setBusy] = useState(false)
  const { problem, reportProblem, clearProblem } = useFormProblem()
  const screen = useRef<HTMLDivElement>(null)

  /** The button that had the focus went with its row. */
  async function reload() {
    await revalidator.revalidate()
    screen.current?.querySelector('h1')?.focus({ preventScroll: true })
  }

  async function restore(item: TrashItem) {
    if (busy) return
    setBusy(true)
    clearProblem()
    setRestored(null)
    const { resource, entity } = item
    const result = await adminApi.post('/trash/restore', { body: { resource, ids: [entity._id] } })
    setBusy(false)
    if (result.ok) {
      notify({ title: 'Actualizado', text: `De vuelta: «${titleOf(item)}».` })
      setRestored(item)
    } else {
      const what = `«${titleOf(item)}»`
      const failedAction = { sentence: `No se restauró ${what}.`, label: `restaurar ${what}` }
      reportProblem(result.problem, { again: () => void restore(item), failedAction })
    }
    if (result.ok || result.problem.status === 404) await reload()
  }

  async function purge(question: Question) {
    setBusy(true)
    const result = await (question === 'all'
      ? adminApi.delete('/trash')
      : adminApi.delete('/trash/:resource/:id', {
          params: { resource: question.resource, id: question.entity._id },
        }))
    setBusy(false)
    if (!result.ok && result.problem.status !== 404) return reportProblem(result.problem)
    notify(result.ok ? { title: 'Borrado' } : { title: 'Oops...', text: result.problem.detail })
    close()
    await reload()
  }

  function close() {
    setAsking(null)
    clearProblem()
  }

  return (
    <div ref={screen} className="screen">
      <Heading lead={`Lo que se borra espera acá ${TRASH_DAYS} días. Después se va para siempre.`}>
        Papelera
      </Heading>
      {answer.ok ? (
        <>
          <p className="total" role="status">
            {answer.total} en la papelera
          </p>
          {answer.value.length === 0 ? (
            <Empty isLaterPage={page > 1} />
          ) : (
            <ul className="item-list">
              {answer.value.map((item) => (
                <li key={item.entity._id} className="item item-trash">
                  <Row item={item} />
                  <div className="item-action">
                    <button
                      type="button"
                      className="button button-strong"
                      aria-disabled={busy || undefined}
                      onClick={() => void restore(item)}
                    >
                      Restaurar<span className="unseen"> {titleOf(item)}</span>
                    </button>
                    <button type="button" className="button button-danger" onClick={() => setAsking(item)}>
                      Borrar para siempre<span className="unseen"> {titleOf(item)}</span>
                    </button>
                  </div>
                </li>
              ))}
            </ul>
          )}
          <Pages page={page} pages={Math.ceil(answer.total / ITEMS_A_PAGE)} />
          {answer.total > 1 && (
            <div className="screen-actions">
              <button type="button" className="button button-danger" onClick={() => setAsking('all')}>
                Vaciar la papelera
              </button>
            </div>
          )}
        </>
      ) : (
        <ProblemText problem={answer.problem} />
      )}
      {(restored || (problem && !asking)) && (
        <Bar>
          {problem && !asking && <FormProblemRow problem={problem} />}
          {restored && (
            <div className="bar-row">
              <p>
                «{titleOf(restored)}» volvió a {declarationOf(restored.resource).words.many}.
              </p>
              <Link className="button" to={editPath(declarationOf(restored.resource), restored.entity._id)}>
                Abrir
              </Link>
            </div>
          )}
        </Bar>
      )}
      {asking && (
        <Confirm
          question={
            asking === 'all'
              ? `¿Vaciar la papelera${answer.ok ? ` (${answer.total})` : ''}?`
              : `¿Borrar para siempre ${wordsFor(asking)} «${titleOf(asking)}»?`
          }
          names={asking === 'all' && answer.ok ? namesOf(answer.value, answer.total) : []}
          consequence="No se puede deshacer: también se van sus versiones anteriores y sus imágenes."
          confirmLabel="Borrar para siempre"
          busy={busy}
          failure={problem?.detail}
          onConfirm={() => void purge(asking)}
          onClose={close}
        />
      )}
    </div>
  )
}

const titleOf = ({ resource, entity }: TrashItem): string => nameOf(declarationOf(resource), entity)

function wordsFor({ resource }: TrashItem): string {
  const { article, one } = declarationOf(resource).words
  return `${article} ${one}`
}

/** Those of the other pages go too, and are counted. */
const namesOf = (items: TrashItem[], total: number): string[] =>
  Array.from({ length: total }, (_, index) => {
    const item = items[index]
    return item ? titleOf(item) : ''
  })

function Row({ item }: { item: TrashItem }) {
  const moment = useMoment()
  const { resource, entity, deletedAt, deletedBy, deletedByName, expiresAt } = item
  const declaration = declarationOf(resource)
  return (
    <>
      <ItemPicture declaration={declaration} item={entity} />
      <div className="item-words">
        <p className="item-name">{titleOf(item)}</p>
        <StateLine item={entity} />
        <p className="item-facts mono">
          <span>{declaration.words.many}</span>
          <span>
            Borrado {moment(deletedAt)}
            {deletedBy && ` por ${shownPerson({ name: deletedByName, email: deletedBy })}`}
          </span>
          <span>{daysLeft(expiresAt)}</span>
        </p>
      </div>
    </>
  )
}

function daysLeft(expiresAt: string): string {
  const days = Math.ceil((Date.parse(expiresAt) - Date.now()) / DAY_MS)
  if (days <= 1) return 'Se va hoy'
  return `Quedan ${days} días`
}

function Empty({ isLaterPage }: { isLaterPage: boolean }) {
  return (
    <div className="empty">
      <p>
        {isLaterPage
          ? 'Esta página quedó vacía.'
          : 'La papelera está vacía. Lo que borres en cualquier lista aparece acá, y lo podés restaurar.'}
      </p>
      <Link className="button" to={isLaterPage ? adminPaths.trash : adminPaths.home}>
        {isLaterPage ? 'Ir a la primera' : 'Ir a Administración'}
      </Link>
    </div>
  )
}
