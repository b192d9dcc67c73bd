/** Runs several reads on the state of the database at one moment. */
import { type Kysely, sql } from 'kysely'
import type { Database, Dialect } from './connect.ts'
import type { Tables } from './tables.ts'

const BEGIN: Record<Dialect, string> = {
  sqlite: 'begin deferred',
  postgres: 'begin isolation level repeatable read read only',
}

/**
 * Runs reads that all see the same state. Writers do not wait: SQLite keeps their writes in its write-ahead log, and
 * PostgreSQL keeps old versions of rows.
 */
export const readConsistently = <T>(
  { read, dialect }: Pick<Database, 'read' | 'dialect'>,
  work: (db: Kysely<Tables>) => Promise<T>,
): Promise<T> =>
  read.connection().execute(async (db) => {
    await sql.raw(BEGIN[dialect]).execute(db)
    try {
      return await work(db)
    } finally {
      await sql`commit`.execute(db)
    }
  })
