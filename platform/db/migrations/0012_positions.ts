/** An order that people make: nobody has made one yet, so that everything stays where it was. Frozen once landed; imports nothing of ours. */
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
