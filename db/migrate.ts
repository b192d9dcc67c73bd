/** Brings a database to the newest schema. Runs at every start; two processes may start at once. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Migration, Migrator } from 'kysely/migration'
import type { Database } from './connect.ts'
import * as initial from './migrations/0001_initial.ts'

const migrations: Record<string, Migration> = {
  '0001_initial': initial,
}

const ATTEMPTS = 40
const PAUSE_MS = 250

/**
 * All pending migrations in one transaction: PostgreSQL's advisory lock, or SQLite's write lock, keeps a second
 * process waiting until they are done.
 * @throws the failure of a migration, the schema being as it was before
 */
export async function migrate(database: Database): Promise<void> {
  const migrator = new Migrator({ db: database.read, provider: { getMigrations: async () => migrations } })
  for (let attempt = 1; ; attempt++) {
    const { error } = await migrator.migrateToLatest()
    if (!error) return
    if (attempt === ATTEMPTS || !isLocked(error)) throw error
    await sleep(PAUSE_MS)
  }
}

/** Another process migrates right now: SQLITE_BUSY, or two that create Kysely's own tables at once on PostgreSQL. */
function isLocked(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  if ('errcode' in error) return error.errcode === 5
  return 'code' in error && (error.code === '23505' || error.code === '42P07' || error.code === '42710')
}
