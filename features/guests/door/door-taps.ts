/** Records taps on the page of the door as entries of the phone. */
import type { EntryFact, EntryKind } from '../shared/door-state.ts'
import type { DoorGuest } from '../shared/guests.ts'
import type { DoorPhone } from './door-phone.ts'
import { computeTotals, getArrived, type OwnEntry } from './door-store.ts'

export interface DoorTaps {
  /** @param isForced records also when all people of the guest are inside */
  admit(guest: DoorGuest, people: number, isForced?: boolean): Promise<void>
  count(kind: Exclude<EntryKind, 'guest' | 'undo'>): Promise<void>
  /** @param entry of this phone or of another one */
  undo(entry: EntryFact): Promise<void>
}

/** A tap on a complete name so soon after its last entry is a double tap. ms */
const DOUBLE_TAP_MS = 1_000

/** @param onRecord is called after an entry was stored */
export function createTaps(phone: DoorPhone, onRecord: () => void): DoorTaps {
  const { getState } = phone

  async function record(fact: Omit<EntryFact, '_id'> & Pick<OwnEntry, 'target'>): Promise<OwnEntry | null> {
    const entry: OwnEntry = {
      ...fact,
      _id: crypto.randomUUID(),
      event: getState().model.server?.night._id ?? null,
      at: new Date().toISOString(),
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

  function isDoubleTap(guest: DoorGuest): boolean {
    const { lastTap } = getState()
    return (
      lastTap?.kind === 'recorded' &&
      lastTap.guest?._id === guest._id &&
      Date.now() - Date.parse(lastTap.entry.at) < DOUBLE_TAP_MS
    )
  }

  async function admit(guest: DoorGuest, people: number, isForced: boolean): Promise<void> {
    const latest = findGuest(guest._id) ?? guest
    const left = latest.companions + 1 - getArrived(latest, computeTotals(getState().model))
    if (!isForced && left <= 0) {
      // Without this check, a double tap would replace "Entró Ana" with the warning that Ana had entered before.
      if (!isDoubleTap(guest)) phone.show({ lastTap: { kind: 'complete', guest } })
      return
    }
    const entry = await record({
      kind: 'guest',
      guest: guest._id,
      people: isForced ? people : Math.min(people, left),
      undoes: null,
      target: null,
    })
    if (entry) phone.show({ lastTap: { kind: 'recorded', entry, guest } })
  }

  let last: Promise<void> = Promise.resolve()

  return {
    admit(guest, people, isForced = false) {
      // In turn, because otherwise a second tap would not count a first one that is not stored yet.
      const tap = () => admit(guest, people, isForced)
      last = last.then(tap, tap)
      return last
    },

    async count(kind) {
      const entry = await record({ kind, guest: null, people: 1, undoes: null, target: null })
      if (entry) phone.show({ lastTap: { kind: 'recorded', entry, guest: null } })
    },

    async undo({ _id, kind, guest, people, undoes }) {
      const target: EntryFact = { _id, kind, guest, people, undoes }
      const entry = await record({ kind: 'undo', guest: null, people: 0, undoes: _id, target })
      if (entry) phone.show({ lastTap: { kind: 'undone', target, guest: findGuest(guest) } })
    },
  }
}
