/**
 * Full-text search in both databases. It matches prefixes of words, without case and accents. This code removes case and
 * accents itself, so that SQLite and PostgreSQL give the same results.
 */
import { type Expression, type Kysely, type RawBuilder, sql } from 'kysely'
import { getSearchTexts } from '../content/shared/field-types.ts'
import { type Declaration, line, text } from '../content/shared/fields.ts'
import { resources } from '../content/shared/resources.ts'
import { listIndexWords, matchesWord, readQueryWords, type SearchWord } from '../shared/text/search-words.ts'
import type { Database, Dialect } from './connect.ts'
import type { Tables } from './tables.ts'

const QUERY_WORDS_MAX = 12

/** Returns the words of an item that its search index contains. */
export const getSearchableWords = (
  declaration: Pick<Declaration, 'fields'>,
  item: Record<string, unknown>,
): string => [...new Set(getSearchTexts(declaration, item).flatMap(listIndexWords))].join(' ')

/** Tables that have a search index. */
export const searchedTables = {
  ...resources,
  messages: { fields: { person: line('Nombre'), from: line('E-mail'), body: text('Comentario') } },
}

const getWordsTable = (resource: string) => sql.table(`${resource}Words`)

const splitQuery = (q: string): SearchWord[] => readQueryWords(q, QUERY_WORDS_MAX)

/** Returns the canonical spelling of a search. All spellings of the same words have the same one. */
export const normalizeSearch = (q: string): string =>
  [...new Set(splitQuery(q).map(({ parts }) => parts.join('-')))].sort().join(' ')

/** Returns the condition that an item of `resource` matches `q`, or null when `q` has no word. */
export function matchesSearch(dialect: Dialect, resource: string, q: string): RawBuilder<boolean> | null {
  const words = splitQuery(q)
  if (words.length === 0) return null
  // Words contain only letters and digits, so quotes escape them in both query languages.
  if (dialect === 'sqlite') {
    const query = words.map((word) => combine(word, (part) => `"${part}"*`, ['AND', 'OR'])).join(' AND ')
    return sql<boolean>`seq in (select rowid from ${getWordsTable(resource)} where words match ${query})`
  }
  const query = words.map((word) => combine(word, (part) => `'${part}':*`, ['&', '|'])).join(' & ')
  return sql<boolean>`words @@ ${query}::tsquery`
}

/** Returns the condition of `matchesWord` in a query language. */
function combine(
  { joined, parts }: SearchWord,
  begins: (part: string) => string,
  [and, or]: readonly [string, string],
): string {
  if (parts.length === 1) return begins(joined)
  return `(${begins(joined)} ${or} (${parts.map(begins).join(` ${and} `)}))`
}

/** True when the words of an item match `q`. Compares as the search index does. */
export function hasWords(words: string, q: string): boolean {
  const all = words.split(' ')
  return splitQuery(q).every((wanted) =>
    matchesWord(wanted, (beginning) => all.some((word) => word.startsWith(beginning))),
  )
}

/**
 * Removes rows from the search index. Must run before their deletion, in the same transaction.
 * @param seqs a query for the `seq` of the rows
 */
export async function removeFromIndex(
  db: Kysely<Tables>,
  dialect: Dialect,
  resource: string,
  seqs: Expression<{ seq: number }>,
): Promise<void> {
  // On PostgreSQL the index is a column of the row, which disappears with the row.
  if (dialect === 'sqlite')
    await sql`delete from ${getWordsTable(resource)} where rowid in ${seqs}`.execute(db)
}

/** Adds an item to the search index, or removes it with `words: null`. Runs in the transaction of the write. */
export async function writeIndex(
  db: Kysely<Tables>,
  dialect: Dialect,
  resource: string,
  seq: number,
  words: string | null,
): Promise<void> {
  if (dialect === 'postgres') {
    const vector = words ? sql`array_to_tsvector(string_to_array(${words}, ' '))` : sql`null`
    await sql`update ${sql.table(resource)} set words = ${vector} where seq = ${seq}`.execute(db)
    return
  }
  await sql`delete from ${getWordsTable(resource)} where rowid = ${seq}`.execute(db)
  if (words)
    await sql`insert into ${getWordsTable(resource)} (rowid, words) values (${seq}, ${words})`.execute(db)
}

/** Pages of 4 KiB that a step of `purgeIndex` writes. A step blocks the process for about 20 ms. */
const PAGES_PER_STEP = 16

/**
 * Removes the words of deleted rows from the search index. SQLite only marks them as deleted until it merges the parts of
 * the index (sqlite.org/fts5.html#the_merge_command). On PostgreSQL the words are in the row.
 */
export async function purgeIndex(database: Database, resource: string): Promise<void> {
  if (database.dialect === 'postgres') return
  const words = getWordsTable(resource)
  const column = sql.id(`${resource}Words`)
  const countChanges = async (tx: Kysely<Tables>) =>
    (await sql<{ n: number }>`select total_changes() as n`.execute(tx)).rows[0]?.n ?? 0
  const mergePages = (pages: number) =>
    database.write(async (tx) => {
      const before = await countChanges(tx)
      await sql`insert into ${words} (${column}, rank) values ('merge', ${pages})`.execute(tx)
      // Fewer than two changes: everything is merged.
      return (await countChanges(tx)) - before >= 2
    })
  // A negative number includes all parts of the index.
  let hasMore = await mergePages(-PAGES_PER_STEP)
  while (hasMore) hasMore = await mergePages(PAGES_PER_STEP)
}
