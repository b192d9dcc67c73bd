/** Adds up the entries of a night in SQL. `computeDoorState` computes the same from a list of entries. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/db/tables.ts'
import { type DoorCounts, type EntryKind, NO_PEOPLE, toDoorCounts } from '../shared/door-state.ts'
import { selectValidEntries } from './arrivals.ts'

export interface EntryTotal {
  kind: EntryKind
  /** The guests' list. null for other kinds, and for unknown guests */
  list: string | null
  people: number
}

/** Adds up people by kind and list. Undone entries do not count. */
export const readEntryTotals = (db: Kysely<Tables>, event: string): Promise<EntryTotal[]> =>
  selectValidEntries(db, event)
    .leftJoin('guests', (join) => join.onRef('guests.id', '=', 'entry.guest').on('guests.event', '=', event))
    .select(['entry.kind', 'guests.list', sql<number>`cast(sum("entry"."people") as integer)`.as('people')])
    .groupBy(['entry.kind', 'guests.list'])
    .execute()

export function countPeople(totals: readonly EntryTotal[]): DoorCounts {
  const people = { ...NO_PEOPLE }
  for (const total of totals) people[total.kind] += total.people
  return toDoorCounts(people)
}
