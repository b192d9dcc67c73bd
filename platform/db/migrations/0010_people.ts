/** Adds names of administrators, and invitations. A committed migration never changes and imports no project file. */
import type { Kysely } from 'kysely'

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema as it was, which no type describes
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('users').addColumn('name', 'text').execute()
  await db.schema.alterTable('history').addColumn('userName', 'text').execute()
  await db.schema
    .createTable('invitations')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('tokenHash', 'text', (c) => c.notNull().unique())
    .addColumn('name', 'text')
    .addColumn('createdBy', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addColumn('expiresAt', 'bigint', (c) => c.notNull())
    .addColumn('usedAt', 'bigint')
    .execute()
  await db.schema.createIndex('invitations_by').on('invitations').column('createdBy').execute()
}
