/**
 * Adds names, tickets and line-ups of nights, pages of artists, and addresses of pages. A committed migration never changes
 * and imports no project file.
 */
import { type Kysely, SqliteAdapter, sql } from 'kysely'

const BATCH = 500

/** Copy of `nightDay` in platform/shared/night-dates.ts at the time of this migration. */
function nightDay(date: string): string {
  const day = date.slice(0, 10)
  if (!(Number(date.slice(11, 13)) < 8 && date.length > 10) || Number.isNaN(Date.parse(day))) return day
  return new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
}

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

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema as it was, which no type describes
export async function up(db: Kysely<any>): Promise<void> {
  const sqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const bytes = sqlite ? 'text' : 'text collate "C"'
  const columns: Record<string, Record<string, string>> = {
    events: {
      title: 'text',
      description: 'text',
      endsAt: bytes,
      status: bytes,
      statusNote: 'text',
      ageMin: bytes,
      offers: bytes,
      lineup: bytes,
      previousDate: bytes,
      night: `${bytes} not null default ''`,
      slug: bytes,
    },
    podcast: { title: 'text', artist: bytes },
    episode: { title: 'text', artist: bytes },
    residents: { photo: 'text', biography: 'text', instagram: 'text', soundcloud: 'text', slug: bytes },
    agency: { slug: bytes },
    news: { headline: 'text' },
  }
  for (const [table, added] of Object.entries(columns))
    for (const [name, type] of Object.entries(added))
      await sql.raw(`alter table "${table}" add column "${name}" ${type}`).execute(db)
  for (const statement of [
    `create table "slugs" ("path" ${bytes} not null, "slug" ${bytes} not null, "resource" text not null, "itemId" text not null, "isOwn" integer not null, "wasVisible" integer not null default 0, primary key ("path", "slug"))`,
    `create index "slugs_item" on "slugs" ("itemId")`,
    `create table "mentions" ("itemId" text not null, "position" integer not null, "resource" text not null, "toResource" text, "toId" text, "revealAt" bigint, primary key ("itemId", "position"))`,
    `create index "mentions_to" on "mentions" ("toId")`,
    `create index "mentions_reveal" on "mentions" ("resource", "revealAt") where "revealAt" is not null`,
  ])
    await sql.raw(statement).execute(db)

  await eachRow('events', ['date'], async (row) => {
    await sql`update "events" set "night" = ${nightDay(row.date as string)} where "seq" = ${row.seq}`.execute(
      db,
    )
    if (row.deletedAt === null) await give('events', '/fechas/', row, (row.date as string).slice(0, 10))
  })
  for (const resource of ['residents', 'agency'])
    await eachRow(resource, ['name'], async (row) => {
      if (row.deletedAt === null)
        await give(resource, '/artistas/', row, slugOfWords(row.name as string) || (row.id as string))
    })
  for (const statement of [
    `drop index "events_live"`,
    `create index "events_live" on "events" ("night" desc, "date" desc, "seq" desc) where "deletedAt" is null`,
  ])
    await sql.raw(statement).execute(db)

  type Row = Record<string, unknown>

  async function eachRow(table: string, names: string[], work: (row: Row) => Promise<void>) {
    for (let last = 0; ; ) {
      const { rows } = await sql<Row>`
        select seq, id, "deletedAt", ${sql.join(names.map((name) => sql.ref(name)))} from ${sql.table(table)}
        where seq > ${last} order by seq limit ${BATCH}`.execute(db)
      for (const row of rows) await work(row)
      if (rows.length < BATCH) return
      last = Number(rows.at(-1)?.seq)
    }
  }

  async function give(resource: string, path: string, { seq, id }: Row, base: string) {
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
