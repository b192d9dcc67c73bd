/** Migrates a database to the newest schema at each start. Two processes may start at the same time. */
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Database } from './connect.ts'
import { migrations } from './migrations/index.ts'
import type { Tables } from './tables.ts'

/** Names of all migrations, oldest first. */
export const migrationNames = Object.keys(migrations)

/**
 * Runs pending migrations up to and including `migration`, in the caller's transaction if `db` is one.
 * @throws the failure of a migration
 */
export async function migrateTo(db: Kysely<Tables>, migration: string): Promise<void> {
  const { error } = await createMigrator(db).migrateTo(migration)
  if (error) throw error
}

const createMigrator = (db: Kysely<Tables>) =>
  new Migrator({ db, provider: { getMigrations: async () => migrations } })

const PAUSE_MS = 250
/**
 * Maximum attempts while another process migrates on SQLite. On PostgreSQL one attempt is enough, because it waits for the
 * lock.
 */
const LOCKED_ATTEMPTS = 40
/** Maximum attempts after two processes created Kysely's own tables at once. More failures in a row have another cause. */
const COLLISION_ATTEMPTS = 4

/** Reads the names of the applied migrations, oldest first. The list is empty without a schema. */
export async function readMigrationNames(db: Kysely<Tables>): Promise<string[]> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
    return rows.map(({ name }) => name)
  } catch (error) {
    if (isMissingTable(error)) return []
    throw error
  }
}

/** True for SQLite's SQLITE_ERROR with this message, and for PostgreSQL's undefined_table. */
function isMissingTable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.message.startsWith('no such table') || ('code' in error && error.code === '42P01')
}

/**
 * Runs all pending migrations in one transaction. PostgreSQL's advisory lock, or SQLite's write lock, makes a second
 * process wait until the first has finished.
 * @throws the failure of a migration; the schema is then unchanged
 */
export async function migrate(database: Database): Promise<void> {
  // Kysely reads every column of the database twice before it finds out that no migration is pending.
  if (isDeepStrictEqual(await readMigrationNames(database.read), migrationNames)) return
  const migrator = createMigrator(database.read)
  for (let attempt = 1; ; attempt++) {
    const { error } = await migrator.migrateToLatest()
    if (!error) return
    if (attempt >= getMaxAttempts(error)) throw error
    await sleep(PAUSE_MS)
  }
}

function getMaxAttempts(error: unknown): number {
  if (typeof error !== 'object' || error === null) return 1
  if ('errcode' in error) return error.errcode === 5 ? LOCKED_ATTEMPTS : 1
  // PostgreSQL's errors for concurrent creation: unique_violation in its catalogue, duplicate_table, duplicate_object.
  return 'code' in error && ['23505', '42P07', '42710'].includes(String(error.code)) ? COLLISION_ATTEMPTS : 1
}
