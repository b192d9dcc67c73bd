/**
 * Adds manual positions of items. All are 0 at first, so lists keep their order. A committed migration never changes and
 * imports no project file.
 */
import { type Kysely, sql } from 'kysely'

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema as it was, which no type describes
export async function up(db: Kysely<any>): Promise<void> {
  for (const name of ['residents', 'agency'])
    for (const statement of [
      `alter table "${name}" add column "position" integer not null default 0`,
      `create index "${name}_manual" on "${name}" ("position", "listedAt" desc, "seq" desc) where "deletedAt" is null`,
    ])
      await sql.raw(statement).execute(db)
}
