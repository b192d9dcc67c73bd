/**
 * A confirmation link carries the e-mail address that it was sent to, as it was typed; null for links from before. Frozen once
 * landed; imports nothing of ours.
 */
import type { Kysely } from 'kysely'

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema as it was, which no type describes
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('links').addColumn('email', 'text').execute()
}
