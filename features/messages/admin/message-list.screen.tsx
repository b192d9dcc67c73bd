import { adminApi } from '../../../platform/admin-layout/admin-api.ts'
import { apiAddress, type QueryOf } from '../../../platform/api/client/api.ts'
import '../../../platform/content/admin/list/lists.css'
import './messages.css'
import { useRef, useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useLocation, useRevalidator } from 'react-router'
import { useMoment } from '../../../platform/admin-layout/admin-words.ts'
import { Confirm } from '../../../platform/admin-layout/dialog.tsx'
import { adminPaths, messagePath } from '../../../platform/admin-layout/paths.ts'
import { Heading, ProblemText } from '../../../platform/admin-layout/screen-parts.tsx'
import { csvFile, saveFile } from '../../../platform/admin-layout/share-actions.tsx'
import { refreshSummary, useSummary } from '../../../platform/admin-layout/summary.ts'
import type { Answer } from '../../../platform/api/client/call.ts'
import { Bar } from '../../../platform/content/admin/form/action-bar.tsx'
import { FormProblemRow, useFormProblem } from '../../../platform/content/admin/form/form-problem.tsx'
import { useUndo } from '../../../platform/content/admin/item/undo.tsx'
import {
  Choice,
  ChooseAll,
  ChosenCount,
  useChoosing,
} from '../../../platform/content/admin/list/choosing.tsx'
import { Pages } from '../../../platform/content/admin/list/pages.tsx'
import { Search } from '../../../platform/content/admin/list/search.tsx'
import { NOTICE_MS, QUERY_MAX } from '../../../platform/shared/limits.ts'
import { notify } from '../../../platform/ui/notify.ts'
import type { Message, MessageSummary } from '../shared/messages.ts'
import { answeredWords, stateWords } from './message-words.ts'

const MESSAGES_A_PAGE = 24
const UNREAD_KEY = 'unread'
const UNANSWERED_KEY = 'unanswered'

export async function clientLoader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const page = Math.max(1, Number.parseInt(searchParams.get('page') ?? '', 10) || 1)
  const filter: MessageFilter = {
    q: (searchParams.get('q') ?? '').slice(0, QUERY_MAX),
    unread: searchParams.has(UNREAD_KEY),
    unanswered: searchParams.has(UNANSWERED_KEY),
  }
  const query = { ...queryOf(filter), page, limit: MESSAGES_A_PAGE }
  return { answer: await adminApi.get('/messages', { query }), filter, page }
}

interface MessageFilter {
  q: string
  unread: boolean
  unanswered: boolean
}

const queryOf = ({ q, unread, unanswered }: MessageFilter): QueryOf<'/messages/export.csv'> => ({
  q,
  ...(unread && { unread: '1' }),
  ...(unanswered && { unanswered: '1' }),
})

const markAll = (ids: string[], marks: { read?: boolean; open?: boolean }) =>
  adminApi.put('/messages', { body: { ids, ...marks } })

const TABLE_NAME = 'mensajes.csv'

const countWords = (count: number): string => (count === 1 ? '1 mensaje' : `${count} mensajes`)

const byId = (messages: Message[]) => messages.map((message) => [message._id, message] as [string, Message])

