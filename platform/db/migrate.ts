/** Migrates a database to the newest schema. Runs at each start. Two processes may start at once. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Database } from './connect.ts'
import { migrations } from './migrations/index.ts'
import type { Tables } from './tables.ts'

/** Oldest first. */
export const migrationNames = Object.keys(migrations)

/**
 * Runs pending migrations up to and including `migration`, in the caller's transaction if `db` is one.
 * @throws the failure of a migration
 */
export async function bringTo(db: Kysely<Tables>, migration: string): Promise<void> {
  const { error } = await migratorOf(db).migrateTo(migration)
  if (error) throw error
}

const migratorOf = (db: Kysely<Tables>) =>
  new Migrator({ db, provider: { getMigrations: async () => migrations } })

const PAUSE_MS = 250
/** Migrations of another process may take a while on SQLite. On PostgreSQL an attempt waits for the lock. */
const LOCKED_ATTEMPTS = 40
/** A collision of two processes that create Kysely's tables ends at once. More failures have another reason. */
const COLLISION_ATTEMPTS = 4

/**
 * Runs all pending migrations in one transaction. PostgreSQL's advisory lock, or SQLite's write lock, makes a second
 * process wait until its end.
 * @throws the failure of a migration. The schema is unchanged then
 */
export async function migrate(database: Database): Promise<void> {
  const migrator = migratorOf(database.read)
  for (let attempt = 1; ; attempt++) {
    const { error } = await migrator.migrateToLatest()
    if (!error) return
    if (attempt >= attemptsFor(error)) throw error
    await sleep(PAUSE_MS)
  }
}

function attemptsFor(error: unknown): number {
  if (typeof error !== 'object' || error === null) return 1
  if ('errcode' in error) return error.errcode === 5 ? LOCKED_ATTEMPTS : 1
  // PostgreSQL: unique_violation in its catalogue, duplicate_table, duplicate_object.
  return 'code' in error && ['23505', '42P07', '42710'].includes(String(error.code)) ? COLLISION_ATTEMPTS : 1
}
