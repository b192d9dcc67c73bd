/**
 * Adds lists of tickets that were bought elsewhere: the kind of a list, and the document and the refusal of a ticket. A
 * committed migration never changes and imports no project file.
 */
import { type Kysely, sql } from 'kysely'

/** The previous release can write beside these columns, because they are optional or have a default. */
export const alongside = true

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema as it was, which no type describes
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of [
    `alter table "guestLists" add column "kind" text not null default 'guests'`,
    `alter table "guests" add column "document" text`,
    `alter table "guests" add column "refusal" text`,
  ])
    await sql.raw(statement).execute(db)
}
