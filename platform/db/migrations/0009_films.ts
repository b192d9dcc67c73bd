/** Adds films to the media. A committed migration never changes and imports no project file. */
import { type Kysely, sql } from 'kysely'

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema as it was, which no type describes
export async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table "media" add column "isFilm" integer not null default 0`.execute(db)
}
