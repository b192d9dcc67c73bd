/**
 * Adds to confirmation links the e-mail address of the mail, as the user typed it. null for older links. A committed
 * migration never changes and imports no project file.
 */
import type { Kysely } from 'kysely'

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema as it was, which no type describes
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('links').addColumn('email', 'text').execute()
}
