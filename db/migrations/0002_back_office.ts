/** Second factors, what a session was opened with, and the log of who did what. Frozen once landed; imports nothing of ours. */
import { type Kysely, SqliteAdapter, sql } from 'kysely'

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema as it was, which no type describes
export async function up(db: Kysely<any>): Promise<void> {
  const sqlite = db.getExecutor().adapter instanceof SqliteAdapter

  await db.schema.alterTable('users').addColumn('totpSecret', 'text').execute()
  await db.schema.alterTable('users').addColumn('totpAt', 'bigint').execute()
  await db.schema.alterTable('users').addColumn('totpStep', 'bigint').execute()
  await db.schema
    .createTable('recoveryCodes')
    .addColumn('userId', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('codeHash', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('recoveryCodes_pk', ['userId', 'codeHash'])
    .execute()

  await db.schema.alterTable('sessions').addColumn('userAgent', 'text').execute()

  const history = db.schema.createTable('history')
  await (sqlite
    ? history.addColumn('seq', 'integer', (c) => c.primaryKey().autoIncrement())
    : history.addColumn('seq', 'bigserial', (c) => c.primaryKey())
  )
    .addColumn('id', 'text', (c) => c.notNull().unique())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('userId', 'text')
    .addColumn('userEmail', 'text')
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('resource', 'text', (c) => c.notNull())
    .addColumn('itemId', 'text', (c) => c.notNull())
    .addColumn('version', 'integer')
    .addColumn('label', 'text', (c) => c.notNull())
    .addColumn('changes', 'text', (c) => c.notNull().defaultTo('{}'))
    .execute()
  await db.schema.createIndex('history_item').on('history').columns(['resource', 'itemId', 'seq']).execute()
  await sql`create index "history_age" on "history" ("at")`.execute(db)
}
