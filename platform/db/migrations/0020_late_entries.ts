/**
 * Adds late entries of the door, and the end of one phone with what it has not sent. A committed migration never changes and
 * imports no project file.
 */
import { type Kysely, SqliteAdapter, sql } from 'kysely'

/** The previous release can write beside these columns: they are optional or have a default. */
export const alongside = true

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema as it was, which no type describes
export async function up(db: Kysely<any>): Promise<void> {
  const integer = db.getExecutor().adapter instanceof SqliteAdapter ? 'integer' : 'bigint'
  for (const statement of [
    `alter table "doorEntries" add column "late" text`,
    `alter table "doorSessions" add column "revokedAt" ${integer}`,
    `alter table "doorSessions" add column "unsent" ${integer}`,
    `alter table "doorSessions" add column "wrongPins" ${integer} not null default 0`,
  ])
    await sql.raw(statement).execute(db)
}
