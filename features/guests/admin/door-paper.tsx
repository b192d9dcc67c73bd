/** The names of a night on paper, for a door where no phone works. */
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { adminApi } from '../../../platform/admin-layout/admin-api.ts'
import { Button } from '../../../platform/admin-layout/button.tsx'
import { useClub } from '../../../platform/pages/club-settings.ts'
import { liveRegion } from '../../../platform/ui/live-region.ts'
import type { DoorGuest, DoorSnapshot } from '../shared/guests.ts'
import { formatConditions } from '../shared/list-hours.ts'
import { formatCount, formatNumber } from '../shared/people-counts.ts'
import { refusalWords } from '../shared/refusal-words.ts'
import { formatGuest, formatLongMoment, formatPeople } from './guest-words.ts'
import { sortNames, splitPages } from './paper-pages.ts'
import type { NightActions } from './use-night-actions.ts'

interface PrintNamesProps {
  event: string
  /** The name of the night. */
  night: string
  actions: NightActions
}

/** Reads all names of the night, and prints them. */
export function PrintNames({ event, night, actions: { run, busy } }: PrintNamesProps) {
  const [paper, setPaper] = useState<{ door: DoorSnapshot; at: string } | null>(null)

  const [message, setMessage] = useState('')

  // The paper stays until one leaves the screen, because some browsers go on before they have printed it.
  useEffect(() => {
    if (paper) window.print()
  }, [paper])

  async function print() {
    const door = await run(() => adminApi.get('/door', { query: { event } }), { again: print })
    if (!door?.ok) return
    const hasNames = door.value.guests.length > 0
    setMessage(hasNames ? '' : 'No queda ningún nombre: ya se borraron.')
    if (hasNames) setPaper({ door: door.value, at: new Date().toISOString() })
  }

  return (
    <>
      <Button isDisabled={busy} onClick={() => void print()}>
        Imprimir la lista
      </Button>
      <p {...liveRegion}>{message}</p>
      {paper && createPortal(<Paper night={night} {...paper} />, document.body)}
    </>
  )
}

/** Shown only on paper: see guests.css. */
function Paper({ night, door, at }: { night: string; door: DoorSnapshot; at: string }) {
  const { timeZone } = useClub().identity
  const { lists, guests } = door
  const listNames = new Map(lists.map(({ _id, name }) => [_id, name]))
  const pages = splitPages(sortNames(guests))
  const valid = guests.filter(({ refusal }) => refusal === undefined)
  const people = valid.reduce((sum, { companions }) => sum + companions + 1, 0)
  return (
    <div className="door-paper">
      {pages.map((names, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pages have no id, and keep their order
        <section key={index}>
          <h1>
            <bdi>{night}</bdi>
          </h1>
          <p>
            {formatCount(valid.length, 'nombre', 'nombres')}, {formatPeople(people)}. Página {index + 1} de{' '}
            {pages.length}.{' '}
            <strong>Así estaba {formatLongMoment(at, timeZone)}: lo que cambió después no está.</strong>
          </p>
          <ol>
            {names.map((guest) => (
              <PaperRow key={guest._id} guest={guest} list={listNames.get(guest.list) ?? ''} />
            ))}
          </ol>
        </section>
      ))}
      <footer>
        <p>Un cuadrado por persona. Los que tienen una cruz ya habían entrado.</p>
        <ul>
          {lists.map(({ _id, name, conditions }) => (
            <li key={_id}>
              <strong>{name}</strong>: {formatConditions(conditions)}
            </li>
          ))}
        </ul>
      </footer>
    </div>
  )
}

function PaperRow({ guest, list }: { guest: DoorGuest; list: string }) {
  const { companions, arrived, note, code, document, refusal } = guest
  return (
    <li>
      <span className="door-paper-boxes">
        {/* Who has no place has no box to tick. */}
        {Array.from({ length: refusal === undefined ? companions + 1 : 0 }, (_, person) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the people of a guest have no names
          <span key={person}>{person < arrived ? '×' : ''}</span>
        ))}
      </span>
      <span>
        <strong>{formatGuest(guest)}</strong>
        {refusal !== undefined && ` · NO VALE: ${refusalWords[refusal].toLowerCase()}`}
        {arrived > companions + 1 && ` (entraron ${formatNumber(arrived)})`}
        <small>{[list, code, document && `DNI ${document}`, note].filter(Boolean).join(' · ')}</small>
      </span>
    </li>
  )
}
