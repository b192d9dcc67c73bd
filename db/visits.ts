/** Totals of visits and of clicks on tickets. */
import { type Kysely, sql, type Transaction } from 'kysely'
import { OTHER, VISIT_ROWS_A_DAY } from '../contract/visits.ts'
import { type Dialect, inTurn } from './connect.ts'
import type { Row, Tables } from './tables.ts'

type Db = Kysely<Tables>

/** What a row counts, beside its day and its number. */
const keys = { visits: ['path', 'source'], clicks: ['event', 'offer', 'source'] } as const

export type CountTable = keyof typeof keys

/** Where what finds no row of its own is counted. */
const rest = {
  visits: { path: OTHER, source: '' },
  clicks: { event: OTHER, offer: OTHER, source: '' },
} as const

/** Bound values of one statement: SQLite takes 32766, PostgreSQL 65535. */
const ROWS_PER_STATEMENT = 1000

/**
 * Adds to what was counted, by whichever process. A day has `VISIT_ROWS_A_DAY` rows and one more, to which all else is added.
 * @param counts each row at most once
 */
export async function addCounts<T extends CountTable>(
  tx: Transaction<Tables>,
  dialect: Dialect,
  table: T,
  counts: readonly Row<T>[],
): Promise<void> {
  if (counts.length === 0) return
  // Whoever counts rows before adding some does so alone.
  await inTurn(tx, dialect, table)
  const byDay = Map.groupBy(counts as readonly Record<string, string | number>[], ({ day }) => String(day))
  for (const [day, added] of byDay) await addOfDay(tx, table, await withinBound(tx, table, day, added))
}

type Count = Record<string, string | number>

const keyOf = (table: CountTable, count: Count): string =>
  keys[table].map((column) => count[column]).join('\n')

/** What is added to rows that are there or that the day has room for, and all else as one. */
async function withinBound(db: Db, table: CountTable, day: string, added: Count[]): Promise<Count[]> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from ${sql.table(table)} where "day" = ${day}`.execute(db)
  let room = VISIT_ROWS_A_DAY - Number(rows[0]?.n ?? 0)
  if (added.length <= room) return added
  const columns = sql.join(keys[table].map((column) => sql.ref(column)))
  const held = await sql<Count>`select ${columns} from ${sql.table(table)} where "day" = ${day}`.execute(db)
  const known = new Set(held.rows.map((row) => keyOf(table, row)))
  const restKey = keyOf(table, rest[table])
  const kept: Count[] = []
  let others = 0
  for (const count of added) {
    const key = keyOf(table, count)
    if (key === restKey) others += Number(count.count)
    else if (known.has(key) || room-- > 0) kept.push(count)
    else others += Number(count.count)
  }
  return others === 0 ? kept : [...kept, { day, ...rest[table], count: others }]
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

interface Days {
  /** `YYYY-MM-DD`, included. */
  from: string
  to: string
}

/** All that was counted in some days, in their order. */
export const visitsIn = (db: Db, { from, to }: Days): Promise<Row<'visits'>[]> =>
  db
    .selectFrom('visits')
    .selectAll()
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
    .orderBy('path')
    .orderBy('source')
    .execute()

export const clicksIn = (db: Db, { from, to }: Days): Promise<Row<'clicks'>[]> =>
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

/** How often each of these paths was seen. */
export async function viewsOf(db: Db, paths: string[], { from, to }: Days): Promise<Map<string, number>> {
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

/** How many visits there were each day. */
export async function visitsByDay(db: Db, { from, to }: Days): Promise<[day: string, count: number][]> {
  const rows = await db
    .selectFrom('visits')
    .select(['day', ({ fn }) => fn.sum<number>('count').as('n')])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy('day')
    .execute()
  return rows.map(({ day, n }) => [day, Number(n)])
}

/** The first day of which there is a visit; null: there is none. */
export async function firstDayOfVisits(db: Db): Promise<string | null> {
  const row = await db.selectFrom('visits').select('day').orderBy('day').limit(1).executeTakeFirst()
  return row?.day ?? null
}

/** Erases what was counted before a day. */
export async function forgetCounts(tx: Db, before: string): Promise<void> {
  await tx.deleteFrom('visits').where('day', '<', before).execute()
  await tx.deleteFrom('clicks').where('day', '<', before).execute()
}
