/** Tables that the migrations create, for copying rows from one database to another. */
import { Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Dialect } from './connect.ts'
import { bringTo, migrationNames } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { sqliteDialect } from './sqlite.ts'
import type { Tables } from './tables.ts'

export interface TableShape {
  name: string
  /** Columns of both databases. PostgreSQL's search words are left out. */
  columns: string[]
  /** The primary key. */
  key: string[]
  /** True for a table with an automatic counter, `seq`. */
  counts: boolean
}

type Row = Record<string, unknown>

const rowsOf = async (db: Kysely<Tables>, text: string): Promise<Row[]> =>
  (await sql.raw<Row>(text).execute(db)).rows

/**
 * Tables of a version of the schema, without search indexes and the migrator's tables. Each table follows the tables that it
 * refers to, so they can be filled in this order.
 * @param migration the last applied migration
 */
export async function schemaAt(migration: string): Promise<TableShape[]> {
  // Runs the migrations on an empty SQLite, which takes milliseconds.
  const db = new Kysely<Tables>({ dialect: sqliteDialect(':memory:') })
  try {
    await bringTo(db, migration)
    const names = (await rowsOf(db, `pragma table_list`))
      .filter(({ schema, type }) => schema === 'main' && type === 'table')
      .map(({ name }) => String(name))
      .filter((name) => !/^(sqlite|kysely)_/.test(name))
    const shapes = new Map<string, TableShape>()
    const visit = async (name: string) => {
      if (shapes.has(name)) return
      for (const { table } of await rowsOf(db, `pragma foreign_key_list("${name}")`)) {
        if (table !== name) await visit(String(table))
      }
      const columns = await rowsOf(db, `pragma table_info("${name}")`)
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

/** The database has no schema and so no club. */
export class NoClub extends Error {
  override name = 'NoClub'
}

/** A newer version of the program wrote the database. */
export class UnknownSchema extends Error {
  override name = 'UnknownSchema'
}

/**
 * Applied migrations of a database, oldest first. Empty without a schema.
 * @throws UnknownSchema
 */
export async function migrationsOf(db: Kysely<Tables>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === 'kysely_migration')) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  const ran = rows.map(({ name }) => name)
  const unknown = ran.filter((name) => !migrationNames.includes(name))
  if (unknown.length > 0) throw new UnknownSchema(`Unknown migrations: ${unknown.join(', ')}`)
  return ran
}

/**
 * True when a pending migration excludes the previous release. Only after migrations with `export const alongside = true`
 * may the previous release continue to write. A new column that needs computed values is not enough.
 */
export async function changesUnderOthers(db: Kysely<Tables>): Promise<boolean> {
  const ran = new Set(await migrationsOf(db))
  const due: (Migration & { alongside?: true })[] = Object.entries(migrations).flatMap(([name, migration]) =>
    ran.has(name) ? [] : [migration],
  )
  return due.some(({ alongside }) => !alongside)
}

/** The club's tables in a database, with search indexes. Children come first, so they can be dropped in this order. */
export async function presentTables(db: Kysely<Tables>, dialect: Dialect): Promise<string[]> {
  const order = (await schemaAt(migrationNames.at(-1) as string)).map(({ name }) => name)
  const present =
    dialect === 'sqlite'
      ? (await rowsOf(db, 'pragma table_list'))
          .filter(({ schema, type }) => schema === 'main' && (type === 'table' || type === 'virtual'))
          .map(({ name }) => String(name))
          .filter((name) => !name.startsWith('sqlite_'))
      : (
          await rowsOf(
            db,
            `select table_name as name from information_schema.tables
             where table_schema = current_schema() and table_type = 'BASE TABLE'`,
          )
        )
          .map(({ name }) => String(name))
          // Tables of other programs in the same database stay.
          .filter((name) => order.includes(name) || name.startsWith('kysely_'))
  return present.sort((a, b) => order.indexOf(b) - order.indexOf(a))
}
