/**
 * Adds audio files to the media, to podcasts and to episodes. A committed migration never changes and imports no project
 * file.
 */
import { type Kysely, SqliteAdapter, sql } from 'kysely'

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema as it was, which no type describes
export async function up(db: Kysely<any>): Promise<void> {
  const sqlite = db.getExecutor().adapter instanceof SqliteAdapter
  for (const statement of [
    `alter table "media" add column "audio" text`,
    `alter table "media" add column "seconds" integer`,
    `alter table "media" add column "bytes" bigint`,
    ...['podcast', 'episode'].map(
      (name) => `alter table "${name}" add column "audio" ${sqlite ? 'text' : 'text collate "C"'}`,
    ),
  ])
    await sql.raw(statement).execute(db)
}