/** What visitors wrote, newest first. */
export default function Messages() {
  const { answer, filter, page } = useLoaderData<typeof clientLoader>()
  const { q, unread, unanswered } = filter
  const summary = useSummary<MessageSummary>()
  const { revalidate } = useRevalidator()
  const { chosen, choose, chooseNone } = useChoosing<Message>()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const { problem, reportProblem, clearProblem } = useFormProblem()
  const undo = useUndo({
    ms: NOTICE_MS,
    onUndone: async () => {
      void refreshSummary()
      await revalidate()
    },
  })
  const screen = useRef<HTMLDivElement>(null)
  const messages = answer.ok ? answer.value.data : []

  /** One thing at a time; a failure is told and stays. */
  async function act<T>(work: () => Promise<Answer<T>>, again?: () => Promise<void>): Promise<T | null> {
    if (busy) return null
    setBusy(true)
    clearProblem()
    const answer = await work()
    setBusy(false)
    if (!answer.ok) {
      reportProblem(answer.problem, again && { again: () => void again() })
      return null
    }
    void refreshSummary()
    return answer.value
  }

  async function mark(marks: { read: boolean } | { open: boolean }, as: string): Promise<void> {
    const before = chosen
    const changed = await act(
      () => markAll([...before.keys()], marks),
      () => mark(marks, as),
    )
    if (!changed) return
    const { ids } = changed
    chooseNone()
    await revalidate()
    if (ids.length === 0) {
      notify({ title: 'Actualizado', text: `Ya estaban como ${as}: no cambió nada.` })
      focusHeading()
      return
    }
    notify({ title: 'Actualizado' })
    // Who answered a message has read it; taken back, nobody has.
    const wereUnread = 'open' in marks ? ids.filter((id) => before.get(id)?.readAt === null) : []
    undo.offer({
      said: `${countWords(ids.length)}: ${as}.`,
      back: `Como antes: ${countWords(ids.length)}.`,
      takesFocus: true,
      async undo() {
        const back = await markAll(ids, 'read' in marks ? { read: !marks.read } : { open: !marks.open })
        return back.ok && wereUnread.length > 0 ? markAll(wereUnread, { read: false }) : back
      },
    })
  }

  async function remove() {
    const gone = await act(() =>
      adminApi.post('/messages/batch/delete', { body: { ids: [...chosen.keys()] } }),
    )
    if (!gone) return
    setAsking(false)
    notify({ title: 'Borrado' })
    chooseNone()
    await revalidate()
    focusHeading()
  }

  async function exportTable(): Promise<void> {
    const query = queryOf(filter)
    const table = await act(() => adminApi.get('/messages/export.csv', { query, reads: 'text' }), exportTable)
    if (table !== null) saveFile(csvFile(table), TABLE_NAME)
  }

  /** The buttons that had the focus went with what was chosen. */
  const focusHeading = () => screen.current?.querySelector('h1')?.focus({ preventScroll: true })

  return (
    <div ref={screen} className="screen">
      <Heading lead="Lo que escriben desde Contacto.">Mensajes</Heading>
      {summary?.mail.delivers === false && (
        <p className="restored">El sitio no tiene un servidor de correo: los mensajes quedan acá.</p>
      )}
      <Filters filter={filter} counts={answer.ok ? answer.value : null} />
      <Search q={q} label="Buscar en Mensajes">
        {unread && <input type="hidden" name={UNREAD_KEY} value="1" />}
        {unanswered && <input type="hidden" name={UNANSWERED_KEY} value="1" />}
      </Search>
      {answer.ok ? (
        <>
          <p className="total" role="status">
            {answer.total} {totalWords(filter)}
            {q && ` con «${q}»`}
          </p>
          {messages.length === 0 ? (
            <Empty isLaterPage={page > 1} filter={filter} />
          ) : (
            <>
              <ChooseAll
                count={messages.length}
                isChosen={messages.every(({ _id }) => chosen.has(_id))}
                onChoose={(isChosen) => choose(byId(messages), isChosen)}
              />
              <ul className="item-list">
                {messages.map((message) => (
                  <Row
                    key={message._id}
                    message={message}
                    isChosen={chosen.has(message._id)}
                    onChoose={(isChosen) => choose(byId([message]), isChosen)}
                  />
                ))}
              </ul>
            </>
          )}
          <Pages page={page} pages={Math.ceil(answer.total / MESSAGES_A_PAGE)} />
        </>
      ) : (
        <ProblemText problem={answer.problem} />
      )}
      <nav aria-label="Ajustes" className="screen-actions">
        <Link className="button" to={adminPaths.messageTemplates}>
          Respuestas guardadas
        </Link>
        <Link className="button" to={adminPaths.messageSettings}>
          Cuánto se guardan
        </Link>
        {answer.ok && answer.total > 0 && (
          <a
            className="button"
            href={apiAddress('/messages/export.csv', queryOf(filter))}
            download={TABLE_NAME}
            onClick={(event) => {
              // As a link it would save a refusal as if it were the table.
              event.preventDefault()
              void exportTable()
            }}
          >
            Exportar CSV ({answer.total})
          </a>
        )}
      </nav>
      {(chosen.size > 0 || undo.rows || (problem && !asking)) && (
        <Bar>
          {problem && !asking && <FormProblemRow problem={problem} />}
          {undo.rows}
          {chosen.size > 0 && (
            <ChosenActions
              count={chosen.size}
              busy={busy}
              onMark={(marks, as) => void mark(marks, as)}
              onNone={chooseNone}
              onRemove={() => setAsking(true)}
            />
          )}
        </Bar>
      )}
      {asking && (
        <Confirm
          question={
            chosen.size === 1
              ? `¿Borrar el mensaje de ${[...chosen.values()][0]?.person}?`
              : `¿Borrar ${countWords(chosen.size)}?`
          }
          names={chosen.size > 1 ? [...chosen.values()].map(({ person }) => person) : []}
          consequence="Se borra para siempre, con lo que se respondió: no pasa por la papelera."
          confirmLabel="Borrar"
          busy={busy}
          failure={problem?.detail}
          onConfirm={() => void remove()}
          onClose={() => {
            setAsking(false)
            clearProblem()
          }}
        />
      )}
    </div>
  )
}

