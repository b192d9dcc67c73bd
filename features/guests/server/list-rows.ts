/** Reads lists and guests of a night, with the people who are invited and who arrived. */
import { type Kysely, sql } from 'kysely'
import type { Row, Tables } from '../../../platform/db/tables.ts'
import type { Condition } from '../shared/list-hours.ts'
import { selectArrivals } from './arrivals.ts'

type Db = Kysely<Tables>

export type ListRow = Row<'guestLists'> & {
  /** People on the list, companions included. */
  invited: number
  /** People who entered with a name of the list, also with one that was deleted later. */
  arrived: number
}

/** Reads the lists of a night, oldest first. */
export const readListRows = (db: Db, event: string): Promise<ListRow[]> =>
  selectLists(db, event).where('guestLists.deletedAt', 'is', null).execute()

/** Reads one list with its people. undefined when it is deleted */
export const readListRow = (db: Db, event: string, id: string): Promise<ListRow | undefined> =>
  selectLists(db, event)
    .where('guestLists.id', '=', id)
    .where('guestLists.deletedAt', 'is', null)
    .executeTakeFirst()

const selectLists = (db: Db, event: string) =>
  db
    .selectFrom('guestLists')
    .leftJoin(
      db
        .selectFrom('guests')
        .leftJoin(selectArrivals(db, event).as('entered'), 'entered.guest', 'guests.id')
        .select([
          'guests.list',
          sql<number>`cast(sum(case when "guests"."deletedAt" is null then "companions" + 1 else 0 end) as integer)`.as(
            'invited',
          ),
          sql<number>`cast(coalesce(sum("entered"."people"), 0) as integer)`.as('arrived'),
        ])
        .where('guests.event', '=', event)
        .groupBy('guests.list')
        .as('people'),
      'people.list',
      'guestLists.id',
    )
    .selectAll('guestLists')
    .select([
      sql<number>`coalesce("people"."invited", 0)`.as('invited'),
      sql<number>`coalesce("people"."arrived", 0)`.as('arrived'),
    ])
    .where('guestLists.event', '=', event)
    .orderBy('guestLists.createdAt')
    .orderBy('guestLists.id')

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
  let query = db
    .selectFrom('guests')
    .leftJoin(selectArrivals(db, event).as('entered'), 'entered.guest', 'guests.id')
    .selectAll('guests')
    .select(sql<number>`coalesce("entered"."people", 0)`.as('arrived'))
    .where('guests.event', '=', event)
    .orderBy('guests.id')
  if (list !== undefined) query = query.where('guests.list', '=', list)
  if (ids !== undefined) query = query.where('guests.id', 'in', ids)
  query =
    after === undefined
      ? query.where('guests.deletedAt', 'is', null).where('guests.name', '<>', '')
      : query.where((row) =>
          row.or([
            row('guests.cursor', '>', after),
            row('guests.id', 'in', selectGuestsWithEntries(db, event, after)),
          ]),
        )
  return query.execute()
}

/** Selects the guests with an entry, or with the undo of one, after a number. */
const selectGuestsWithEntries = (db: Db, event: string, after: number) =>
  db
    .selectFrom('doorEntries as entry')
    .leftJoin('doorEntries as undo', (join) =>
      join.onRef('undo.undoes', '=', 'entry.id').on('undo.event', '=', event),
    )
    .select(sql<string>`"entry"."guest"`.as('guest'))
    .where('entry.event', '=', event)
    .where('entry.guest', 'is not', null)
    .where((row) => row.or([row('entry.cursor', '>', after), row('undo.cursor', '>', after)]))

/** Returns the conditions of a stored list. */
export const parseConditions = ({ conditions }: Pick<Row<'guestLists'>, 'conditions'>): Condition[] =>
  JSON.parse(conditions)

/** Finds a list that is not deleted. */
export const findList = (db: Db, id: string): Promise<Row<'guestLists'> | undefined> =>
  db
    .selectFrom('guestLists')
    .selectAll()
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
