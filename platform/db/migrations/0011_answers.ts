/**
 * Adds answers to messages, and whether a message waits for an answer. A committed migration never changes and imports no
 * project file.
 */
import { type Kysely, SqliteAdapter, sql } from 'kysely'

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema as it was, which no type describes
export async function up(db: Kysely<any>): Promise<void> {
  const sqlite = db.getExecutor().adapter instanceof SqliteAdapter
  await sql`alter table "messages" add column "isOpen" integer not null default 1`.execute(db)
  // Older rows do not store whether a read message was answered. It counts as answered.
  await sql`update "messages" set "isOpen" = 0 where "readAt" is not null`.execute(db)
  await sql`create index "messages_open" on "messages" ("seq") where "isOpen" = 1`.execute(db)
  await (sqlite
    ? db.schema.createTable('answers').addColumn('seq', 'integer', (c) => c.primaryKey().autoIncrement())
    : db.schema.createTable('answers').addColumn('seq', 'bigserial', (c) => c.primaryKey())
  )
    .addColumn('id', 'text', (c) => c.notNull().unique())
    .addColumn('messageId', 'text', (c) => c.notNull().references('messages.id').onDelete('cascade'))
    .addColumn('way', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('replyTo', 'text')
    .addColumn('userId', 'text', (c) => c.notNull())
    .addColumn('userEmail', 'text', (c) => c.notNull())
    .addColumn('userName', 'text')
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addColumn('failedAt', 'bigint')
    .addColumn('failure', 'text')
    .execute()
  await db.schema.createIndex('answers_message').on('answers').column('messageId').execute()
  await sql`alter table "outbox" add column "answerId" text references "answers" ("id") on delete cascade`.execute(
    db,
  )
  await db.schema.createIndex('outbox_answer').on('outbox').column('answerId').execute()
}
