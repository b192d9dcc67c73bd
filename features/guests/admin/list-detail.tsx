/** A list: its numbers, its settings, its link, and its guests. */
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../../../platform/admin-layout/button.tsx'
import { Heading, ProblemText } from '../../../platform/admin-layout/screen-parts.tsx'
import type { Answer } from '../../../platform/api/client/call.ts'
import { useClub } from '../../../platform/pages/club-settings.ts'
import type { Guest, GuestList } from '../shared/guests.ts'
import { formatConditions } from '../shared/list-hours.ts'
import { countPlaces } from '../shared/people-counts.ts'
import { AddNames } from './add-names.tsx'
import { GuestRows } from './guest-rows.tsx'
import { describeClosing } from './guest-words.ts'
import { ListForm } from './list-form.tsx'
import { ListFigures } from './night-lists.tsx'
import { LISTS_SEARCH } from './night-views.ts'
import { PromoterLink } from './promoter-link.tsx'
import { ImportTickets } from './seller-file/import-tickets.tsx'
import type { NightActions } from './use-night-actions.ts'

const panels = { link: 'Enlace para RRPP', settings: 'Ajustes de la lista' }
type Panel = keyof typeof panels
const PANELS = Object.keys(panels) as Panel[]
const TICKET_PANELS: Panel[] = ['settings']

interface ListDetailProps {
  event: string
  /** The name of the night. */
  night: string
  list: GuestList
  lists: GuestList[]
  guests: Answer<{ data: Guest[] }>
  isCalledOff: boolean
  actions: NightActions
}

export function ListDetail({ event, night, list, lists, guests, isCalledOff, actions }: ListDetailProps) {
  const [open, setOpen] = useState<Panel | null>(null)
  const id = useId()
  const { timeZone } = useClub().identity
  const isOfTickets = list.kind === 'tickets'
  return (
    <>
      <Heading lead={<bdi>{night}</bdi>}>
        <bdi>{list.name}</bdi>
      </Heading>
      <nav className="guest-back" aria-label="De esta fecha">
        <Link className="list-state" to={LISTS_SEARCH}>
          <span aria-hidden="true">← </span>Todas las listas
        </Link>
      </nav>
      <div className="guest-summary">
        <ListFigures {...list} />
        <div>
          <p className="guest-conditions">{formatConditions(list.conditions)}</p>
          {!isOfTickets && (
            <p className="guest-closing mono">
              {describeClosing(list, Date.now(), timeZone)}
              {list.isPublic && ' · Pública'}
              {countPlaces(list) === 0 && ' · Completa'}
            </p>
          )}
          {list.note !== null && <p className="guest-note">{list.note}</p>}
        </div>
      </div>
      <div className="screen-actions">
        {(isOfTickets ? TICKET_PANELS : PANELS).map((panel) => (
          <Button
            key={panel}
            id={`${id}-${panel}`}
            aria-expanded={open === panel}
            aria-controls={open === panel ? id : undefined}
            onClick={() => setOpen(open === panel ? null : panel)}
          >
            {panels[panel]}
          </Button>
        ))}
      </div>
      {open && (
        <section id={id} className="guest-panel" aria-label={panels[open]}>
          {open === 'link' ? (
            <PromoterLink night={night} list={list} isCalledOff={isCalledOff} actions={actions} />
          ) : (
            <ListForm
              list={list}
              actions={actions}
              opener={`#${id}-settings`}
              onClose={() => setOpen(null)}
            />
          )}
        </section>
      )}
      {guests.ok ? (
        <>
          {isOfTickets ? (
            <ImportTickets list={list} guests={guests.value.data} actions={actions} />
          ) : (
            <AddNames event={event} list={list} lists={lists} guests={guests.value.data} actions={actions} />
          )}
          <GuestRows kind={list.kind} guests={guests.value.data} actions={actions} />
        </>
      ) : (
        <ProblemText problem={guests.problem} />
      )}
    </>
  )
}
