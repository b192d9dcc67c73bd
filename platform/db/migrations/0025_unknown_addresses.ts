/**
 * Adds counts of requests for pages that do not exist, without data about visitors. A committed migration never changes and
 * imports no project file.
 */
import { type Kysely, SqliteAdapter, sql } from 'kysely'

/** The previous release can write beside this new table. */
export const alongside = true

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema as it was, which no type describes
export async function up(db: Kysely<any>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const integer = isSqlite ? 'integer' : 'bigint'
  await sql
    .raw(`create table "unknownAddresses" (
      "path" text not null primary key, "count" ${integer} not null, "lastAt" ${integer} not null)${isSqlite ? ' without rowid' : ''}`)
    .execute(db)
}
