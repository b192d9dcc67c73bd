/**
 * The schema of the first version. A committed migration never changes and imports no project file, because the file could
 * change.
 */
import { type CreateTableBuilder, type Kysely, SqliteAdapter, sql } from 'kysely'

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema as it was, which no type describes
type Schema = Kysely<any>

const content: Record<string, string[]> = {
  events: ['flyerLarge', 'flyerGrid', 'date', 'url'],
  podcast: ['flyer', 'intro', 'url'],
  episode: ['flyer', 'intro', 'url'],
  residents: ['name', 'pressKit'],
  agency: ['name', 'photo', 'biography', 'instagram', 'soundcloud', 'nationality', 'pressKit'],
  news: ['newsTitle', 'titleKey', 'photo', 'date', 'newsDescription', 'newsBody'],
}
const orderedByDate = ['events', 'news']

export async function up(db: Schema): Promise<void> {
  const sqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const table = (name: string) => db.schema.createTable(name)
  const withSeq = <T extends string, C extends string>(builder: CreateTableBuilder<T, C>) =>
    sqlite
      ? // The implicit rowid would not do: VACUUM may renumber it, and the search index refers to this column.
        builder.addColumn('seq', 'integer', (c) => c.primaryKey().autoIncrement())
      : builder.addColumn('seq', 'bigserial', (c) => c.primaryKey())

  for (const [name, columns] of Object.entries(content)) {
    let builder = withSeq(table(name))
      .addColumn('id', 'text', (c) => c.notNull().unique())
      .addColumn('version', 'integer', (c) => c.notNull())
      .addColumn('createdAt', 'bigint', (c) => c.notNull())
      .addColumn('updatedAt', 'bigint', (c) => c.notNull())
      .addColumn('updatedBy', 'text')
      .addColumn('deletedAt', 'bigint')
      .addColumn('deletedBy', 'text')
      .addColumn('alt', 'text', (c) => c.notNull().defaultTo('{}'))
    for (const column of columns) {
      // ISO dates must be ordered byte by byte. The collation of a language would skip their punctuation.
      const type = column === 'date' && !sqlite ? sql`text collate "C"` : sql`text`
      builder = builder.addColumn(column, type, (c) => c.notNull())
    }
    if (!sqlite) builder = builder.addColumn('words', sql`tsvector`)
    await builder.execute()

    const order = orderedByDate.includes(name) ? sql`"date" desc, "seq" desc` : sql`"seq" desc`
    await sql`create index ${sql.id(`${name}_live`)} on ${sql.id(name)} (${order}) where "deletedAt" is null`.execute(
      db,
    )
    await sql`create index ${sql.id(`${name}_bin`)} on ${sql.id(name)} ("deletedAt") where "deletedAt" is not null`.execute(
      db,
    )
    if (sqlite) {
      // A contentless table indexes the words and does not store them again. The caller removes accents and case first.
      await sql`create virtual table ${sql.id(`${name}Words`)} using fts5(words, content='', contentless_delete=1, prefix='2 3', tokenize="unicode61 remove_diacritics 0")`.execute(
        db,
      )
    } else {
      await sql`create index ${sql.id(`${name}_words`)} on ${sql.id(name)} using gin (words)`.execute(db)
    }
  }
  await sql`create unique index "news_title" on "news" ("titleKey") where "deletedAt" is null`.execute(db)
  await table('newsTitles')
    .addColumn('titleKey', 'text', (c) => c.primaryKey())
    .addColumn('newsId', 'text', (c) => c.notNull().references('news.id').onDelete('cascade'))
    .execute()

  await table('revisions')
    .addColumn('resource', 'text', (c) => c.primaryKey())
    .addColumn('revision', 'bigint', (c) => c.notNull())
    .addColumn('live', 'integer', (c) => c.notNull())
    .execute()
  await db
    .insertInto('revisions')
    .values(Object.keys(content).map((resource) => ({ resource, revision: 1, live: 0 })))
    .execute()

  await table('media')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('width', 'integer', (c) => c.notNull())
    .addColumn('height', 'integer', (c) => c.notNull())
    .addColumn('placeholder', 'text', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addColumn('touchedAt', 'bigint', (c) => c.notNull())
    .addColumn('avifAt', 'bigint')
    .execute()
  await sql`create index "media_without_avif" on "media" ("createdAt") where "avifAt" is null`.execute(db)
  await table('mediaRefs')
    .addColumn('mediaId', 'text', (c) => c.notNull().references('media.id'))
    .addColumn('resource', 'text', (c) => c.notNull())
    .addColumn('itemId', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('mediaRefs_pk', ['mediaId', 'resource', 'itemId'])
    .execute()
  await db.schema.createIndex('mediaRefs_item').on('mediaRefs').columns(['resource', 'itemId']).execute()

  await table('users')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('emailKey', 'text', (c) => c.notNull().unique())
    .addColumn('passwordHash', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('confirmedAt', 'bigint')
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addColumn('updatedAt', 'bigint', (c) => c.notNull())
    .addColumn('lastSignInAt', 'bigint')
    .execute()
  await table('sessions')
    .addColumn('tokenHash', 'text', (c) => c.primaryKey())
    .addColumn('userId', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addColumn('seenAt', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('sessions_user').on('sessions').column('userId').execute()
  await table('links')
    .addColumn('tokenHash', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('userId', 'text', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addColumn('expiresAt', 'bigint', (c) => c.notNull())
    .execute()
  await table('throttles')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('count', 'integer', (c) => c.notNull())
    .addColumn('startedAt', 'bigint', (c) => c.notNull())
    .addColumn('blockedUntil', 'bigint', (c) => c.notNull())
    .execute()
  await table('idempotency')
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('userId', 'text', (c) => c.notNull())
    .addColumn('resource', 'text', (c) => c.notNull())
    .addColumn('fingerprint', 'text', (c) => c.notNull())
    .addColumn('itemId', 'text', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('idempotency_pk', ['key', 'userId', 'resource'])
    .execute()
  await db.schema.createIndex('idempotency_age').on('idempotency').column('createdAt').execute()

  await withSeq(table('messages'))
    .addColumn('id', 'text', (c) => c.notNull().unique())
    .addColumn('person', 'text', (c) => c.notNull())
    .addColumn('from', 'text', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addColumn('readAt', 'bigint')
    .execute()
  await withSeq(table('outbox'))
    .addColumn('id', 'text', (c) => c.notNull().unique())
    .addColumn('recipient', 'text')
    .addColumn('replyTo', 'text')
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('messageId', 'text', (c) => c.references('messages.id').onDelete('cascade'))
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('nextAttemptAt', 'bigint', (c) => c.notNull())
    .addColumn('claimedUntil', 'bigint', (c) => c.notNull())
    .addColumn('deliveredAt', 'bigint')
    .addColumn('lastError', 'text')
    .execute()
  await sql`create index "outbox_due" on "outbox" ("nextAttemptAt") where "deliveredAt" is null`.execute(db)
  await table('settings')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .execute()
}
