/** Reads and writes the stored totals of visits and of clicks on ticket links. */
import { type Kysely, sql, type Transaction } from 'kysely'
import { type Dialect, lockUntilCommit } from '../../../platform/db/connect.ts'
import type { Row, Tables } from '../../../platform/db/tables.ts'
import { isKnownSource } from '../shared/source-labels.ts'
import { OTHER, UNKNOWN_ROWS_A_DAY, UNKNOWN_SOURCES_A_DAY, VISIT_ROWS_A_DAY } from '../shared/visits.ts'

type Db = Kysely<Tables>

/** The columns that identify a row, besides its day. */
const keys = { visits: ['path', 'source'], clicks: ['event', 'offer', 'source'] } as const

export type CountTable = keyof typeof keys

/** Maximum number of rows in one SQL statement. SQLite accepts 32766 bound values, PostgreSQL 65535. */
const ROWS_PER_STATEMENT = 1000

/**
 * Adds counts of a process to the stored rows. The number of rows per day is limited (features/analytics/shared/visits.ts).
 * A count beyond the limit is added to the row `OTHER` of its page or offer.
 * @param counts must not contain a row twice. The paths of visits are visible pages or `OTHER`
 */
export async function addCounts<T extends CountTable>(
  tx: Transaction<Tables>,
  dialect: Dialect,
  table: T,
  counts: readonly Row<T>[],
): Promise<void> {
  if (counts.length === 0) return
  // The number of existing rows decides which rows may be added, so only one process at a time may do this.
  await lockUntilCommit(tx, dialect, table)
  const byDay = Map.groupBy(counts as readonly Count[], ({ day }) => String(day))
  for (const [day, added] of byDay) await addOfDay(tx, table, await withinBounds(tx, table, day, added))
}

type Count = Record<string, string | number>

const getKey = (table: CountTable, count: Count): string =>
  keys[table].map((column) => count[column]).join('\n')

const isUnknown = ({ source }: Count): boolean => !isKnownSource(String(source))

/** Assigns each count to its own row, or to the row `OTHER` when the limit of the day is reached. */
async function withinBounds(db: Db, table: CountTable, day: string, added: Count[]): Promise<Count[]> {
  const { rows: sources } = await sql<{ source: string; n: number }>`
    select "source", count(*) as n from ${sql.table(table)} where "day" = ${day} group by "source"`.execute(
    db,
  )
  const unknown = new Set(sources.filter(isUnknown).map(({ source }) => source))
  const sum = (all: typeof sources) => all.reduce((total, { n }) => total + Number(n), 0)
  let room = VISIT_ROWS_A_DAY - sum(sources)
  let unknownRoom = UNKNOWN_ROWS_A_DAY - sum(sources.filter(isUnknown))
  const columns = sql.join(keys[table].map((column) => sql.ref(column)))
  const isTight = added.length > room || added.filter(isUnknown).length > unknownRoom
  const stored = isTight
    ? await sql<Count>`select ${columns} from ${sql.table(table)} where "day" = ${day}`.execute(db)
    : { rows: [] }
  const known = new Set(stored.rows.map((row) => getKey(table, row)))

  const rows = new Map<string, Count>()
  for (const one of added) {
    let count = one
    if (isUnknown(count) && !unknown.has(String(count.source))) {
      if (unknown.size < UNKNOWN_SOURCES_A_DAY) unknown.add(String(count.source))
      else count = { ...count, source: OTHER }
    }
    if (!known.has(getKey(table, count)) && !rows.has(getKey(table, count))) {
      const isFull = room <= 0 || (isUnknown(count) && unknownRoom <= 0)
      if (isFull) count = { ...count, source: OTHER }
      else {
        room--
        if (isUnknown(count)) unknownRoom--
      }
    }
    const key = getKey(table, count)
    const before = rows.get(key)
    if (before) before.count = Number(before.count) + Number(count.count)
    else rows.set(key, { ...count })
  }
  return [...rows.values()]
}

async function addOfDay(db: Db, table: CountTable, added: Count[]): Promise<void> {
  const names = ['day', ...keys[table]]
  const columns = sql.join([...names, 'count'].map((name) => sql.ref(name)))
  for (let from = 0; from < added.length; from += ROWS_PER_STATEMENT) {
    const tuples = added
      .slice(from, from + ROWS_PER_STATEMENT)
      .map((count) => sql`(${sql.join([...names.map((name) => count[name]), count.count])})`)
    await sql`insert into ${sql.table(table)} (${columns}) values ${sql.join(tuples)}
      on conflict (${sql.join(names.map((name) => sql.ref(name)))})
      do update set "count" = ${sql.table(table)}."count" + excluded."count"`.execute(db)
  }
}

export interface Days {
  /** First day, inclusive: `YYYY-MM-DD` */
  from: string
  to: string
}

export const readVisits = (db: Db, { from, to }: Days): Promise<Row<'visits'>[]> =>
  db
    .selectFrom('visits')
    .selectAll()
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
    .orderBy('path')
    .orderBy('source')
    .execute()

export const readClicks = (db: Db, { from, to }: Days): Promise<Row<'clicks'>[]> =>
  db
    .selectFrom('clicks')
    .selectAll()
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
    .orderBy('event')
    .orderBy('offer')
    .orderBy('source')
    .execute()

export async function countViews(db: Db, paths: string[], { from, to }: Days): Promise<Map<string, number>> {
  if (paths.length === 0) return new Map()
  const rows = await db
    .selectFrom('visits')
    .select(['path', ({ fn }) => fn.sum<number>('count').as('n')])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where('path', 'in', paths)
    .groupBy('path')
    .execute()
  return new Map(rows.map(({ path, n }) => [path, Number(n)]))
}

/** Counts the clicks on the tickets of nights, by id of the night. */
export async function countClicks(
  db: Db,
  events: string[],
  { from, to }: Days,
): Promise<Map<string, number>> {
  if (events.length === 0) return new Map()
  const rows = await db
    .selectFrom('clicks')
    .select(['event', ({ fn }) => fn.sum<number>('count').as('n')])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where('event', 'in', events)
    .groupBy('event')
    .execute()
  return new Map(rows.map(({ event, n }) => [event, Number(n)]))
}

export async function countVisitsByDay(db: Db, { from, to }: Days): Promise<[day: string, count: number][]> {
  const rows = await db
    .selectFrom('visits')
    .select(['day', ({ fn }) => fn.sum<number>('count').as('n')])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy('day')
    .execute()
  return rows.map(({ day, n }) => [day, Number(n)])
}

/** The first day with a visit. null when there is none. */
export async function findFirstDay(db: Db): Promise<string | null> {
  const row = await db.selectFrom('visits').select('day').orderBy('day').limit(1).executeTakeFirst()
  return row?.day ?? null
}

/** Deletes the counts before a day. */
export async function deleteCounts(tx: Db, before: string): Promise<void> {
  await tx.deleteFrom('visits').where('day', '<', before).execute()
  await tx.deleteFrom('clicks').where('day', '<', before).execute()
}
