import '../list/lists.css'
import './trash.css'
import { type Ref, useRef, useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { adminApi } from '../../../admin-layout/admin-api.ts'
import { useMoment } from '../../../admin-layout/admin-words.ts'
import { Button } from '../../../admin-layout/button.tsx'
import { ConfirmAction } from '../../../admin-layout/dialog.tsx'
import { adminPaths, editPath } from '../../../admin-layout/paths.ts'
import { Heading, ProblemText } from '../../../admin-layout/screen-parts.tsx'
import { formatPerson } from '../../../auth/shared/emails.ts'
import { Bar } from '../../../forms/action-bar.tsx'
import { FormProblemRow } from '../../../forms/form-problem.tsx'
import { Empty, Pages, readPageNumber, Search } from '../../../forms/list-parts.tsx'
import { useAction } from '../../../forms/use-action.ts'
import { QUERY_MAX, TRASH_DAYS } from '../../../shared/limits.ts'
import { formatLongDate, nightDay } from '../../../shared/night-dates.ts'
import { moveFocus, passFocus } from '../../../ui/focus.ts'
import { liveRegion } from '../../../ui/live-region.ts'
import { notify } from '../../../ui/notify.ts'
import { Sentence } from '../../../ui/sentence.tsx'
import type { TrashItem } from '../../shared/audit-log-answers.ts'
import { hasNights } from '../../shared/field-types.ts'
import { formatItemName } from '../../shared/item-names.ts'
import { getDeclaration } from '../../shared/resources.ts'
import { ItemPicture } from '../list/item-picture.tsx'
import { StateLine } from '../publication/state-line.tsx'

const ITEMS_A_PAGE = 24
const DAY_MS = 86_400_000

export async function clientLoader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const page = readPageNumber(searchParams)
  const q = (searchParams.get('q') ?? '').slice(0, QUERY_MAX)
  const query = { q, limit: ITEMS_A_PAGE, page }
  return { answer: await adminApi.get('/trash', { query }), page, q }
}

/** The item to delete for good. `all` empties the trash. */
type Purge = TrashItem | 'all'

/** The trash: deleted items, which can be restored or deleted for good. */
export default function Trash() {
  const { answer, page, q } = useLoaderData<typeof clientLoader>()
  const { revalidate } = useRevalidator()
  const [purging, setPurging] = useState<Purge | null>(null)
  const [restored, setRestored] = useState<TrashItem | null>(null)
  const { busy, problem, run, clearProblem } = useAction()
  const list = useRef<HTMLUListElement>(null)

  async function restore(item: TrashItem) {
    if (busy) return
    setRestored(null)
    const name = `«${getTitle(item)}»`
    const { resource, entity } = item
    const call = () => adminApi.post('/trash/restore', { body: { resource, ids: [entity._id] } })
    const result = await run(call, {
      again: () => restore(item),
      failedAction: { sentence: `No se restauró ${name}.`, label: `restaurar ${name}` },
    })
    if (result?.ok) {
      notify({ title: 'Actualizado', text: `De vuelta: ${name}.` })
      setRestored(item)
    }
    if (result?.ok || result?.problem.status === 404) await revalidate()
  }

  function ask(question: Purge) {
    clearProblem()
    setPurging(question)
  }

  return (
    <div className="screen">
      <Heading lead={`Lo que se borra espera acá ${TRASH_DAYS} días. Después se va para siempre.`}>
        Papelera
      </Heading>
      {answer.ok ? (
        <>
          {(answer.total > 0 || q !== '') && <Search q={q} label="Buscar en la papelera" />}
          <p className="total" {...liveRegion}>
            <Sentence>{q ? `${answer.total} con «${q}»` : `${answer.total} en la papelera`}</Sentence>
          </p>
          {answer.value.length === 0 ? (
            <EmptyTrash isLaterPage={page > 1} isSearch={q !== ''} />
          ) : (
            <ul ref={list} className="item-list">
              {answer.value.map((item, index) => (
                <Row
                  key={item.entity._id}
                  ref={passFocus(() => list.current?.children[index]?.querySelector('.item-action button'))}
                  item={item}
                  busy={busy}
                  onRestore={() => void restore(item)}
                  onPurge={() => ask(item)}
                />
              ))}
            </ul>
          )}
          <Pages page={page} total={answer.total} size={ITEMS_A_PAGE} />
          {answer.total > 1 && q === '' && (
            <div className="screen-actions">
              <Button kind="danger" onClick={() => ask('all')}>
                Vaciar la papelera
              </Button>
            </div>
          )}
        </>
      ) : (
        <ProblemText problem={answer.problem} />
      )}
      {(restored || problem) && (
        <Bar>
          {problem && <FormProblemRow problem={problem} />}
          {restored && <RestoredRow item={restored} />}
        </Bar>
      )}
      {purging && answer.ok && (
        <PurgeDialog
          purge={purging}
          items={answer.value}
          total={answer.total}
          onDone={async () => {
            setPurging(null)
            await revalidate()
            moveFocus(null)
          }}
          onClose={() => setPurging(null)}
        />
      )}
    </div>
  )
}

