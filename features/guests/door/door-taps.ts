/** Records taps on the page of the door as entries of the phone. */
import type { EntryFact, EntryKind } from '../shared/door-state.ts'
import type { DoorGuest } from '../shared/guests.ts'
import type { DoorPhone, LastTap } from './door-phone.ts'
import { computeTotals, getArrived, isStanding, type OwnEntry } from './door-store.ts'

export interface DoorTaps {
  /** @param isForced records also when all people of the guest are inside */
  admit(guest: DoorGuest, people: number, isForced?: boolean): Promise<void>
  count(kind: Exclude<EntryKind, 'guest' | 'undo'>): Promise<void>
  /** Replaces an entry of this phone by one with another number of people. */
  changePeople(entry: OwnEntry, people: number): Promise<void>
  /** @param entry of this phone or of another one */
  undo(entry: EntryFact): Promise<void>
}

/** A tap on a name so soon after its last entry is a double tap. ms */
const DOUBLE_TAP_MS = 1_000

/** @param onRecord is called after an entry was stored */
export function createTaps(phone: DoorPhone, onRecord: () => void): DoorTaps {
  const { getState } = phone

  async function record(
    fact: Omit<EntryFact, '_id'> & Pick<OwnEntry, 'target' | 'isForced'>,
  ): Promise<OwnEntry | null> {
    const entry: OwnEntry = {
      ...fact,
      _id: crypto.randomUUID(),
      event: getState().model.server?.night._id ?? null,
      at: new Date(phone.getTime()).toISOString(),
      isServerTime: true,
      state: 'queued',
      cursor: null,
    }
    try {
      await phone.addEntry(entry)
    } catch (error) {
      console.error(error)
      phone.show({ lastTap: { kind: 'not-stored' } })
      return null
    }
    onRecord()
    return entry
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

  async function undo({ _id, kind, guest, people, undoes }: EntryFact): Promise<boolean> {
    const target: EntryFact = { _id, kind, guest, people, undoes }
    const entry = await record({ kind: 'undo', guest: null, people: 0, undoes: _id, target })
    if (entry) phone.show({ lastTap: { kind: 'undone', target, guest: findGuest(guest) } })
    return entry !== null
  }

  async function admit(guest: DoorGuest, people: number, isForced: boolean): Promise<void> {
    const latest = findGuest(guest._id) ?? guest
    const left = latest.companions + 1 - getArrived(latest, computeTotals(getState().model))
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
    const entry = await record({
      kind: 'guest',
      guest: guest._id,
      people: isForced ? people : Math.min(people, left),
      undoes: null,
      target: null,
      ...(isForced && { isForced }),
    })
    if (entry) phone.show({ lastTap: { kind: 'recorded', entry, guest } })
  }

  async function changePeople(entry: OwnEntry, people: number): Promise<void> {
    // The second half of a double tap finds the entry undone.
    if (people === entry.people || !isStanding(getState().model, entry._id) || !(await undo(entry))) return
    const { kind, guest } = entry
    const changed = await record({ kind, guest, people, undoes: null, target: null })
    if (changed) phone.show({ lastTap: { kind: 'recorded', entry: changed, guest: findGuest(guest) } })
  }

  let last: Promise<void> = Promise.resolve()
  /** Runs taps in turn, because otherwise a second one would not count a first one that is not stored yet. */
  const inTurn = (tap: () => Promise<void>): Promise<void> => {
    last = last.then(tap, tap)
    return last
  }

  return {
    admit: (guest, people, isForced = false) => inTurn(() => admit(guest, people, isForced)),

    changePeople: (entry, people) => inTurn(() => changePeople(entry, people)),

    async count(kind) {
      const entry = await record({ kind, guest: null, people: 1, undoes: null, target: null })
      if (entry) phone.show({ lastTap: { kind: 'recorded', entry, guest: null } })
    },

    async undo(entry) {
      await undo(entry)
    },
  }
}
