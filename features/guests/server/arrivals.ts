/** Counts the arrived people of guests in SQL. `computeDoorState` computes the same from a list of entries. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/db/tables.ts'
import type { Arrival } from '../shared/guests.ts'

type Db = Kysely<Tables>

/** Selects the entries that count and are neither undos nor undone, as `entry`. */
export const selectValidEntries = (db: Db, event: string) =>
  db
    .selectFrom('doorEntries as entry')
    .where('entry.event', '=', event)
    .where('entry.kind', '<>', 'undo')
    .where('entry.late', 'is', null)
    // PostgreSQL hashes this subquery. It would join the rows one by one while a busy night has no statistics yet.
    .where('entry.id', 'not in', (row) =>
      row
        .selectFrom('doorEntries as undo')
        .select(sql<string>`"undo"."undoes"`.as('undoes'))
        .where('undo.event', '=', event)
        .where('undo.kind', '=', 'undo')
        .where('undo.undoes', 'is not', null)
        .where('undo.late', 'is', null),
    )

const people = sql<number>`cast(sum("entry"."people") as integer)`.as('people')

/** Reads the arrived people by id of guest. @param guests ids; without them, all guests of the night */
export async function readArrivals(
  db: Db,
  event: string,
  guests?: readonly string[],
): Promise<Map<string, number>> {
  let query = selectValidEntries(db, event)
    .where('entry.kind', '=', 'guest')
    .select(['entry.guest', people])
    .groupBy('entry.guest')
  if (guests !== undefined) query = query.where('entry.guest', 'in', guests)
  return new Map((await query.execute()).flatMap(({ guest, people }) => (guest ? [[guest, people]] : [])))
}

/** Number of entries that a guest shows at the door: the two of a repeated name. */
const ENTRIES_SHOWN = 2

/** Number of ids in a statement. SQLite takes 32,766 parameters, and for so many guests reading all is as fast. */
const IDS_MAX = 500

/** Reads the last entries by id of guest, oldest first. @param guests ids, of which more than IDS_MAX read all guests of the night */
export async function readLastArrivals(
  db: Db,
  event: string,
  guests?: readonly string[],
): Promise<Map<string, Arrival[]>> {
  if (guests?.length === 0) return new Map()
  let query = selectValidEntries(db, event)
    .where('entry.kind', '=', 'guest')
    .leftJoin('doorSessions', 'doorSessions.id', 'entry.session')
    .select(['entry.guest', 'entry.at', 'entry.correction', 'entry.people', 'doorSessions.device'])
    .orderBy((row) => row('entry.at', '+', row.ref('entry.correction')))
    .orderBy('entry.id')
  if (guests !== undefined && guests.length <= IDS_MAX) query = query.where('entry.guest', 'in', guests)
  const arrivals = new Map<string, Arrival[]>()
  for (const { guest, at, correction, people, device } of await query.execute()) {
    if (guest === null) continue
    const earlier = arrivals.get(guest) ?? []
    arrivals.set(
      guest,
      [...earlier, { at: new Date(at + correction).toISOString(), device, people }].slice(-ENTRIES_SHOWN),
    )
  }
  return arrivals
}

/** Reads the arrived people by id of list. Guests that were deleted later count too. */
export async function readArrivalsByList(db: Db, event: string): Promise<Map<string, number>> {
  const rows = await selectValidEntries(db, event)
    .where('entry.kind', '=', 'guest')
    .innerJoin('guests', 'guests.id', 'entry.guest')
    .select(['guests.list', people])
    .groupBy('guests.list')
    .execute()
  return new Map(rows.map(({ list, people }) => [list, people]))
}