const getTitle = ({ resource, entity }: TrashItem): string => formatItemName(getDeclaration(resource), entity)

/** The title of a night does not say which one it is. */
const isNight = ({ resource }: TrashItem): boolean => hasNights(getDeclaration(resource))

const getDate = ({ resource, entity }: TrashItem): string =>
  String(entity[getDeclaration(resource).orderBy ?? ''])

interface RowProps {
  ref: Ref<HTMLLIElement>
  item: TrashItem
  busy: boolean
  onRestore(): void
  onPurge(): void
}

function Row({ ref, item, busy, onRestore, onPurge }: RowProps) {
  const moment = useMoment()
  const { resource, entity, deletedAt, deletedBy, deletedByName, expiresAt } = item
  const declaration = getDeclaration(resource)
  const unseen = <span className="unseen"> {getTitle(item)}</span>
  return (
    <li ref={ref} className="item item-trash">
      <ItemPicture declaration={declaration} item={entity} />
      <div className="item-words">
        <p className="item-name">
          <bdi>{getTitle(item)}</bdi>
        </p>
        <StateLine item={entity} />
        <p className="item-facts mono">
          <span>{declaration.words.many}</span>
          {isNight(item) && <span>{formatLongDate(nightDay(getDate(item)), { year: true })}</span>}
          <span>
            Borrado {moment(deletedAt)}
            {deletedBy && (
              <>
                {' '}
                por <bdi>{formatPerson({ name: deletedByName, email: deletedBy })}</bdi>
              </>
            )}
          </span>
          <span>{daysLeft(expiresAt)}</span>
        </p>
        <button type="button" className="item-purge" onClick={onPurge}>
          Borrar para siempre{unseen}
        </button>
      </div>
      <div className="item-action">
        <Button kind="strong" isDisabled={busy} onClick={onRestore}>
          Restaurar{unseen}
        </Button>
      </div>
    </li>
  )
}

function daysLeft(expiresAt: string): string {
  const days = Math.ceil((Date.parse(expiresAt) - Date.now()) / DAY_MS)
  return days <= 1 ? 'Se va hoy' : `Quedan ${days} días`
}

function RestoredRow({ item }: { item: TrashItem }) {
  const declaration = getDeclaration(item.resource)
  return (
    <div className="bar-row">
      <p>
        «<bdi>{getTitle(item)}</bdi>» volvió a {declaration.words.many}.
      </p>
      <Link className="button" to={editPath(declaration, item.entity._id)}>
        Abrir
      </Link>
    </div>
  )
}

interface PurgeDialogProps {
  purge: Purge
  items: TrashItem[]
  total: number
  onDone(): Promise<void>
  onClose(): void
}

function PurgeDialog({ purge, items, total, onDone, onClose }: PurgeDialogProps) {
  const isAll = purge === 'all'
  return (
    <ConfirmAction
      question={
        isAll
          ? `¿Vaciar la papelera (${total})?`
          : `¿Borrar para siempre ${getKind(purge)} «${getTitle(purge)}»?`
      }
      names={isAll ? listDialogNames(items, total) : []}
      consequence="No se puede deshacer: también se van sus versiones anteriores y sus imágenes."
      confirmLabel="Borrar para siempre"
      call={() =>
        isAll
          ? adminApi.delete('/trash')
          : adminApi.delete('/trash/:resource/:id', {
              params: { resource: purge.resource, id: purge.entity._id },
            })
      }
      notice={{ title: 'Borrado' }}
      isDoneWhenGone
      onDone={onDone}
      onClose={onClose}
    />
  )
}

function getKind({ resource }: TrashItem): string {
  const { article, one } = getDeclaration(resource).words
  return `${article} ${one}`
}

/** Returns the names for the dialog. Items of other pages are only counted, because their names are not loaded. */
const listDialogNames = (items: TrashItem[], total: number): string[] =>
  Array.from({ length: total }, (_, index) => {
    const item = items[index]
    return item ? getTitle(item) : ''
  })

function EmptyTrash({ isLaterPage, isSearch }: { isLaterPage: boolean; isSearch: boolean }) {
  if (isSearch)
    return (
      <Empty link={{ to: adminPaths.trash, label: 'Ver todo' }}>
        Nada en la papelera coincide con esa búsqueda. Probá con otra palabra del nombre, o con una fecha.
      </Empty>
    )
  if (isLaterPage)
    return <Empty link={{ to: adminPaths.trash, label: 'Ir a la primera' }}>Esta página quedó vacía.</Empty>
  return (
    <Empty link={{ to: adminPaths.home, label: 'Ir a Administración' }}>
      La papelera está vacía. Lo que borres en cualquier lista aparece acá, y lo podés restaurar.
    </Empty>
  )
}
