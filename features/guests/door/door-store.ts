/**
 * The model of one phone at the door, without input and output. The phone shows the last state of the server plus its own
 * entries that this state does not contain yet.
 */

import {
  computeDoorState,
  type DoorCounts,
  type EntryFact,
  isAdmittedTwice,
  listValidEntries,
} from '../shared/door-state.ts'
import { CAPACITY_WARNING } from '../shared/guest-limits.ts'
import { getSearchText, getSearchWords, matchesSearch } from '../shared/guest-names.ts'
import type {
  Arrival,
  DoorChanges,
  DoorEntry,
  DoorGuest,
  DoorList,
  DoorSnapshot,
  EntriesAnswer,
} from '../shared/guests.ts'
import { findCondition } from '../shared/list-hours.ts'
import type { NamedPrice } from '../shared/money.ts'

/** The last state of the server that this phone received. */
export type ServerState = Pick<
  DoorSnapshot,
  'night' | 'device' | 'capacity' | 'counts' | 'inside' | 'lists' | 'guests' | 'entries' | 'cursor'
> & {
  /** Missing in a state that an earlier version stored. */
  walkInPrices?: DoorSnapshot['walkInPrices']
}

/** An entry of this phone. It contains ids and numbers, and no name. */
export interface OwnEntry extends EntryFact {
  /** Id of its night. null when the phone had not read the night yet. */
  event: string | null
  /** When it was made, by the server's clock as the phone knew it. ISO 8601 */
  at: string
  /** Missing in entries of earlier versions, whose time is the phone's. */
  isServerTime?: true
  /** True for an entry by "Entra igual", which may exceed the places of the guest. */
  isForced?: true
  /** `queued`: not sent yet. `sent`: the server has it. `refused`: the server does not accept it. */
  state: 'queued' | 'sent' | 'refused'
  /** Cursor of the answer that accepted it. States of the server from this cursor on contain it. null while not sent */
  cursor: number | null
  /** What each person without a list paid. undefined: not known */
  price?: NamedPrice
  /** The entry that an undo removes, which the last state of the server may not contain. */
  target: EntryFact | null
}

export interface DoorModel {
  server: ServerState | null
  /** Entries of this phone, oldest first. */
  own: readonly OwnEntry[]
}

/** Number of entries of the server that the phone keeps. */
const SERVER_ENTRIES_MAX = 200
/** Number of sent entries of this phone that it keeps. A server whose backup was restored gets them again. */
const OWN_SENT_MAX = 1_000
/** Number of entries that can be undone. */
export const UNDO_MAX = 10

/** Replaces the state of the server. Entries that a restored backup of the server has lost are sent again. */
export function takeSnapshot(model: DoorModel, snapshot: DoorSnapshot): DoorModel {
  const { night, device, capacity, counts, inside, walkInPrices, lists, guests, entries, cursor } = snapshot
  const server = { night, device, capacity, counts, inside, walkInPrices, lists, guests, entries, cursor }
  const own = model.own.map((entry) =>
    entry.state === 'sent' && (entry.cursor ?? 0) > cursor
      ? { ...entry, state: 'queued' as const, cursor: null }
      : entry,
  )
  return markSeen({ server, own }, entries)
}

/** Applies the changes since the phone's cursor. Older changes, which a slow answer can contain, have no effect. */
export function applyChanges(model: DoorModel, changes: DoorChanges): DoorModel {
  const { server } = model
  if (server === null || changes.cursor < server.cursor) return model
  const guests = new Map(server.guests.map((guest) => [guest._id, guest]))
  for (const guest of changes.guests) guests.set(guest._id, guest)
  for (const id of changes.deleted) guests.delete(id)
  const entries = new Map([...changes.entries, ...server.entries].map((entry) => [entry._id, entry]))
  const next: ServerState = {
    ...server,
    night: changes.night,
    capacity: changes.capacity,
    counts: changes.counts,
    inside: changes.inside,
    walkInPrices: changes.walkInPrices,
    lists: changes.lists,
    guests: changes.guests.length + changes.deleted.length === 0 ? server.guests : [...guests.values()],
    entries: [...entries.values()].slice(0, SERVER_ENTRIES_MAX),
    cursor: changes.cursor,
  }
  return markSeen({ ...model, server: next }, changes.entries)
}

/** Marks own entries that the server returned as sent. The answer that accepted them may have been lost. */
function markSeen(model: DoorModel, entries: readonly DoorEntry[]): DoorModel {
  const seen = new Set(entries.map(({ _id }) => _id))
  const cursor = model.server?.cursor ?? 0
  return {
    ...model,
    own: limitSent(
      model.own.map((entry) =>
        seen.has(entry._id) && entry.state !== 'sent' ? { ...entry, state: 'sent' as const, cursor } : entry,
      ),
      cursor,
    ),
  }
}

