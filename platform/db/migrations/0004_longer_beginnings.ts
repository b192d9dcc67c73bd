/**
 * SQLite finds beginnings of words of up to twelve letters at once, instead of three: a common word among others had all of its
 * items read first. Frozen once landed; imports nothing of ours.
 */
import { type Kysely, SqliteAdapter, sql } from 'kysely'

const CONTENT = ['events', 'podcast', 'episode', 'residents', 'agency', 'news']

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema as it was, which no type describes
export async function up(db: Kysely<any>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof SqliteAdapter)) return
  for (const name of [...CONTENT, 'messages']) {
    const [present, longer, vocabulary] = [`${name}Words`, `${name}LongerWords`, `${name}Vocabulary`]
    await sql`create virtual table ${sql.id(longer)} using fts5(words, content='', contentless_delete=1, prefix='2 3 4 5 6 7 8 9 10 11 12', tokenize="unicode61 remove_diacritics 0")`.execute(
      db,
    )
    // The words themselves are kept nowhere else; what an index knows, it tells word by word.
    await sql`create virtual table ${sql.id('temp', vocabulary)} using fts5vocab('main', ${sql.lit(present)}, 'instance')`.execute(
      db,
    )
    const live = name === 'messages' ? sql`` : sql`where "deletedAt" is null`
    await sql`insert into ${sql.id(longer)} (rowid, words)
      select doc, group_concat(term, ' ') from ${sql.id('temp', vocabulary)}
      where doc in (select "seq" from ${sql.id(name)} ${live}) group by doc`.execute(db)
    await sql`drop table ${sql.id('temp', vocabulary)}`.execute(db)
    await sql`drop table ${sql.id(present)}`.execute(db)
    await sql`alter table ${sql.id(longer)} rename to ${sql.id(present)}`.execute(db)
  }
}
