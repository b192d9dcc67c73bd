/**
 * Lets SQLite look up prefixes of up to twelve letters directly, instead of three. Until now a search for several words
 * read all items that contain the most frequent one. A committed migration never changes and imports no project file.
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
    // The index is the only place with the words, so they are copied word by word from its vocabulary.
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
