/** Adds what differs on a night from the texts "Antes de venir". A committed migration never changes and imports no project file. */
import { type Kysely, SqliteAdapter, sql } from 'kysely'

const sqlite = [
  `alter table "events" add column "visitNote" text`,
  `alter table "events" add column "en.visitNote" text`,
]

const postgres = [
  `alter table "events" add column "visitNote" text`,
  `alter table "events" add column "en.visitNote" text`,
]

/** The previous release can write beside these optional columns. */
export const alongside = true

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema as it was, which no type describes
export async function up(db: Kysely<any>): Promise<void> {
  const statements = db.getExecutor().adapter instanceof SqliteAdapter ? sqlite : postgres
  for (const statement of statements) await sql.raw(statement).execute(db)
}
