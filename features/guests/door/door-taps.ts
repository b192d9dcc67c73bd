/** Records taps on the page of the door as entries of the phone. */
import type { EntryFact, EntryKind } from '../shared/door-state.ts'
import type { DoorGuest } from '../shared/guests.ts'
import type { NamedPrice } from '../shared/money.ts'
import type { DoorPhone, LastTap } from './door-phone.ts'
import { computeTotals, type DoorTotals, getArrived, isStanding, type OwnEntry } from './door-store.ts'
import { findScanned, getScanQuery, type ScannedCode } from './scanned-codes.ts'

export interface DoorTaps {
  /** @param isForced true records an entry also for a complete guest and for an invalid ticket */
  admit(guest: DoorGuest, people: number, isForced?: boolean): Promise<void>
  /** @param price of a walk-in, from the list of the night */
  count(kind: Exclude<EntryKind, 'guest' | 'undo'>, price?: NamedPrice): Promise<void>
  /**
   * Admits one person with a scanned code. A code without a guest, or with several guests, records no entry.
   * @returns a query for the search. null when the code belongs to one guest
   */
  scan(code: ScannedCode): Promise<string | null>
  /** Replaces an entry of this phone by one with another number of people. */
  changePeople(entry: OwnEntry, people: number): Promise<void>
  /** @param entry of this phone or of another one */
  undo(entry: EntryFact): Promise<void>
}

const countLeft = (guest: DoorGuest, totals: DoorTotals): number =>
  guest.companions + 1 - getArrived(guest, totals)

/** A tap on a name so soon after its last entry is a double tap. ms */
const DOUBLE_TAP_MS = 1_000

/** @param onRecord is called after an entry was stored */
export function createTaps(phone: DoorPhone, onRecord: () => void): DoorTaps {
  const { getState } = phone

  const createEntry = (
    fact: Omit<EntryFact, '_id'> & Pick<OwnEntry, 'target' | 'isForced' | 'price'>,
  ): OwnEntry => ({
    ...fact,
    _id: crypto.randomUUID(),
    event: getState().model.server?.night._id ?? null,
    at: new Date(phone.getTime()).toISOString(),
    isServerTime: true,
    state: 'queued',
    cursor: null,
  })

  const createUndo = ({ _id, kind, guest, people, undoes }: EntryFact): OwnEntry =>
    createEntry({
      kind: 'undo',
      guest: null,
      people: 0,
      undoes: _id,
      target: { _id, kind, guest, people, undoes },
    })

  async function record(entries: readonly OwnEntry[], lastTap: LastTap): Promise<void> {
    try {
      await phone.addEntries(entries, lastTap)
    } catch (error) {
      console.error(error)
      phone.show({ lastTap: { kind: 'not-stored' } })
      return
    }
    onRecord()
  }

  const findGuest = (id: string | null) =>
    getState().model.server?.guests.find(({ _id }) => _id === id) ?? null

  /** Returns the last tap when a tap on this guest is the second half of a double tap. */
  function findDoubleTap(guest: DoorGuest): (LastTap & { kind: 'recorded' }) | null {
    const { lastTap } = getState()
    return lastTap?.kind === 'recorded' &&
      lastTap.guest?._id === guest._id &&
      phone.getTime() - Date.parse(lastTap.entry.at) < DOUBLE_TAP_MS
      ? lastTap
      : null
  }

  async function admit(guest: DoorGuest, people: number, isForced: boolean): Promise<void> {
    const latest = findGuest(guest._id) ?? guest
    // Before the places: a refunded ticket that entered is refunded.
    if (latest.refusal !== undefined && !isForced) {
      phone.show({ lastTap: { kind: 'refused', guest: latest } })
      return
    }
    const left = countLeft(latest, computeTotals(getState().model))
    const doubled = isForced ? null : findDoubleTap(guest)
    // The row also has a button for all missing people. A tap on it directly after the name is no double tap.
    if (doubled && (people === 1 || left <= 0)) {
      if (left > 0) phone.show({ lastTap: { ...doubled, isDoubled: true } })
      return
    }
    if (!isForced && left <= 0) {
      phone.show({ lastTap: { kind: 'complete', guest } })
      return
    }
    const entry = createEntry({
      kind: 'guest',
      guest: guest._id,
      people: isForced ? people : Math.min(people, left),
      undoes: null,
      target: null,
      ...(isForced && { isForced }),
    })
    await record([entry], { kind: 'recorded', entry, guest })
  }

  async function changePeople(entry: OwnEntry, people: number): Promise<void> {
    // The second half of a double tap finds the entry undone.
    if (people === entry.people || !isStanding(getState().model, entry._id)) return
    const { kind, guest, price } = entry
    const changed = createEntry({ kind, guest, people, undoes: null, target: null, ...(price && { price }) })
    await record([createUndo(entry), changed], {
      kind: 'recorded',
      entry: changed,
      guest: findGuest(guest),
    })
  }

  let last: Promise<void> = Promise.resolve()
  /** Runs taps in turn, because otherwise a second one would not count a first one that is not stored yet. */
  const inTurn = (tap: () => Promise<void>): Promise<void> => {
    last = last.then(tap, tap)
    return last
  }

  return {
    admit: (guest, people, isForced = false) => inTurn(() => admit(guest, people, isForced)),

    async scan(code) {
      const { server } = getState().model
      const found = server ? findScanned(server.guests, code) : []
      const totals = computeTotals(getState().model)
      // One document can have bought several tickets.
      const open = found.filter((guest) => guest.refusal === undefined && countLeft(guest, totals) > 0)
      const [only, ...others] = open.length > 0 ? open : found
      if (only && others.length === 0) {
        await inTurn(() => admit(only, 1, false))
        return null
      }
      phone.show({ lastTap: { kind: 'unknown', code, guests: found.length } })
      return getScanQuery(code, found.length)
    },

    changePeople: (entry, people) => inTurn(() => changePeople(entry, people)),

    async count(kind, price) {
      const entry = createEntry({
        kind,
        guest: null,
        people: 1,
        undoes: null,
        target: null,
        ...(price && { price }),
      })
      await record([entry], { kind: 'recorded', entry, guest: null })
    },

    undo: (entry) =>
      record([createUndo(entry)], { kind: 'undone', target: entry, guest: findGuest(entry.guest) }),
  }
}
