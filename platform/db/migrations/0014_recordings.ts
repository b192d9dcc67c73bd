/** Adds pages of podcasts and episodes. A committed migration never changes and imports no project file. */
import { type Kysely, SqliteAdapter, sql } from 'kysely'

const BATCH = 500

/** Copy of the function in platform/content/shared/slugs.ts at the time of this migration. */
const slugOfWords = (words: string): string =>
  words
    .replace(/[\p{M}\uff9e\uff9f]{2,}/gu, (run) => run.slice(0, 30))
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 80)
    .toWellFormed()
    .replace(/^-+|-+$/g, '')

const paths = { podcast: '/podcast/', episode: '/episodios/' }

interface Row {
  seq: number
  id: string
  title: string | null
}

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema as it was, which no type describes
export async function up(db: Kysely<any>): Promise<void> {
  const sqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const bytes = sqlite ? 'text' : 'text collate "C"'
  for (const [table, path] of Object.entries(paths)) {
    await sql.raw(`alter table "${table}" add column "slug" ${bytes}`).execute(db)
    for (let last = 0; ; ) {
      const { rows } = await sql<Row>`
        select seq, id, title from ${sql.table(table)}
        where seq > ${last} and "deletedAt" is null order by seq limit ${BATCH}`.execute(db)
      for (const row of rows) await give(table, path, row)
      if (rows.length < BATCH) break
      last = Number(rows.at(-1)?.seq)
    }
  }

  async function give(resource: string, path: string, { seq, id, title }: Row) {
    const base = slugOfWords(title ?? '') || id
    for (let count = 1; ; count++) {
      const slug = count === 1 ? base : `${base}-${count}`
      const { rows } = await sql`
        insert into "slugs" ("path", "slug", "resource", "itemId", "isOwn") values (${path}, ${slug}, ${resource}, ${id}, 1)
        on conflict do nothing returning 1`.execute(db)
      if (rows.length === 0) continue
      await sql`update ${sql.table(resource)} set "slug" = ${slug} where "seq" = ${seq}`.execute(db)
      return
    }
  }
}
