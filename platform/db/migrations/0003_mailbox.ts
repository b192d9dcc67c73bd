/**
 * Adds search words of messages, and an index for frequent queries of messages. A committed migration never changes and
 * imports no project file.
 */
import { type Kysely, SqliteAdapter, sql } from 'kysely'

/** Copy of the server's function at the time of this migration. */
const wordsOf = (text: string): string[] =>
  (
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .normalize('NFC')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).map((word) => word.slice(0, 64))

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema as it was, which no type describes
export async function up(db: Kysely<any>): Promise<void> {
  const sqlite = db.getExecutor().adapter instanceof SqliteAdapter
  if (sqlite) {
    await sql`create virtual table "messagesWords" using fts5(words, content='', contentless_delete=1, prefix='2 3', tokenize="unicode61 remove_diacritics 0")`.execute(
      db,
    )
  } else {
    await db.schema.alterTable('messages').addColumn('words', sql`tsvector`).execute()
    await sql`create index "messages_words" on "messages" using gin (words)`.execute(db)
  }
  for (const { seq, person, from, body } of await db.selectFrom('messages').selectAll().execute()) {
    const words = [...new Set(wordsOf(`${person} ${from} ${body}`))].join(' ')
    await (sqlite
      ? sql`insert into "messagesWords" (rowid, words) values (${seq}, ${words})`
      : sql`update "messages" set words = array_to_tsvector(string_to_array(${words}, ' ')) where seq = ${seq}`
    ).execute(db)
  }
  await sql`create index "messages_unread" on "messages" ("seq") where "readAt" is null`.execute(db)
  await db.schema.createIndex('messages_age').on('messages').column('createdAt').execute()
  await db.schema.createIndex('outbox_message').on('outbox').column('messageId').execute()
  await sql`create index "outbox_delivered" on "outbox" ("deliveredAt") where "deliveredAt" is not null`.execute(
    db,
  )
  // Pages that show a setting are cached until a setting changes, as pages with content are.
  await db.insertInto('revisions').values({ resource: 'settings', revision: 1, live: 0 }).execute()
}
