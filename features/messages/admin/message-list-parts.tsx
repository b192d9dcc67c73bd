/** Parts of the list of messages: filters, rows, and the actions for the selected messages. */

import { Link, useLocation } from 'react-router'
import { useMoment } from '../../../platform/admin-layout/admin-words.ts'
import { Button } from '../../../platform/admin-layout/button.tsx'
import { ChosenCount, RowCheckbox } from '../../../platform/forms/choosing.tsx'
import { Empty } from '../../../platform/forms/list-parts.tsx'
import { MESSAGES_PATH, messagePath } from '../shared/message-paths.ts'
import type { Message } from '../shared/messages.ts'
import { describeAnswered, stateWords } from './message-words.ts'

export const UNREAD_KEY = 'unread'
export const UNANSWERED_KEY = 'unanswered'

export interface MessageFilter {
  q: string
  unread: boolean
  unanswered: boolean
}

export type Marks = { read: boolean } | { open: boolean }

interface ChosenActionsProps {
  count: number
  busy: boolean
  onMark(marks: Marks, label: string): void
  onNone(): void
  onRemove(): void
}

export function ChosenActions({ count, busy, onMark, onNone, onRemove }: ChosenActionsProps) {
  const button = (label: string, marks: Marks) => (
    <Button isDisabled={busy} onClick={() => onMark(marks, label.toLowerCase())}>
      <span className="unseen">Marcar </span>
      {label}
    </Button>
  )
  return (
    <>
      <ChosenCount count={count} onNone={onNone} />
      {button('Leídos', { read: true })}
      {button('No leídos', { read: false })}
      {button('Respondidos', { open: false })}
      <Button kind="danger" onClick={onRemove}>
        Borrar {count === 1 ? 'el elegido' : `los ${count}`}
      </Button>
    </>
  )
}

interface FiltersProps {
  filter: MessageFilter
  counts: { unread: number; unanswered: number } | null
}

export function MessageFilters({ filter: { q, unread, unanswered }, counts }: FiltersProps) {
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

interface RowProps {
  message: Message
  isChosen: boolean
  onChoose(isChosen: boolean): void
}

export function MessageRow({ message, isChosen, onChoose }: RowProps) {
  const { _id, person, body, createdAt, readAt, open, answered, delivery } = message
  const moment = useMoment()
  const { pathname, search } = useLocation()
  return (
    <li className="item message-row" data-unread={readAt === null ? '' : undefined}>
      <RowCheckbox name={`el mensaje de ${person}`} isChosen={isChosen} onChoose={onChoose} />
      <div className="item-words">
        <p className="item-name">
          <bdi>{person}</bdi>
        </p>
        <p className="message-start">{body}</p>
        <p className="item-facts mono">
          {readAt === null && <span data-waiting="">Sin leer</span>}
          {open ? <span>Sin responder</span> : answered && <span>{describeAnswered(answered)}</span>}
          {delivery.state !== 'delivered' && (
            <span data-failing={delivery.state === 'failing' ? '' : undefined}>
              {stateWords[delivery.state]}
            </span>
          )}
          <span>{moment(createdAt)}</span>
        </p>
      </div>
      <div className="item-action" id={`item-${_id}`}>
        <Link className="button item-link" to={messagePath(_id)} state={{ from: pathname + search }}>
          Leer<span className="unseen"> el mensaje de {person}</span>
        </Link>
      </div>
    </li>
  )
}

export function NoMessages({ isLaterPage, filter }: { isLaterPage: boolean; filter: MessageFilter }) {
  const { q, unread, unanswered } = filter
  const none = unanswered
    ? 'Está todo respondido.'
    : unread
      ? 'Está todo leído.'
      : 'Todavía no escribió nadie. Lo que manden desde Contacto aparece acá.'
  const isFiltered = q !== '' || isLaterPage || unread || unanswered
  return (
    <Empty link={isFiltered && { to: MESSAGES_PATH, label: 'Ver todos' }}>
      {q
        ? 'Nada coincide con esa búsqueda. Probá con otra palabra, o con el comienzo de una.'
        : isLaterPage
          ? 'Esta página quedó vacía.'
          : none}
    </Empty>
  )
}