interface ChosenActionsProps {
  count: number
  busy: boolean
  onMark(marks: { read: boolean } | { open: boolean }, as: string): void
  onNone(): void
  onRemove(): void
}

/** What can be done to those that are chosen. */
function ChosenActions({ count, busy, onMark, onNone, onRemove }: ChosenActionsProps) {
  const button = (label: string, marks: { read: boolean } | { open: boolean }) => (
    <button
      type="button"
      className="button"
      aria-disabled={busy || undefined}
      onClick={() => onMark(marks, label.toLowerCase())}
    >
      <span className="unseen">Marcar </span>
      {label}
    </button>
  )
  return (
    <>
      <ChosenCount count={count} onNone={onNone} />
      {button('Leídos', { read: true })}
      {button('No leídos', { read: false })}
      {button('Respondidos', { open: false })}
      <button type="button" className="button button-danger" onClick={onRemove}>
        Borrar {count === 1 ? 'el elegido' : `los ${count}`}
      </button>
    </>
  )
}

interface FiltersProps {
  filter: MessageFilter
  counts: { unread: number; unanswered: number } | null
}

function Filters({ filter: { q, unread, unanswered }, counts }: FiltersProps) {
  const to = (key?: string) => `?${new URLSearchParams({ ...(q && { q }), ...(key && { [key]: '1' }) })}`
  const current = (isCurrent: boolean) => (isCurrent ? 'page' : undefined)
  return (
    <nav aria-label="Cuáles" className="screen-actions message-filters">
      <Link className="button" to={to()} aria-current={current(!unread && !unanswered)}>
        Todos
      </Link>
      <Link className="button" to={to(UNREAD_KEY)} aria-current={current(unread)}>
        Sin leer{counts && ` (${counts.unread})`}
      </Link>
      <Link className="button" to={to(UNANSWERED_KEY)} aria-current={current(unanswered)}>
        Sin responder{counts && ` (${counts.unanswered})`}
      </Link>
    </nav>
  )
}

const totalWords = ({ unread, unanswered }: MessageFilter): string =>
  unanswered ? 'sin responder' : unread ? 'sin leer' : 'en total'

interface RowProps {
  message: Message
  isChosen: boolean
  onChoose(isChosen: boolean): void
}

function Row({ message, isChosen, onChoose }: RowProps) {
  const { _id, person, body, createdAt, readAt, open, answered, delivery } = message
  const moment = useMoment()
  const { pathname, search } = useLocation()
  return (
    <li className="item message-row" data-unread={readAt === null ? '' : undefined}>
      <Choice name={`el mensaje de ${person}`} isChosen={isChosen} onChoose={onChoose} />
      <div className="item-words">
        <p className="item-name">{person}</p>
        <p className="message-start">{body}</p>
        <p className="item-facts mono">
          {readAt === null && <span data-waiting="">Sin leer</span>}
          {open ? <span>Sin responder</span> : answered && <span>{answeredWords(answered)}</span>}
          {delivery.state !== 'delivered' && (
            <span data-failing={delivery.state === 'failing' ? '' : undefined}>
              {stateWords[delivery.state]}
            </span>
          )}
          <span>{moment(createdAt)}</span>
        </p>
      </div>
      <div className="item-action">
        <Link className="button item-link" to={messagePath(_id)} state={{ from: pathname + search }}>
          Leer<span className="unseen"> el mensaje de {person}</span>
        </Link>
      </div>
    </li>
  )
}

function Empty({ isLaterPage, filter }: { isLaterPage: boolean; filter: MessageFilter }) {
  const { q, unread, unanswered } = filter
  const nothing = unanswered
    ? 'Está todo respondido.'
    : unread
      ? 'Está todo leído.'
      : 'Todavía no escribió nadie. Lo que manden desde Contacto aparece acá.'
  const words = q
    ? 'Nada coincide con esa búsqueda. Probá con otra palabra, o con el comienzo de una.'
    : isLaterPage
      ? 'Esta página quedó vacía.'
      : nothing
  return (
    <div className="empty">
      <p>{words}</p>
      {(q || isLaterPage || unread || unanswered) && (
        <Link className="button" to={adminPaths.messages}>
          Ver todos
        </Link>
      )}
    </div>
  )
}
