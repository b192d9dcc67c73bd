/**
 * Adds the prices of people without a list to doors, and the paid price to entries. A committed migration never changes and
 * imports no project file.
 */
import { type Kysely, sql } from 'kysely'

/** The previous release can write beside these optional columns. */
export const alongside = true

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema as it was, which no type describes
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of [
    `alter table "doors" add column "walkInPrices" text`,
    `alter table "doorEntries" add column "price" text`,
  ])
    await sql.raw(statement).execute(db)
}
