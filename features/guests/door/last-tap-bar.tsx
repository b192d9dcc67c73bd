/** The result of the last tap, readable at arm's length, with its undo. */
import { formatAmount } from '../../../platform/shared/prices.ts'
import type { DoorGuest } from '../shared/guests.ts'
import { multiplyAmount } from '../shared/money.ts'
import type { DoorController } from './door-controller.ts'
import type { DoorState, LastTap } from './door-phone.ts'
import {
  type DoorTotals,
  getArrived,
  isStanding,
  listArrivals,
  type OwnEntry,
  type ServerState,
} from './door-store.ts'
import {
  formatArrivals,
  formatArrived,
  formatRefusal,
  kindNames,
  NO_NAME,
  NOT_STORED,
  OUT_OF_HOURS,
} from './door-words.ts'
import { keepFocus, passToSearch } from './keep-focus.ts'
import { readDocument } from './scanned-codes.ts'

/** Label of the condition that holds now, by list. null when all have ended */
export type Conditions = ReadonlyMap<string, string | null>

/** Letters that fit on one line in the largest size, beside a button on 360 px. */
const LONG = 10

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

interface TapContext {
  server: ServerState
  totals: DoorTotals
  conditions: Conditions
  /** Name of this phone. */
  phone: string
}

export function describeTap(tap: LastTap, { server, totals, conditions, phone }: TapContext): TapWords {
  if (tap.kind === 'not-stored')
    return { look: 'again', title: 'No cuenta', large: 'No se guardó', arrived: '', explanation: NOT_STORED }
  if (tap.kind === 'unknown') return describeUnknown(tap)
  // The guest may have changed since the tap.
  const guest = findGuest(server, tap.guest)
  const { timeZone } = server.night
  const name = guest ? guest.name || NO_NAME : ''
  const arrived = guest ? formatArrived(getArrived(guest, totals), guest) : ''
  if (tap.kind === 'complete') {
    const { guest } = tap
    const explanation = formatArrivals(listArrivals(guest, totals), phone, timeZone)
    return { look: 'again', title: name, large: 'Ya entró', arrived, explanation }
  }
  if (tap.kind === 'refused') {
    const { guest } = tap
    const explanation = formatArrivals(listArrivals(guest, totals), phone, timeZone)
    return { look: 'again', title: name, large: formatRefusal(guest), arrived, explanation }
  }
  if (tap.kind === 'undone') {
    const { kind } = tap.target
    return { look: 'plain', title: name || kindNames[kind], large: 'Deshecho', arrived }
  }
  const { kind, people, price } = tap.entry
  const verb = kind === 'exit' ? ['Salió', 'Salieron'] : ['Entró', 'Entraron']
  if (!guest)
    return {
      look: 'new',
      title: `${verb[people === 1 ? 0 : 1]} ${people}${price ? ` · ${price.label}` : ''}`,
      // The sum that the person at the door takes.
      large: price ? formatAmount(multiplyAmount(price.amount, people), price.currency) : kindNames[kind],
      arrived: '',
    }
  return {
    look: 'new',
    title: `${people === 1 ? 'Entró' : `Entraron ${people}:`} ${name}`,
    // An invalid ticket that was admitted by "Entra igual" keeps its reason.
    large: formatRefusal(guest) || (conditions.get(guest.list) ?? OUT_OF_HOURS),
    arrived,
    ...(tap.isDoubled && { explanation: 'Fueron dos toques seguidos: contamos uno.' }),
  }
}

function describeUnknown({ code, guests }: LastTap & { kind: 'unknown' }): TapWords {
  const document = readDocument(code)
  const title = document ? `Documento ${document.number}` : code.text.slice(0, CODE_SHOWN)
  return guests > 1
    ? { look: 'plain', title, large: 'Elegí quién', arrived: '', explanation: 'Lo tienen varias entradas.' }
    : {
        look: 'again',
        title,
        large: 'No está',
        arrived: '',
        explanation: 'De otra noche, o no se cargó: buscá por el nombre.',
      }
}

/** Characters of an unknown code that are shown. A whole address would cover the screen. */
const CODE_SHOWN = 40

/** The largest number of people that one tap can choose. */
const PEOPLE_SHOWN = 6

/** Returns the numbers of people to which the entry of the last tap can be changed, with its own. */
function listNumbers(entry: OwnEntry, guest: DoorGuest | null, totals: DoorTotals): number[] {
  if (entry.isForced) return []
  const places = guest ? guest.companions + 1 - getArrived(guest, totals) + entry.people : PEOPLE_SHOWN
  const count = Math.min(places, PEOPLE_SHOWN)
  return count > 1 ? Array.from({ length: count }, (_, index) => index + 1) : []
}

/** Returns the guest as the server sent it last. */
const findGuest = (server: ServerState | null, guest: DoorGuest | null): DoorGuest | null =>
  server?.guests.find(({ _id }) => _id === guest?._id) ?? guest

interface Props {
  controller: DoorController
  state: DoorState
  totals: DoorTotals
  words: TapWords | null
}

export function LastTapBar({ controller, state, totals, words }: Props) {
  const { lastTap: tap, model } = state
  if (tap === null || words === null)
    return (
      <div className="last plain">
        <p className="title hint">Tocá un nombre cuando entra.</p>
      </div>
    )
  const entry = tap.kind === 'recorded' && isStanding(model, tap.entry._id) ? tap.entry : null
  // The arrivals of the tap's guest are those before the tap.
  const guest = tap.kind === 'recorded' ? findGuest(model.server, tap.guest) : null
  const numbers = entry ? listNumbers(entry, guest, totals) : []
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
      {(tap.kind === 'complete' || tap.kind === 'refused') && (
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
      {entry && numbers.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a form
        <div className="numbers" role="group" aria-label="Cuántas personas">
          {numbers.map((people) => (
            <button
              key={people}
              ref={passToSearch}
              type="button"
              className="number"
              aria-pressed={people === entry.people}
              onPointerDown={keepFocus}
              onClick={() => controller.changePeople(entry, people)}
            >
              {people}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
