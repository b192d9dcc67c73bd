/** Adds English texts. A committed migration never changes and imports no project file. */
import { type Kysely, SqliteAdapter, sql } from 'kysely'

const sqlite = [
  `alter table "events" add column "en.title" text`,
  `alter table "events" add column "en.description" text`,
  `alter table "events" add column "en.statusNote" text`,
]

const postgres = [
  `alter table "events" add column "en.title" text`,
  `alter table "events" add column "en.description" text`,
  `alter table "events" add column "en.statusNote" text`,
]

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema as it was, which no type describes
export async function up(db: Kysely<any>): Promise<void> {
  const statements = db.getExecutor().adapter instanceof SqliteAdapter ? sqlite : postgres
  for (const statement of statements) await sql.raw(statement).execute(db)
}
