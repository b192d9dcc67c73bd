/** Loads all rows of a club into a database, in one transaction. After an error the database is unchanged. */
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database, Dialect } from './connect.ts'
import { migrateTo, migrationNames } from './migrate.ts'
import { listClubTables, readSchemaAt, type TableShape } from './schema.ts'
import { getSearchableWords, searchedTables, writeIndex } from './search.ts'
import { type Cell, findSequence } from './snapshot.ts'
import type { ContentRow, Tables } from './tables.ts'

/** All rows of a club. Their schema may be older than the current one. */
export interface ClubRows {
  migration: string
  counters: Record<string, number>
  /** Returns the rows of a table, in any order. */
  of(table: string): AsyncIterable<Record<string, Cell>>
  /** Writes more rows in the same transaction, after all others. */
  finish?(tx: Transaction<Tables>): Promise<void>
}

/** Upper limit of bound values in one statement. SQLite allows 32766, PostgreSQL 65535. */
const VALUES_PER_STATEMENT = 5_000
const ITEMS_PER_PAGE = 500

/**
 * Replaces all rows of the database. Rows of an older schema are migrated to the newest one, and the search index is built
 * again.
 * @throws after rolling back
 */
export async function loadClub(database: Database, rows: ClubRows): Promise<void> {
  const tables = await readSchemaAt(rows.migration)
  await database.write(async (tx) => {
    for (const table of await listClubTables(tx, database.dialect))
      await sql`drop table ${sql.table(table)}`.execute(tx)
    await migrateTo(tx, rows.migration)
    // Migrations have inserted rows, which the loaded rows replace.
    for (const { name } of tables.toReversed()) await sql`delete from ${sql.table(name)}`.execute(tx)
    for (const table of tables) await insertRows(tx, table, rows.of(table.name))
    for (const { name } of tables.filter(({ counts }) => counts))
      await setCounter(tx, database.dialect, name, rows.counters[name] ?? 0)
    await migrateTo(tx, migrationNames.at(-1) as string)
    for (const table of Object.keys(searchedTables) as (keyof typeof searchedTables)[])
      await buildSearchIndex(tx, database.dialect, table)
    await rows.finish?.(tx)
  })
}

/** True for a club without users and content: the database or its schema is missing, or has only rows that a start writes. */
export async function isUnusedClub(database: Database): Promise<boolean> {
  const shapes = (await readSchemaAt(migrationNames.at(-1) as string)).map(({ name }) => name)
  for (const name of await listClubTables(database.read, database.dialect)) {
    if (!shapes.includes(name) || TABLES_OF_UNUSED_CLUB.includes(name)) continue
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(database.read)
    if (rows.length > 0) return false
  }
  return true
}

/**
 * Tables whose rows do not show that the club is used. `links` has the link for claiming the club, opening a page counts a
 * visit or an unknown address, and processes store their state in `settings`. Edited settings need no check: whoever edits them is in `users`.
 */
const TABLES_OF_UNUSED_CLUB = [
  'revisions',
  'links',
  'settings',
  'throttles',
  'visits',
  'clicks',
  'unknownAddresses',
]

async function insertRows(
  tx: Kysely<Tables>,
  { name, columns }: TableShape,
  rows: AsyncIterable<Record<string, Cell>>,
) {
  const rowsPerStatement = Math.floor(VALUES_PER_STATEMENT / columns.length)
  let waiting: Record<string, Cell>[] = []
  const insert = async () => {
    if (waiting.length === 0) return
    const tuples = waiting.map((row) => sql`(${sql.join(columns.map((column) => row[column] ?? null))})`)
    await sql`insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.id(column)))})
      values ${sql.join(tuples)}`.execute(tx)
    waiting = []
  }
  for await (const row of rows) {
    const unknownColumns = Object.keys(row).filter((column) => !columns.includes(column))
    if (unknownColumns.length > 0) throw new TypeError(`${name} has no column ${unknownColumns.join(', ')}`)
    waiting.push(row)
    if (waiting.length >= rowsPerStatement) await insert()
  }
  await insert()
}

async function setCounter(tx: Kysely<Tables>, dialect: Dialect, table: string, last: number) {
  if (dialect === 'sqlite') {
    await sql`delete from sqlite_sequence where name = ${table}`.execute(tx)
    if (last > 0) await sql`insert into sqlite_sequence (name, seq) values (${table}, ${last})`.execute(tx)
    return
  }
  const sequence = await findSequence(tx, table)
  await sql`select setval(${`"${sequence}"`}::regclass, ${Math.max(last, 1)}, ${last > 0})`.execute(tx)
}

/** Builds the search index of a table. Items in the trash are not indexed (platform/db/item-writes.ts). */
async function buildSearchIndex(
  tx: Transaction<Tables>,
  dialect: Dialect,
  table: keyof typeof searchedTables,
) {
  for (let last = 0; ; ) {
    const items = await tx
      .selectFrom(table as 'residents')
      .selectAll()
      .where('seq', '>', last)
      .orderBy('seq')
      .limit(ITEMS_PER_PAGE)
      .$castTo<ContentRow>()
      .execute()
    for (const item of items)
      if ((item.deletedAt ?? null) === null)
        await writeIndex(tx, dialect, table, item.seq, getSearchableWords(searchedTables[table], item))
    if (items.length < ITEMS_PER_PAGE) return
    last = items.at(-1)?.seq ?? last
  }
}
