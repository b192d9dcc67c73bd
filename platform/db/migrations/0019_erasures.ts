/** Adds the list of erasures of personal data. A committed migration never changes and imports no project file. */
import { type Kysely, SqliteAdapter, sql } from 'kysely'

/** The previous release can write beside this new table. */
export const alongside = true

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema as it was, which no type describes
export async function up(db: Kysely<any>): Promise<void> {
  const integer = db.getExecutor().adapter instanceof SqliteAdapter ? 'integer' : 'bigint'
  await sql
    .raw(
      `create table "erasures" ("kind" text not null, "id" text not null, "at" ${integer} not null, primary key ("kind", "id"))`,
    )
    .execute(db)
}
