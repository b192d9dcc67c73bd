import '../content/list/lists.css'
import './messages.css'
import { useRef, useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useLocation, useRevalidator } from 'react-router'
import { QUERY_MAX } from '../../../contract/limits.ts'
import type { Message } from '../../../contract/messages/messages.ts'
import type { Answer } from '../../client/call.ts'
import { notify } from '../../ui/notify.ts'
import { Bar } from '../content/form/action-bar.tsx'
import { FormProblemRow, useFormProblem } from '../content/form/form-problem.tsx'
import { Pages } from '../content/list/pages.tsx'
import { Search } from '../content/list/search.tsx'
import { Confirm } from '../layout/confirm.tsx'
import { Heading } from '../layout/heading.tsx'
import { useMoment } from '../layout/moment.ts'
import { ProblemText } from '../layout/problem-text.tsx'
import { adminPaths, messagePath } from '../paths.ts'
import { exportAddress, type MessageFilter, messageCalls } from './api.ts'
import { refreshSummary, useSummary } from './summary.ts'
import { answeredWords, stateWords } from './words.ts'

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
  return { answer: await messageCalls.list({ ...filter, page, limit: MESSAGES_A_PAGE }), filter, page }
}

/** Messages by their ids. */
type Chosen = ReadonlyMap<string, Message>

const none: Chosen = new Map()

const countWords = (count: number): string => (count === 1 ? '1 mensaje' : `${count} mensajes`)

/** What was done to several, and how it is taken back. */
interface Done {
  sentence: string
  undo(): Promise<Answer<unknown>[]>
}

/** What visitors wrote, newest first. */
export default function Messages() {
  const { answer, filter, page } = useLoaderData<typeof clientLoader>()
  const { q, unread, unanswered } = filter
  const summary = useSummary()
  const { revalidate } = useRevalidator()
  const [chosen, setChosen] = useState(none)
  const [asking, setAsking] = useState(false)
  const [done, setDone] = useState<Done | null>(null)
  const [busy, setBusy] = useState(false)
  const { problem, reportProblem, clearProblem } = useFormProblem()
  const screen = useRef<HTMLDivElement>(null)
  const messages = answer.ok ? answer.value.data : []
  const isPageChosen = messages.length > 0 && messages.every(({ _id }) => chosen.has(_id))

  function choose(those: Message[], isChosen: boolean) {
    const next = new Map(chosen)
    for (const message of those) {
      if (isChosen) next.set(message._id, message)
      else next.delete(message._id)
    }
    setChosen(next)
    setDone(null)
  }

  /** One thing at a time; a failure is told and stays. */
  async function act<T>(work: () => Promise<Answer<T>[]>, again?: () => Promise<void>): Promise<T[] | null> {
    if (busy) return null
    setBusy(true)
    clearProblem()
    setDone(null)
    const results = await work()
    setBusy(false)
    const failed = results.find((result) => !result.ok)
    if (failed && !failed.ok) reportProblem(failed.problem, again && { again: () => void again() })
    else void refreshSummary()
    return failed ? null : results.flatMap((result) => (result.ok ? [result.value] : []))
  }

  /** The buttons that had the focus went with what was chosen. */
  async function settle() {
    setChosen(none)
    await revalidate()
    screen.current?.querySelector('h1')?.focus({ preventScroll: true })
  }

  async function mark(marks: { read: boolean } | { open: boolean }, as: string): Promise<void> {
    const before = chosen
    const changed = await act(
      async () => [await messageCalls.markAll([...before.keys()], marks)],
      () => mark(marks, as),
    )
    if (!changed) return
    const ids = changed.flatMap(({ ids }) => ids)
    notify({ title: 'Actualizado' })
    const wereUnread = ids.filter((id) => before.get(id)?.readAt === null)
    setDone({
      sentence: ids.length === 0 ? `Ya estaban como ${as}.` : `${countWords(ids.length)}: ${as}.`,
      undo: async () =>
        Promise.all([
          ...(ids.length > 0
            ? [messageCalls.markAll(ids, 'read' in marks ? { read: !marks.read } : { open: !marks.open })]
            : []),
          // Who answered a message has read it; taken back, nobody has.
          ...('open' in marks && wereUnread.length > 0
            ? [messageCalls.markAll(wereUnread, { read: false })]
            : []),
        ]),
    })
    await settle()
  }

  async function takeBack({ undo }: Done): Promise<void> {
    if (!(await act(undo))) return
    notify({ title: 'Actualizado' })
    await settle()
  }

  async function remove() {
    const gone = await act(async () => [await messageCalls.removeAll([...chosen.keys()])])
    if (!gone) return
    setAsking(false)
    notify({ title: 'Borrado' })
    await settle()
  }

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
              {messages.length > 1 && (
                <label className="choice choice-all">
                  <input
                    type="checkbox"
                    checked={isPageChosen}
                    onChange={({ target }) => choose(messages, target.checked)}
                  />
                  Elegir {messages.length === 2 ? 'los dos' : `los ${messages.length}`} de esta página
                </label>
              )}
              <ul className="item-list">
                {messages.map((message) => (
                  <Row
                    key={message._id}
                    message={message}
                    isChosen={chosen.has(message._id)}
                    onChoose={(isChosen) => choose([message], isChosen)}
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
          <a className="button" href={exportAddress(filter)} download="mensajes.csv">
            Exportar CSV ({answer.total})
          </a>
        )}
      </nav>
      {(chosen.size > 0 || done || (problem && !asking)) && (
        <Bar>
          {problem && !asking && <FormProblemRow problem={problem} />}
          {done && (
            <div className="bar-row">
              <p>{done.sentence}</p>
              <button
                type="button"
                className="button button-strong"
                aria-disabled={busy || undefined}
                onClick={() => void takeBack(done)}
              >
                Deshacer
              </button>
            </div>
          )}
          {chosen.size > 0 && (
            <Choice
              count={chosen.size}
              busy={busy}
              onMark={(marks, as) => void mark(marks, as)}
              onNone={() => setChosen(none)}
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

interface ChoiceProps {
  count: number
  busy: boolean
  onMark(marks: { read: boolean } | { open: boolean }, as: string): void
  onNone(): void
  onRemove(): void
}

/** What can be done to those that are chosen. */
function Choice({ count, busy, onMark, onNone, onRemove }: ChoiceProps) {
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
      <p className="sending" role="status">
        {count === 1 ? '1 elegido' : `${count} elegidos`}
      </p>
      <button type="button" className="button" onClick={onNone}>
        Ninguno
      </button>
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
      <label className="choice">
        <input type="checkbox" checked={isChosen} onChange={({ target }) => onChoose(target.checked)} />
        <span className="unseen">Elegir el mensaje de {person}</span>
      </label>
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
