/** Adds the transcript of a recording, and whether it is music or a talk. A committed migration never changes and imports no project file. */
import { type Kysely, SqliteAdapter, sql } from 'kysely'

const sqlite = [
  `alter table "podcast" add column "transcript" text`,
  `alter table "podcast" add column "sound" text`,
  `alter table "episode" add column "transcript" text`,
  `alter table "episode" add column "sound" text`,
]

const postgres = [
  `alter table "podcast" add column "transcript" text`,
  `alter table "podcast" add column "sound" text collate "C"`,
  `alter table "episode" add column "transcript" text`,
  `alter table "episode" add column "sound" text collate "C"`,
]

/** The previous release can write beside optional columns. */
export const alongside = true

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema as it was, which no type describes
export async function up(db: Kysely<any>): Promise<void> {
  const statements = db.getExecutor().adapter instanceof SqliteAdapter ? sqlite : postgres
  for (const statement of statements) await sql.raw(statement).execute(db)
}
