/** How often pages were seen and tickets looked for: totals by day, of nobody in particular. Frozen once landed; imports nothing of ours. */
import { type Kysely, SqliteAdapter, sql } from 'kysely'

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema as it was, which no type describes
export async function up(db: Kysely<any>): Promise<void> {
  // Rows are their key and a number: stored in the key's index, SQLite writes them once.
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
