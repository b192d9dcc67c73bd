/** Reads all rows of a running club at one moment, for a backup. */
import { type Kysely, sql } from 'kysely'
import { connect, type Dialect } from './connect.ts'
import { readConsistently } from './consistent-read.ts'
import { LONG_LIMITS } from './limits.ts'
import { listAppliedMigrations, NoClub, readSchemaAt, type TableShape } from './schema.ts'
import type { Tables } from './tables.ts'

/** A database value that JSON represents without loss. */
export type Cell = string | number | null

export interface Snapshot {
  /** Name of the newest applied migration. */
  migration: string
  /** Tables of the schema. A table comes after the tables that it refers to. */
  tables: readonly TableShape[]
  rows(table: TableShape): AsyncIterable<Record<string, Cell>>
  /** The last number of each table with a counter, which may belong to a deleted row. */
  counters(): Promise<Record<string, number>>
}

const ROWS_PER_PAGE = 500

/** Opens a separate connection for the snapshot, and closes it after `work`. @throws NoClub, UnknownSchema */
export async function withSnapshot<T>(
  place: { databaseUrl: string | null; dataDir: string },
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const database = connect(place, undefined, LONG_LIMITS)
  try {
    return await readConsistently(database, async (db) => {
      const migration = (await listAppliedMigrations(db)).at(-1)
      if (migration === undefined) throw new NoClub('The database is empty')
      const tables = await readSchemaAt(migration)
      return work({
        migration,
        tables,
        rows: (table) => readRows(db, table),
        counters: () => readCounters(db, database.dialect, tables),
      })
    })
  } finally {
    await database.close()
  }
}

/** Reads rows page by page, in the order of the primary key. Memory stays bounded, and other work can run between pages. */
async function* readRows(db: Kysely<Tables>, { name, columns, key }: TableShape) {
  const list = (names: string[]) => sql.join(names.map((column) => sql.id(column)))
  let last: Record<string, Cell> | null = null
  for (;;) {
    const after: ReturnType<typeof sql> =
      last === null
        ? sql``
        : sql`where (${list(key)}) > (${sql.join(key.map((column) => (last as Record<string, Cell>)[column]))})`
    const { rows }: { rows: Record<string, unknown>[] } = await sql<Record<string, unknown>>`
      select ${list(columns)} from ${sql.table(name)} ${after} order by ${list(key)} limit ${sql.lit(ROWS_PER_PAGE)}
    `.execute(db)
    for (const row of rows) yield requireCells(name, row)
    if (rows.length < ROWS_PER_PAGE) return
    last = rows.at(-1) as Record<string, Cell>
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Refuses values of other types, because a restore would change them. */
function requireCells(table: string, row: Record<string, unknown>): Record<string, Cell> {
  for (const [column, value] of Object.entries(row)) {
    const isSafeNumber =
      typeof value === 'number' && (!Number.isInteger(value) || Number.isSafeInteger(value))
    if (value !== null && typeof value !== 'string' && !isSafeNumber)
      throw new TypeError(`A snapshot cannot carry the value of ${table}.${column}`)
  }
  return row as Record<string, Cell>
}

async function readCounters(db: Kysely<Tables>, dialect: Dialect, tables: readonly TableShape[]) {
  const counting = tables.filter(({ counts }) => counts).map(({ name }) => name)
  if (dialect === 'sqlite') {
    const { rows } = await sql<{ name: string; seq: number }>`select name, seq from sqlite_sequence`.execute(
      db,
    )
    return Object.fromEntries(counting.map((name) => [name, rows.find((row) => row.name === name)?.seq ?? 0]))
  }
  const counters: Record<string, number> = {}
  for (const name of counting) {
    const sequence = await findSequence(db, name)
    const { rows } = await sql<{ last: number; used: boolean }>`
      select last_value as last, is_called as used from ${sql.table(sequence)}`.execute(db)
    counters[name] = rows[0]?.used ? Number(rows[0].last) : 0
  }
  return counters
}

/** Returns the name of PostgreSQL's sequence for a table's `seq`. */
export async function findSequence(db: Kysely<Tables>, table: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where oid = pg_get_serial_sequence(${`"${table}"`}, 'seq')::regclass
  `.execute(db)
  const name = rows[0]?.name
  if (name === undefined) throw new Error(`${table} has no counter`)
  return name
}
