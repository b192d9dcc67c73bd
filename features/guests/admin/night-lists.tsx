/** The lists of a night, each with its people and its conditions. */
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { adminApi } from '../../../platform/admin-layout/admin-api.ts'
import { Button } from '../../../platform/admin-layout/button.tsx'
import { IdempotencyKeys } from '../../../platform/forms/idempotency-keys.ts'
import { useClub } from '../../../platform/pages/club-settings.ts'
import { liveRegion } from '../../../platform/ui/live-region.ts'
import { COMPANIONS_DEFAULT, LISTS_MAX } from '../shared/guest-limits.ts'
import { GUEST_SETTINGS_PATH } from '../shared/guest-paths.ts'
import type { GuestList } from '../shared/guests.ts'
import { formatConditions } from '../shared/list-hours.ts'
import { formatCount, formatNumber } from '../shared/people-counts.ts'
import { PrintNames } from './door-paper.tsx'
import { Figure, Figures } from './figures.tsx'
import { describeClosing, nameNewList } from './guest-words.ts'
import { listSearch } from './night-views.ts'
import type { NightActions } from './use-night-actions.ts'

interface NightListsProps {
  event: string
  /** The name of the night. */
  night: string
  lists: GuestList[]
  actions: NightActions
}

export function NightLists({ event, night, lists, actions }: NightListsProps) {
  const add = useAddList(event, actions)
  const addTickets = () => void add(createTicketList(lists))
  const invited = lists.reduce((people, list) => people + list.invited, 0)
  const arrived = lists.reduce((people, list) => people + list.arrived, 0)
  return (
    <>
      {lists.length === 0 ? (
        <div className="empty">
          <p>
            Esta fecha todavía no tiene listas. Con un toque queda hecha la primera: gratis hasta la 01:00,
            con un acompañante por persona. Después cambiás lo que quieras.
          </p>
          <AddList onAdd={() => void add(createGuestList(lists))} isStrong />
        </div>
      ) : (
        <>
          <p className="guest-total" {...liveRegion}>
            <strong>{formatNumber(invited)}</strong> {invited === 1 ? 'persona' : 'personas'} en{' '}
            {formatCount(lists.length, 'lista', 'listas')}
            {arrived > 0 && `, y ya ${arrived === 1 ? 'entró' : 'entraron'} ${formatNumber(arrived)}`}
          </p>
          <ul className="item-list">
            {lists.map((list) => (
              <ListRow key={list._id} list={list} />
            ))}
          </ul>
        </>
      )}
      <div className="screen-actions">
        {lists.length > 0 && lists.length < LISTS_MAX && (
          <AddList onAdd={() => void add(createGuestList(lists))} />
        )}
        {lists.length < LISTS_MAX && <Button onClick={addTickets}>Agregar una lista de entradas</Button>}
        {invited > 0 && <PrintNames event={event} night={night} actions={actions} />}
        <Link className="button" to={GUEST_SETTINGS_PATH}>
          Ajustes de listas y puerta
        </Link>
      </div>
    </>
  )
}

const AddList = ({ onAdd, isStrong = false }: { onAdd(): void; isStrong?: boolean }) => (
  <Button {...(isStrong && { kind: 'strong' })} onClick={onAdd}>
    Agregar una lista
  </Button>
)

const createGuestList = (lists: readonly GuestList[]) => ({
  name: nameNewList(lists),
  conditions: [{ until: '01:00', label: 'Gratis', price: { amount: 0, currency: 'ARS' } }],
  maxCompanions: COMPANIONS_DEFAULT,
})

/** Creates the list for tickets that were bought elsewhere. */
const createTicketList = (lists: readonly GuestList[]) => ({
  kind: 'tickets' as const,
  name: nameNewList(lists, 'Entradas'),
  conditions: [{ until: null, label: 'Con entrada', price: null }],
  maxCompanions: 0,
})

type NewList = ReturnType<typeof createGuestList> | ReturnType<typeof createTicketList>

/** Returns a function that creates a list and opens it. */
function useAddList(event: string, { run }: NightActions): (body: NewList) => Promise<void> {
  const navigate = useNavigate()
  const [keys] = useState(() => new IdempotencyKeys())
  return async function add(body) {
    const key = keys.keyFor(JSON.stringify(body))
    const added = await run(() => adminApi.post('/events/:id/lists', { params: { id: event }, body, key }), {
      again: () => add(body),
    })
    if (!added?.ok) return
    keys.clear()
    void navigate(listSearch(added.value._id))
  }
}

function ListRow({ list }: { list: GuestList }) {
  const { _id, kind, name, conditions, isPublic, link, invited, quota } = list
  const { timeZone } = useClub().identity
  const isFull = quota !== null && invited >= quota
  return (
    <li className="item guest-list-row">
      <div className="item-words">
        <p className="item-name">
          <bdi>{name}</bdi>
        </p>
        <p className="guest-conditions">{formatConditions(conditions)}</p>
        <p className="item-facts mono">
          {kind === 'guests' && <span>{describeClosing(list, Date.now(), timeZone)}</span>}
          {isFull && <span data-waiting="">Completa</span>}
          {isPublic && <span>Pública</span>}
          {link && <span>Con enlace</span>}
        </p>
      </div>
      <ListFigures {...list} />
      <div className="item-action" id={`item-${_id}`}>
        <Link className="button item-link" to={listSearch(_id)}>
          Abrir<span className="unseen"> la lista {name}</span>
        </Link>
      </div>
    </li>
  )
}

/** The numbers of a list: invited people, quota, and arrived people. */
export const ListFigures = ({
  kind,
  invited,
  arrived,
  quota,
}: Pick<GuestList, 'kind' | 'invited' | 'arrived' | 'quota'>) => (
  <Figures>
    <Figure label={kind === 'tickets' ? 'Personas' : 'Invitados'} value={invited}>
      {quota !== null && (
        <>
          <span className="unseen"> de un cupo de </span>
          <span aria-hidden="true">/</span>
          {formatNumber(quota)}
        </>
      )}
    </Figure>
    <Figure label="Entraron" value={arrived} />
  </Figures>
)
