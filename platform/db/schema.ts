/** Lists the tables that the migrations create, so that rows can be copied from one database to another. */
import { Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Dialect } from './connect.ts'
import { migrateTo, migrationNames, readMigrationNames } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { createSqliteDialect } from './sqlite.ts'
import type { Tables } from './tables.ts'

export interface TableShape {
  name: string
  /** Columns that both databases have. PostgreSQL's column of search words is left out. */
  columns: string[]
  /** The primary key. */
  key: string[]
  /** True for a table with a counter column, `seq`. */
  counts: boolean
}

type Row = Record<string, unknown>

const runQuery = async (db: Kysely<Tables>, text: string): Promise<Row[]> =>
  (await sql.raw<Row>(text).execute(db)).rows

/** Tables by migration. A migration never changes, and running all of them blocks the process for a tenth of a second. */
const knownSchemas = new Map<string, Promise<readonly TableShape[]>>()

/**
 * Returns the tables of a schema version, without search indexes and the migrator's tables. A table comes after the tables
 * that it refers to, so they can be filled in this order.
 * @param migration the last applied migration
 */
export function readSchemaAt(migration: string): Promise<readonly TableShape[]> {
  const known = knownSchemas.get(migration) ?? runMigrationsInMemory(migration)
  knownSchemas.set(migration, known)
  return known
}

async function runMigrationsInMemory(migration: string): Promise<TableShape[]> {
  const db = new Kysely<Tables>({ dialect: createSqliteDialect(':memory:') })
  try {
    await migrateTo(db, migration)
    const names = (await runQuery(db, `pragma table_list`))
      .filter(({ schema, type }) => schema === 'main' && type === 'table')
      .map(({ name }) => String(name))
      .filter((name) => !/^(sqlite|kysely)_/.test(name))
    const shapes = new Map<string, TableShape>()
    const visit = async (name: string) => {
      if (shapes.has(name)) return
      for (const { table } of await runQuery(db, `pragma foreign_key_list("${name}")`)) {
        if (table !== name) await visit(String(table))
      }
      const columns = await runQuery(db, `pragma table_info("${name}")`)
      const key = columns.filter(({ pk }) => Number(pk) > 0).sort((a, b) => Number(a.pk) - Number(b.pk))
      shapes.set(name, {
        name,
        columns: columns.map((column) => String(column.name)),
        key: key.map((column) => String(column.name)),
        counts: columns.some((column) => column.name === 'seq'),
      })
    }
    for (const name of names.sort()) await visit(name)
    return [...shapes.values()]
  } finally {
    await db.destroy()
  }
}

/** Thrown when the database has no schema, and therefore no club. */
export class NoClub extends Error {
  override name = 'NoClub'
}

/** Thrown when a newer version of the program has migrated the database. */
export class UnknownSchema extends Error {
  override name = 'UnknownSchema'
}

/** Lists the applied migrations of a database, oldest first. The list is empty without a schema. @throws UnknownSchema */
export async function listAppliedMigrations(db: Kysely<Tables>): Promise<string[]> {
  const ran = await readMigrationNames(db)
  const unknown = ran.filter((name) => !migrationNames.includes(name))
  if (unknown.length > 0) throw new UnknownSchema(`Unknown migrations: ${unknown.join(', ')}`)
  return ran
}

/**
 * True when the previous release must stop before the pending migrations run. A migration with `export const alongside =
 * true` allows it to keep writing.
 */
export async function excludesPreviousRelease(db: Kysely<Tables>): Promise<boolean> {
  const ran = new Set(await listAppliedMigrations(db))
  const due: (Migration & { alongside?: true })[] = Object.entries(migrations).flatMap(([name, migration]) =>
    ran.has(name) ? [] : [migration],
  )
  return due.some(({ alongside }) => !alongside)
}

/**
 * Lists the club's tables in a database, with search indexes. A table comes before the tables that it refers to, so they
 * can be dropped in this order.
 */
export async function listClubTables(db: Kysely<Tables>, dialect: Dialect): Promise<string[]> {
  const order = (await readSchemaAt(migrationNames.at(-1) as string)).map(({ name }) => name)
  const present =
    dialect === 'sqlite'
      ? (await runQuery(db, 'pragma table_list'))
          .filter(({ schema, type }) => schema === 'main' && (type === 'table' || type === 'virtual'))
          .map(({ name }) => String(name))
          .filter((name) => !name.startsWith('sqlite_'))
      : (
          await runQuery(
            db,
            `select table_name as name from information_schema.tables
             where table_schema = current_schema() and table_type = 'BASE TABLE'`,
          )
        )
          .map(({ name }) => String(name))
          // The database may also have tables of other programs, which stay.
          .filter((name) => order.includes(name) || name.startsWith('kysely_'))
  return present.sort((a, b) => order.indexOf(b) - order.indexOf(a))
}
