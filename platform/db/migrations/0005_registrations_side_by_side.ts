/**
 * Adds the hash of the registered password to confirmation links. null for older links. A committed migration never changes
 * and imports no project file.
 */
import type { Kysely } from 'kysely'

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema as it was, which no type describes
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('links').addColumn('passwordHash', 'text').execute()
}
