/**
 * Computes the state of a door from its entries. The result depends only on the set of entries, not on their order or
 * repetition, so all devices and the server agree.
 */

export const entryKinds = ['guest', 'ticket', 'walkIn', 'exit', 'undo'] as const
export type EntryKind = (typeof entryKinds)[number]

/** The parts of an entry that decide the state. */
export interface EntryFact {
  _id: string
  kind: EntryKind
  guest: string | null
  people: number
  undoes: string | null
}

export interface DoorCounts {
  /** People of guests, tickets and walk-ins, without the exits. Negative when more exits than entries were counted */
  inside: number
  guests: number
  tickets: number
  walkIns: number
  exits: number
}

export interface DoorState extends DoorCounts {
  /** Arrived people by id of guest. */
  arrived: Map<string, number>
}

export const NO_PEOPLE: Readonly<Record<EntryKind, number>> = {
  guest: 0,
  ticket: 0,
  walkIn: 0,
  exit: 0,
  undo: 0,
}

/** @param people the people of all valid entries, by kind */
export const toDoorCounts = ({ guest, ticket, walkIn, exit }: Record<EntryKind, number>): DoorCounts => ({
  inside: guest + ticket + walkIn - exit,
  guests: guest,
  tickets: ticket,
  walkIns: walkIn,
  exits: exit,
})

/** Removes repetitions, undone entries and undos. An undo of an undo has no effect. */
export function listValidEntries<E extends EntryFact>(entries: Iterable<E>): E[] {
  const byId = new Map<string, E>()
  for (const entry of entries) if (!byId.has(entry._id)) byId.set(entry._id, entry)
  const undone = new Set<string>()
  for (const { kind, undoes } of byId.values()) if (kind === 'undo' && undoes !== null) undone.add(undoes)
  return [...byId.values()].filter(({ _id, kind }) => kind !== 'undo' && !undone.has(_id))
}

export function computeDoorState(entries: Iterable<EntryFact>): DoorState {
  const arrived = new Map<string, number>()
  const people = { ...NO_PEOPLE }
  for (const { kind, guest, people: count } of listValidEntries(entries)) {
    people[kind] += count
    if (kind === 'guest' && guest !== null) arrived.set(guest, (arrived.get(guest) ?? 0) + count)
  }
  return { ...toDoorCounts(people), arrived }
}

/** True when more people arrived than the guest has places. Two phones without network can admit the same guest. */
export const isAdmittedTwice = ({ arrived, companions }: { arrived: number; companions: number }): boolean =>
  arrived > companions + 1
