/** What the migrations make, as far as whoever carries rows from one database to another has to know it. */
import { Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Dialect } from './connect.ts'
import { bringTo, migrationNames } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { sqliteDialect } from './sqlite.ts'
import type { Tables } from './tables.ts'

export interface TableShape {
  name: string
  /** Without what only one of the databases has, such as PostgreSQL's search words. */
  columns: string[]
  /** The primary key. */
  key: string[]
  /** Whether its `seq` counts on by itself. */
  counts: boolean
}

type Row = Record<string, unknown>

const rowsOf = async (db: Kysely<Tables>, text: string): Promise<Row[]> =>
  (await sql.raw<Row>(text).execute(db)).rows

/**
 * The tables of a version of the schema, each after those that it refers to: in this order they can be filled. Search
 * indexes and the migrator's own tables are not among them.
 * @param migration the last one that ran
 */
export async function schemaAt(migration: string): Promise<TableShape[]> {
  // The migrations themselves say it best, and an empty SQLite takes them within milliseconds.
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

/** The database has no schema: there is no club in it. */
export class NoClub extends Error {
  override name = 'NoClub'
}

/** The database was written by a version that knows more than this one. */
export class UnknownSchema extends Error {
  override name = 'UnknownSchema'
}

/**
 * The migrations that ran on a database, oldest first; none where there is no schema yet.
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
 * Whether a migration is due that the release before must not see: it may write on beside those alone that say
 * `export const alongside = true`. An added column is not yet one, if something is worked out for it from then on.
 */
export async function changesUnderOthers(db: Kysely<Tables>): Promise<boolean> {
  const ran = new Set(await migrationsOf(db))
  const due: (Migration & { alongside?: true })[] = Object.entries(migrations).flatMap(([name, migration]) =>
    ran.has(name) ? [] : [migration],
  )
  return due.some(({ alongside }) => !alongside)
}

/** Tables of ours that a database has, children first: in this order they can be dropped. Search indexes included. */
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
          // Others may have tables of their own in the same database: theirs stay.
          .filter((name) => order.includes(name) || name.startsWith('kysely_'))
  return present.sort((a, b) => order.indexOf(b) - order.indexOf(a))
}
