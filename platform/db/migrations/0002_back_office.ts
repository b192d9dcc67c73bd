/**
 * Adds second factors, details of sessions, the audit log, and orders of lists. A committed migration never changes and
 * imports no project file.
 */
import { type Kysely, SqliteAdapter, sql } from 'kysely'

/** The column that names an item of each resource. null: the date names it. */
const named: Record<string, string | null> = {
  events: null,
  podcast: 'intro',
  episode: 'intro',
  residents: 'name',
  agency: 'name',
  news: 'newsTitle',
}

/** Copy of `sortKey` in platform/content/shared/titles.ts at the time of this migration. */
const sortKey = (words: string): string =>
  words
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .normalize('NFC')
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .slice(0, 100)
    .toWellFormed()

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
  await db.schema.createIndex('history_item').on('history').columns(['itemId', 'resource', 'seq']).execute()
  await db.schema.createIndex('history_resource').on('history').columns(['resource', 'seq']).execute()
  await db.schema.createIndex('history_user').on('history').columns(['userId', 'seq']).execute()
  await sql`create index "history_age" on "history" ("at")`.execute(db)

  for (const [name, heading] of Object.entries(named)) {
    const live = (columns: ReturnType<typeof sql>, suffix: string) =>
      sql`create index ${sql.id(`${name}_${suffix}`)} on ${sql.id(name)} (${columns}) where "deletedAt" is null`.execute(
        db,
      )
    await live(sql`"updatedAt" desc, "seq" desc`, 'changed')
    if (!heading) continue
    // The key has no case and no accents and is compared byte by byte, so that both databases order names equally.
    await db.schema
      .alterTable(name)
      .addColumn('nameKey', sqlite ? sql`text` : sql`text collate "C"`, (c) => c.notNull().defaultTo(''))
      .execute()
    for (const row of await db.selectFrom(name).select(['seq', heading]).execute())
      await db
        .updateTable(name)
        .set({ nameKey: sortKey(String(row[heading])) })
        .where('seq', '=', row.seq)
        .execute()
    await live(sql`"nameKey", "seq"`, 'name')
  }
}
