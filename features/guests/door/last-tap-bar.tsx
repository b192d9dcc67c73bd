/** The result of the last tap, readable at arm's length, with its undo. */
import type { DoorController, DoorState, LastTap } from './door-controller.ts'
import { type DoorTotals, getArrived, listUndoable } from './door-store.ts'
import { formatArrived, kindNames, NO_NAME, NOT_STORED } from './door-words.ts'
import { keepFocus } from './keep-focus.ts'

/** Label of the condition that holds now, by list. null when all have ended */
export type Conditions = ReadonlyMap<string, string | null>

interface Props {
  controller: DoorController
  state: DoorState
  totals: DoorTotals
  conditions: Conditions
}

interface TapWords {
  look: 'new' | 'again' | 'plain'
  /** What happened. */
  title: string
  /** The largest words: the condition that holds now, or why nothing was recorded. */
  large: string
  arrived: string
}

function getWords(tap: LastTap, totals: DoorTotals, conditions: Conditions): TapWords {
  if (tap.kind === 'not-stored')
    return { look: 'again', title: `No cuenta. ${NOT_STORED}`, large: 'No se guardó', arrived: '' }
  const { guest } = tap
  const name = guest ? guest.name || NO_NAME : ''
  const arrived = guest ? formatArrived(getArrived(guest, totals), guest) : ''
  if (tap.kind === 'complete') return { look: 'again', title: name, large: 'Ya entró', arrived }
  if (tap.kind === 'undone')
    return {
      look: 'plain',
      title: name || (tap.target.kind === 'undo' ? '' : kindNames[tap.target.kind]),
      large: 'Deshecho',
      arrived,
    }
  const { kind, people } = tap.entry
  if (!guest)
    return {
      look: 'new',
      title: kind === 'exit' ? 'Salió 1' : 'Entró 1',
      large: kind === 'undo' ? '' : kindNames[kind],
      arrived: '',
    }
  return {
    look: 'new',
    title: `${people === 1 ? 'Entró' : `Entraron ${people}:`} ${name}`,
    large: conditions.get(guest.list) ?? 'Terminó la lista',
    arrived,
  }
}

/** Describes the result of a tap for screen readers. */
export function describeTap(tap: LastTap | null, totals: DoorTotals, conditions: Conditions): string {
  if (tap === null) return ''
  const { title, large, arrived } = getWords(tap, totals, conditions)
  return [title, arrived, large].filter(Boolean).join('. ')
}

export function LastTapBar({ controller, state, totals, conditions }: Props) {
  const { lastTap: tap, model } = state
  if (tap === null)
    return (
      <div className="last plain">
        <p className="title">Tocá un nombre cuando entra.</p>
      </div>
    )
  const { look, title, large, arrived } = getWords(tap, totals, conditions)
  const entry =
    tap.kind === 'recorded' ? listUndoable(model).find(({ _id }) => _id === tap.entry._id) : undefined
  return (
    <div className={`last ${look}`} key={tap.kind === 'recorded' ? tap.entry._id : tap.kind}>
      <p className="title">{title}</p>
      <p className="large">{large}</p>
      <p className="arrived">{arrived}</p>
      {entry && (
        <button type="button" onPointerDown={keepFocus} onClick={() => controller.undo(entry)}>
          Deshacer
        </button>
      )}
      {tap.kind === 'complete' && (
        <button type="button" onPointerDown={keepFocus} onClick={() => controller.admit(tap.guest, 1, true)}>
          Entra igual
        </button>
      )}
    </div>
  )
}