/** Applies the answer to a batch. Entries that the answer does not name stay queued. */
export function applyAnswer(
  model: DoorModel,
  { accepted, refused, cursor }: Pick<EntriesAnswer, 'accepted' | 'refused' | 'cursor'>,
): DoorModel {
  const taken = new Set(accepted)
  const denied = new Set(refused.map(({ _id }) => _id))
  return {
    ...model,
    own: model.own.map((entry) => {
      // After the end of a session the server returns no cursor, and this phone receives no more states.
      if (taken.has(entry._id)) return { ...entry, state: 'sent' as const, cursor: cursor ?? 0 }
      return denied.has(entry._id) && entry.state === 'queued'
        ? { ...entry, state: 'refused' as const }
        : entry
    }),
  }
}

/** Removes the oldest sent entries that the last state of the server contains. */
function limitSent(own: readonly OwnEntry[], cursor: number): OwnEntry[] {
  const isContained = (entry: OwnEntry) => entry.state === 'sent' && (entry.cursor ?? 0) <= cursor
  const surplus = own.filter(isContained).length - OWN_SENT_MAX
  let position = 0
  return own.filter((entry) => !isContained(entry) || position++ >= surplus)
}

export const addOwn = (model: DoorModel, entry: OwnEntry): DoorModel =>
  model.own.some(({ _id }) => _id === entry._id) ? model : { ...model, own: [...model.own, entry] }

/** Removes all names. Entries have none, so they stay: a restored backup ends all sessions and lacks the last entries. */
export const forgetNames = ({ own }: DoorModel): DoorModel => ({
  server: null,
  own: own.filter(({ state }) => state !== 'refused'),
})

/** Queues the sent entries again when a session begins. The server ignores those that it has. */
export const sendAgain = ({ own }: DoorModel): DoorModel => ({
  server: null,
  own: own.map((entry) => (entry.state === 'sent' ? { ...entry, state: 'queued', cursor: null } : entry)),
})

/** Returns the queued entries of one request: at most `most`, all of one night. */
export function takeBatch(queued: readonly OwnEntry[], most: number): OwnEntry[] {
  const [first] = queued
  return queued.filter(({ event }) => event === first?.event).slice(0, most)
}

export const listQueued = ({ own }: DoorModel): OwnEntry[] => own.filter(({ state }) => state === 'queued')

/** Returns the own entries that the state of the server does not contain. */
function listPending({ server, own }: DoorModel): OwnEntry[] {
  const known = new Set(server?.entries.map(({ _id }) => _id))
  const cursor = server?.cursor ?? -1
  return own.filter(
    (entry) =>
      entry.state !== 'refused' &&
      !known.has(entry._id) &&
      (entry.state === 'queued' || (entry.cursor ?? 0) > cursor),
  )
}

export interface DoorTotals extends DoorCounts {
  /** Arrived people by id of guest. Only guests whose number differs from the one of the server. */
  changed: ReadonlyMap<string, number>
  /** The arrivals by id of guest that the server does not have, oldest first. */
  pending: ReadonlyMap<string, readonly Arrival[]>
  /** Number of people that "Entra igual" of this phone has added, by id of guest. */
  forced: ReadonlyMap<string, number>
}

/** Adds the own pending entries to the numbers of the server. */
export function computeTotals(model: DoorModel): DoorTotals {
  const { server } = model
  const pending = listPending(model)
  const pendingIds = new Set(pending.map(({ _id }) => _id))
  // The entries of the server that decide what the pending ones change: those that they undo, and those that undo them.
  const targets = pending.flatMap(({ target }) => (target && !pendingIds.has(target._id) ? [target] : []))
  const known: EntryFact[] = [...(server?.entries ?? []), ...targets]
  const before = computeDoorState(known)
  const after = computeDoorState([...known, ...pending])
  const base = server?.counts ?? { inside: 0, guests: 0, tickets: 0, walkIns: 0, exits: 0 }
  const add = (key: keyof DoorCounts) => base[key] + after[key] - before[key]
  const arrived = new Map(server?.guests.map((guest) => [guest._id, guest.arrived]))
  const changed = new Map<string, number>()
  for (const id of new Set([...after.arrived.keys(), ...before.arrived.keys()])) {
    const delta = (after.arrived.get(id) ?? 0) - (before.arrived.get(id) ?? 0)
    if (delta !== 0) changed.set(id, (arrived.get(id) ?? 0) + delta)
  }
  return {
    inside: add('inside'),
    guests: add('guests'),
    tickets: add('tickets'),
    walkIns: add('walkIns'),
    exits: add('exits'),
    changed,
    pending: listPendingArrivals(pending),
    forced: countForced(model),
  }
}

function listPendingArrivals(pending: readonly OwnEntry[]): Map<string, Arrival[]> {
  const arrivals = new Map<string, Arrival[]>()
  for (const { guest, at, people } of listValidEntries(pending))
    if (guest !== null) arrivals.set(guest, [...(arrivals.get(guest) ?? []), { at, device: null, people }])
  return arrivals
}

