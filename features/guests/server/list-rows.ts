/** Reads lists and guests of a night with their people, and converts rows to the fields that all answers of the API have. */
import { type Kysely, sql } from 'kysely'
import type { Row, Tables } from '../../../platform/db/tables.ts'
import type { Condition, PricedCondition } from '../shared/list-hours.ts'
import { readArrivals, readArrivalsByList } from './arrivals.ts'

type Db = Kysely<Tables>

/** A list with the people on it, companions included. Tickets that admit nobody do not count. */
export type InvitedList = Row<'guestLists'> & { invited: number }

/** `arrived` counts the people that entered with a name of the list, also with one that was deleted later. */
export type ListRow = InvitedList & { arrived: number }

/** Reads the lists of nights, oldest first, without their arrivals. @param isPublic true reads only public lists */
export async function readInvitedLists(
  db: Db,
  events: readonly string[],
  isPublic = false,
): Promise<InvitedList[]> {
  const lists = await db
    .selectFrom('guestLists')
    .selectAll()
    .where('event', 'in', events)
    .where('deletedAt', 'is', null)
    .$if(isPublic, (query) => query.where('isPublic', '=', 1))
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  if (lists.length === 0) return []
  const listed = new Set(lists.map(({ event }) => event))
  const invited = await db
    .selectFrom('guests')
    .select(['list', sql<number>`cast(sum("companions" + 1) as integer)`.as('people')])
    .where('event', 'in', [...listed])
    .where('deletedAt', 'is', null)
    .where('refusal', 'is', null)
    .groupBy('list')
    .execute()
  const people = new Map(invited.map(({ list, people }) => [list, people]))
  return lists.map((list) => ({ ...list, invited: people.get(list.id) ?? 0 }))
}

/** Reads one list without its arrivals. undefined when it is deleted */
export const readInvitedList = async (db: Db, event: string, id: string): Promise<InvitedList | undefined> =>
  (await readInvitedLists(db, [event])).find((list) => list.id === id)

/** Reads the lists of a night, oldest first. */
export async function readListRows(db: Db, event: string): Promise<ListRow[]> {
  const lists = await readInvitedLists(db, [event])
  const arrived = await readArrivalsByList(db, event)
  return lists.map((list) => ({ ...list, arrived: arrived.get(list.id) ?? 0 }))
}

export type GuestRow = Row<'guests'> & { arrived: number }

interface GuestFilter {
  list?: string
  ids?: readonly string[]
  /** Only guests whose row or arrivals changed after this number, also deleted ones. */
  after?: number
}

/** Reads guests of a night in the order in which they were added. Guests with an erased name are not read. */
export async function readGuestRows(
  db: Db,
  event: string,
  { list, ids, after }: GuestFilter = {},
): Promise<GuestRow[]> {
  let query = db.selectFrom('guests').selectAll().where('event', '=', event).orderBy('id')
  if (list !== undefined) query = query.where('list', '=', list)
  if (ids !== undefined) query = query.where('id', 'in', ids)
  query =
    after === undefined
      ? query.where('deletedAt', 'is', null).where('name', '<>', '')
      : query.where((row) =>
          row.or([
            row('cursor', '>', after),
            row('id', 'in', selectEntered(db, event, after)),
            row('id', 'in', selectUndone(db, event, after)),
          ]),
        )
  const guests = await query.execute()
  const arrivals = await readArrivals(db, event, ids)
  return guests.map((guest) => ({ ...guest, arrived: arrivals.get(guest.id) ?? 0 }))
}

const selectEntered = (db: Db, event: string, after: number) =>
  db
    .selectFrom('doorEntries')
    .select(sql<string>`"guest"`.as('guest'))
    .where('event', '=', event)
    .where('cursor', '>', after)
    .where('guest', 'is not', null)

const selectUndone = (db: Db, event: string, after: number) =>
  db
    .selectFrom('doorEntries as undo')
    .innerJoin('doorEntries as entry', 'entry.id', 'undo.undoes')
    .select(sql<string>`"entry"."guest"`.as('guest'))
    .where('undo.event', '=', event)
    .where('undo.cursor', '>', after)
    .where('entry.guest', 'is not', null)

/** Returns the conditions of a stored list. */
export const parseConditions = ({ conditions }: Pick<Row<'guestLists'>, 'conditions'>): PricedCondition[] =>
  (JSON.parse(conditions) as (Condition & Partial<PricedCondition>)[]).map(({ until, label, price }) => ({
    until,
    label,
    price: price ?? null,
  }))

export const presentListFields = (row: Row<'guestLists'>) => ({
  _id: row.id,
  kind: row.kind,
  name: row.name,
  quota: row.quota,
  closes: row.closes,
  conditions: parseConditions(row),
  maxCompanions: row.maxCompanions,
  isPublic: row.isPublic === 1,
  note: row.note,
})

export const presentGuestFields = ({ id, list, name, companions, note, code, arrived }: GuestRow) => ({
  _id: id,
  list,
  name,
  companions,
  note,
  code,
  arrived,
})

/** Finds a list that is not deleted. */
export const findList = (db: Db, id: string): Promise<Row<'guestLists'> | undefined> =>
  db
    .selectFrom('guestLists')
    .selectAll()
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
