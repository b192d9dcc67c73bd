/** Adds drafts, times of publication and preview links. A committed migration never changes and imports no project file. */
import { type Kysely, sql } from 'kysely'

/** The column whose latest value marks the newest item of each resource. */
const datedBy: Record<string, string> = {
  events: 'date',
  podcast: 'listedAt',
  episode: 'listedAt',
  residents: 'listedAt',
  agency: 'listedAt',
  news: 'date',
}

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema as it was, which no type describes
export async function up(db: Kysely<any>): Promise<void> {
  for (const [name, date] of Object.entries(datedBy)) {
    const statements = [
      `alter table "${name}" add column "draft" integer not null default 0`,
      `alter table "${name}" add column "publishAt" bigint`,
      `alter table "${name}" add column "unpublishAt" bigint`,
      `alter table "${name}" add column "listedAt" bigint not null default 0`,
      `update "${name}" set "listedAt" = "createdAt"`,
      ...(date === 'listedAt'
        ? [
            `drop index "${name}_live"`,
            `create index "${name}_live" on "${name}" ("listedAt" desc, "seq" desc) where "deletedAt" is null`,
          ]
        : []),
      `create index "${name}_drafts" on "${name}" ("seq") where "deletedAt" is null and "draft" = 1`,
      `create index "${name}_appears" on "${name}" ("publishAt") where "deletedAt" is null and "draft" = 0 and "publishAt" is not null`,
      `create index "${name}_ends" on "${name}" ("unpublishAt") where "deletedAt" is null and "draft" = 0 and "unpublishAt" is not null`,
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  }
  await db.schema
    .createTable('previews')
    .addColumn('tokenHash', 'text', (c) => c.primaryKey())
    .addColumn('resource', 'text', (c) => c.notNull())
    .addColumn('itemId', 'text', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addColumn('expiresAt', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('previews_item', ['resource', 'itemId'])
    .execute()
}
