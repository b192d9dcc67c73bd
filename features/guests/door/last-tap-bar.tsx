/** The result of the last tap, readable at arm's length, with its undo. */
import type { DoorController } from './door-controller.ts'
import type { DoorState, LastTap } from './door-phone.ts'
import { type DoorTotals, getArrived, isStanding, type ServerState } from './door-store.ts'
import { formatArrived, kindNames, NO_NAME, NOT_STORED, OUT_OF_HOURS } from './door-words.ts'
import { keepFocus, passToSearch } from './keep-focus.ts'

/** Label of the condition that holds now, by list. null when all have ended */
export type Conditions = ReadonlyMap<string, string | null>

/** Letters of a condition that fit on one line in the largest size. */
const LONG = 12

export interface TapWords {
  look: 'new' | 'again' | 'plain'
  /** Names the recorded entry: 'Entraron 2: Ana'. */
  title: string
  /** The text in the largest size: the condition that holds now, or the reason why no entry was recorded. */
  large: string
  /** '2 de 4'. Empty when the tap was not for a guest */
  arrived: string
  explanation?: string
}

export function describeTap(
  tap: LastTap,
  { guests }: ServerState,
  totals: DoorTotals,
  conditions: Conditions,
): TapWords {
  if (tap.kind === 'not-stored')
    return { look: 'again', title: 'No cuenta', large: 'No se guardó', arrived: '', explanation: NOT_STORED }
  // The guest may have changed since the tap.
  const guest = guests.find(({ _id }) => _id === tap.guest?._id) ?? tap.guest
  const name = guest ? guest.name || NO_NAME : ''
  const arrived = guest ? formatArrived(getArrived(guest, totals), guest) : ''
  if (tap.kind === 'complete') return { look: 'again', title: name, large: 'Ya entró', arrived }
  if (tap.kind === 'undone') {
    const { kind } = tap.target
    return { look: 'plain', title: name || kindNames[kind], large: 'Deshecho', arrived }
  }
  const { kind, people } = tap.entry
  if (!guest)
    return {
      look: 'new',
      title: kind === 'exit' ? 'Salió 1' : 'Entró 1',
      large: kindNames[kind],
      arrived: '',
    }
  return {
    look: 'new',
    title: `${people === 1 ? 'Entró' : `Entraron ${people}:`} ${name}`,
    large: conditions.get(guest.list) ?? OUT_OF_HOURS,
    arrived,
  }
}

interface Props {
  controller: DoorController
  state: DoorState
  words: TapWords | null
}

export function LastTapBar({ controller, state, words }: Props) {
  const { lastTap: tap, model } = state
  if (tap === null || words === null)
    return (
      <div className="last plain">
        <p className="title">Tocá un nombre cuando entra.</p>
      </div>
    )
  const entry = tap.kind === 'recorded' && isStanding(model, tap.entry._id) ? tap.entry : null
  return (
    <div className={`last ${words.look}`} key={tap.kind === 'recorded' ? tap.entry._id : tap.kind}>
      <p className="title">{words.title}</p>
      <p className="arrived">{words.arrived}</p>
      <p className={words.large.length > LONG ? 'large long' : 'large'}>{words.large}</p>
      {entry && (
        <button
          ref={passToSearch}
          type="button"
          onPointerDown={keepFocus}
          onClick={() => controller.undo(entry)}
        >
          Deshacer
        </button>
      )}
      {tap.kind === 'complete' && (
        <button
          ref={passToSearch}
          type="button"
          onPointerDown={keepFocus}
          onClick={() => controller.admit(tap.guest, 1, true)}
        >
          Entra igual
        </button>
      )}
      {words.explanation && <p className="explanation">{words.explanation}</p>}
    </div>
  )
}
