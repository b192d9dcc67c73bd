/**
 * Computes keys and search words again, because more letters are folded: "Strasse" finds "Straße". The previous release must
 * stop first, because it would write other keys. A committed migration never changes and imports no project file.
 */
import { type Kysely, SqliteAdapter, sql } from 'kysely'

const BATCH = 500
/** Limit of a title without its number. The limit of titles was 150. Characters */
const UNNUMBERED_MAX = 142

const LATIN: Record<string, string> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ŧ: 't', ı: 'i' },
}

/** Copy of the function in platform/shared/text/fold.ts at the time of this migration. */
const fold = (text: string): string =>
  text
    .replace(/[\p{M}\uff9e\uff9f]{2,}/gu, (run) =>
      run.slice(0, (run.codePointAt(29) as number) > 0xffff && run.length > 30 ? 29 : 30),
    )
    .replace(/[\u00b4\u1ffd]/g, "'")
    .normalize('NFKD')
    .replace(/[\u2018\u2019\u201b\u02b9\u02bb\u02bc\u02bd\u2032`]/g, "'")
    .replace(/[\p{M}\p{DI}\p{Cf}]/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþħŧı]/g, (letter) => LATIN[letter] as string)
    .normalize('NFC')

/** Copy of `sortKey` in platform/content/shared/titles.ts. */
const sortKey = (words: string): string =>
  fold(words)
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .slice(0, 100)
    .toWellFormed()

/** Copy of `getNameKey` in features/guests/shared/guest-names.ts. */
const guestKey = (name: string): string =>
  fold(name)
    .replace(/(?<=[\p{L}\p{N}])['.](?=[\p{L}\p{N}])/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .sort()
    .join(' ')

/** Copy of `listIndexWords` in platform/shared/text/search-words.ts. */
const listIndexWords = (text: string): string[] =>
  (fold(text).match(/[\p{L}\p{N}]+(?:['.\u00b7\u2010-][\p{L}\p{N}]+)*/gu) ?? []).flatMap((word) => {
    const parts = word.match(/[\p{L}\p{N}]+/gu) as string[]
    return [...parts, ...(parts.length > 1 ? [parts.join('')] : [])].map((part) => part.slice(0, 64))
  })

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }
const plainText = (html: string): string =>
  html.replace(/<[^<>]*>/g, ' ').replace(/&(\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity)

/** Returns the words of rows that are stored as JSON. Rows that cannot be read have no words. */
function readRows(stored: string, columns: readonly string[]): string {
  try {
    const rows = JSON.parse(stored) as Record<string, string | null>[]
    return rows.flatMap((row) => columns.map((column) => row[column] ?? '')).join(' ')
  } catch {
    return ''
  }
}

interface Table {
  /** The column whose sort key is `nameKey`. */
  name?: string
  texts: string[]
  rich?: string[]
  rows?: Record<string, string[]>
  /** Columns that are searched when the others are empty. */
  lastResort?: string[]
}

const recording: Table = { name: 'intro', texts: ['intro', 'title'], lastResort: ['url'] }
const tables: Record<string, Table> = {
  events: {
    texts: ['title', 'visitNote', 'statusNote', 'en.title', 'en.visitNote', 'en.statusNote'],
    rich: ['description', 'en.description'],
    rows: { offers: ['name'], lineup: ['name', 'role', 'room'] },
    lastResort: ['date', 'url'],
  },
  podcast: recording,
  episode: recording,
  residents: {
    name: 'name',
    texts: ['name', 'biography'],
    lastResort: ['pressKit', 'instagram', 'soundcloud'],
  },
  agency: {
    name: 'name',
    texts: ['name', 'biography', 'nationality'],
    lastResort: ['instagram', 'soundcloud', 'pressKit'],
  },
  news: {
    name: 'newsTitle',
    texts: ['newsTitle', 'newsDescription', 'headline'],
    rich: ['newsBody'],
    lastResort: ['date'],
  },
  messages: { texts: ['person', 'from', 'body'] },
}

type Row = Record<string, string | number | null>

function findWords({ texts, rich = [], rows = {}, lastResort = [] }: Table, row: Row): string {
  const read = (name: string) => String(row[name] ?? '')
  const own = [
    ...texts.map(read),
    ...rich.map((name) => plainText(read(name))),
    ...Object.entries(rows).map(([name, columns]) => readRows(read(name), columns)),
  ]
  const found = own.some((text) => text.trim() !== '') ? own : lastResort.map(read)
  return [...new Set(found.flatMap(listIndexWords))].join(' ')
}

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema as it was, which no type describes
type Db = Kysely<any>

/** Calls `work` with all rows of a table, one batch after the other, in the order of a unique column. */
async function forEachBatch(db: Db, table: string, by: string, work: (rows: Row[]) => Promise<void>) {
  for (let last: string | number | null = null; ; ) {
    let query = db.selectFrom(table).selectAll().orderBy(by).limit(BATCH)
    if (last !== null) query = query.where(by, '>', last)
    const rows = (await query.execute()) as Row[]
    await work(rows)
    if (rows.length < BATCH) return
    last = rows.at(-1)?.[by] as string | number
  }
}

/**
 * Writes the keys of titles. Of live items whose titles have become equal, the first keeps its title. Later ones get a
 * number, and their old key becomes a redirect.
 */
async function renewTitles(db: Db): Promise<void> {
  const items: { seq: number; id: string; newsTitle: string; titleKey: string; isLive: boolean }[] = []
  await forEachBatch(db, 'news', 'seq', async (rows) => {
    for (const { seq, id, newsTitle, titleKey, deletedAt } of rows)
      items.push({
        seq: Number(seq),
        id: String(id),
        newsTitle: String(newsTitle),
        titleKey: String(titleKey),
        isLive: deletedAt === null,
      })
  })
  const wanted = new Set(items.filter(({ isLive }) => isLive).map(({ newsTitle }) => fold(newsTitle)))
  const taken = new Set<string>()
  const changed = items.flatMap((item) => {
    let [title, key] = [item.newsTitle, fold(item.newsTitle)]
    for (let count = 2; item.isLive && taken.has(key); count++) {
      const numbered = `${item.newsTitle.slice(0, UNNUMBERED_MAX).toWellFormed()}-${count}`
      if (wanted.has(fold(numbered)) || taken.has(fold(numbered))) continue
      title = numbered
      key = fold(numbered)
    }
    if (item.isLive) taken.add(key)
    return key === item.titleKey && title === item.newsTitle ? [] : [{ ...item, title, key }]
  })
  // The index of live titles is unique, also between two statements. An id is never the key of another title.
  const before = new Set(items.map(({ titleKey }) => titleKey))
  for (const { seq, id } of changed.filter(({ key, titleKey }) => before.has(key) || taken.has(titleKey)))
    await sql`update "news" set "titleKey" = ${id} where "seq" = ${seq}`.execute(db)
  for (const { seq, id, newsTitle, titleKey, title, key } of changed) {
    await sql`update "news" set "titleKey" = ${key}, "newsTitle" = ${title} where "seq" = ${seq}`.execute(db)
    if (title === newsTitle) continue
    await sql`update "news" set "version" = "version" + 1 where "seq" = ${seq}`.execute(db)
    await sql`insert into "newsTitles" ("titleKey", "newsId") values (${titleKey}, ${id})
      on conflict ("titleKey") do update set "newsId" = ${id}`.execute(db)
  }
}

export async function up(db: Db): Promise<void> {
  const sqlite = db.getExecutor().adapter instanceof SqliteAdapter
  await renewTitles(db)
  for (const [name, table] of Object.entries(tables)) {
    const index = sql.table(`${name}Words`)
    if (sqlite) await sql`delete from ${index}`.execute(db)
    await forEachBatch(db, name, 'seq', async (rows) => {
      for (const row of rows) {
        const words = (row.deletedAt ?? null) === null ? findWords(table, row) : ''
        const key = table.name === undefined ? null : sortKey(String(row[table.name]))
        if (key !== null && key !== row.nameKey)
          await sql`update ${sql.table(name)} set "nameKey" = ${key} where "seq" = ${row.seq}`.execute(db)
        if (words === '') continue
        await (sqlite
          ? sql`insert into ${index} (rowid, words) values (${row.seq}, ${words})`
          : sql`update ${sql.table(name)} set words = array_to_tsvector(string_to_array(${words}, ' ')) where "seq" = ${row.seq}`
        ).execute(db)
      }
    })
  }
  await forEachBatch(db, 'guests', 'id', async (rows) => {
    for (const { id, name, nameKey } of rows) {
      const key = guestKey(String(name))
      if (key !== nameKey) await sql`update "guests" set "nameKey" = ${key} where "id" = ${id}`.execute(db)
    }
  })
}
