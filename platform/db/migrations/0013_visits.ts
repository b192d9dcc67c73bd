/**
 * Adds daily totals of page views and ticket clicks, without data about visitors. A committed migration never changes and
 * imports no project file.
 */
import { type Kysely, SqliteAdapter, sql } from 'kysely'

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema as it was, which no type describes
export async function up(db: Kysely<any>): Promise<void> {
  // A row is only its key and a number. `without rowid` stores it in the key's index, so SQLite writes it once.
  const inKey = db.getExecutor().adapter instanceof SqliteAdapter ? ' without rowid' : ''
  for (const statement of [
    `create table "visits" (
      "day" text not null, "path" text not null, "source" text not null, "count" bigint not null,
      primary key ("day", "path", "source"))${inKey}`,
    `create table "clicks" (
      "day" text not null, "event" text not null, "offer" text not null, "source" text not null, "count" bigint not null,
      primary key ("day", "event", "offer", "source"))${inKey}`,
  ])
    await sql.raw(statement).execute(db)
}