function countForced({ own, server }: DoorModel): Map<string, number> {
  const forced = new Map<string, number>()
  if (!own.some(({ isForced }) => isForced)) return forced
  for (const entry of listValidEntries<EntryFact & { isForced?: true }>([...own, ...(server?.entries ?? [])]))
    if (entry.isForced && entry.guest !== null)
      forced.set(entry.guest, (forced.get(entry.guest) ?? 0) + entry.people)
  return forced
}

/** Returns the last arrivals of a guest, oldest first. */
export const listArrivals = (guest: DoorGuest, { pending }: Pick<DoorTotals, 'pending'>): Arrival[] => [
  ...(guest.arrivals ?? []),
  ...(pending.get(guest._id) ?? []),
]

/** Returns how many people of a guest arrived. */
export const getArrived = (guest: DoorGuest, { changed }: Pick<DoorTotals, 'changed'>): number =>
  changed.get(guest._id) ?? guest.arrived

/**
 * Returns the guests with more arrived people than places, in the order of the server. Entries by "Entra igual" of this
 * phone do not count.
 */
export const listRepeated = (server: ServerState, totals: DoorTotals): DoorGuest[] =>
  server.guests.filter((guest) =>
    isAdmittedTwice({
      companions: guest.companions,
      arrived: getArrived(guest, totals) - (totals.forced.get(guest._id) ?? 0),
    }),
  )

/** An entry that can be undone. */
export interface UndoableEntry extends EntryFact {
  /** When it was made, by the server's clock. ms since 1970 */
  at: number
  /** Name of the phone that made it. null for this phone, and for a phone that is not known */
  device: string | null
}

/**
 * Returns the last entries of the door that can be undone, newest first. Entries of other phones are among them, because the
 * battery of the phone that made a mistake may be dead.
 */
export const listUndoable = (model: DoorModel): UndoableEntry[] =>
  listStanding(model)
    .sort((a, b) => b.at - a.at)
    .slice(0, UNDO_MAX)

/** Whether an entry counts: it is neither undone nor refused. */
export const isStanding = (model: DoorModel, id: string): boolean =>
  listStanding(model).some(({ _id }) => _id === id)

function listStanding({ own, server }: DoorModel): UndoableEntry[] {
  const ownIds = new Set(own.map(({ _id }) => _id))
  const fromServer = (server?.entries ?? []).map((entry) => ({
    ...entry,
    at: Date.parse(entry.at),
    device: ownIds.has(entry._id) ? null : entry.device,
  }))
  const fromPhone = own
    .filter(({ state }) => state !== 'refused')
    .map((entry) => ({ ...entry, at: Date.parse(entry.at), device: null }))
  return listValidEntries<UndoableEntry>([...fromServer, ...fromPhone.toReversed()])
}

export type Meter = 'unlimited' | 'free' | 'warning' | 'full'

export function getMeter(inside: number, capacity: number | null): Meter {
  if (capacity === null) return 'unlimited'
  if (inside >= capacity) return 'full'
  return inside >= capacity * CAPACITY_WARNING ? 'warning' : 'free'
}

/** A guest with the texts that its row and the search need. */
export interface IndexedGuest {
  guest: DoorGuest
  list: DoorList | null
  text: string
}

const texts = new WeakMap<DoorGuest, string>()

/** Returns the text of `getSearchText`, which takes most of the time of an index. */
function getText(guest: DoorGuest): string {
  const text = texts.get(guest) ?? getSearchText(guest)
  texts.set(guest, text)
  return text
}

/** Prepares the search. Called when guests or lists change, and not for each key. */
export function createIndex(guests: readonly DoorGuest[], lists: readonly DoorList[]): IndexedGuest[] {
  const listsById = new Map(lists.map((list) => [list._id, list]))
  const { compare } = new Intl.Collator('es')
  return guests
    .map((guest) => ({ guest, list: listsById.get(guest.list) ?? null, text: getText(guest) }))
    .sort((a, b) => compare(a.guest.name, b.guest.name) || (a.guest._id < b.guest._id ? -1 : 1))
}

/** Finds guests. @param most number of guests to return @returns also the number of all that match */
export function search(
  index: readonly IndexedGuest[],
  query: string,
  most: number,
): { found: IndexedGuest[]; total: number } {
  const words = getSearchWords(query)
  const found: IndexedGuest[] = []
  let total = 0
  for (const each of index) {
    if (!matchesSearch(each.text, words)) continue
    total++
    if (found.length < most) found.push(each)
  }
  return { found, total }
}

/** Returns what the guests of a list get now. null when all conditions have ended. @param at corrected time, ms since 1970 */
export const getCondition = (
  list: DoorList | null,
  { date, timeZone }: ServerState['night'],
  at: number,
): DoorList['conditions'][number] | null =>
  list === null ? null : findCondition(list.conditions, date, at, timeZone)
