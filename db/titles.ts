/**
 * Titles: the column `titleKey` of a resource that has a field of that kind, unique among its live items, and
 * `<resource>Titles`, which leads from the titles that an item had before to the item.
 */
import { type Kysely, sql } from 'kysely'
import type { ResourceName } from '../contract/content/resources.ts'
import type { ContentRow, Tables } from './tables.ts'

type Db = Kysely<Tables>

/** A table of former titles, and its column that names the item. */
const formerOf = (resource: ResourceName) => ({
  table: sql.table(`${resource}Titles`),
  item: sql.ref(`${resource}Id`),
})

/** The live item of that title, or the one that had it before. */
export async function findByTitle(
  db: Db,
  resource: ResourceName,
  titleKey: string,
): Promise<ContentRow | null> {
  const live = sql`select * from ${sql.table(resource)} where "deletedAt" is null`
  const { table, item } = formerOf(resource)
  const named = await sql<ContentRow>`${live} and "titleKey" = ${titleKey}`.execute(db)
  if (named.rows[0]) return named.rows[0]
  const former = await sql<ContentRow>`
    ${live} and "id" = (select ${item} from ${table} where "titleKey" = ${titleKey})`.execute(db)
  return former.rows[0] ?? null
}

/** Whether a live item has that title, other than the one with this id. */
export async function isTitleTaken(
  db: Db,
  resource: ResourceName,
  { titleKey, id }: { titleKey: string; id: string },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ${sql.table(resource)}
    where "deletedAt" is null and "titleKey" = ${titleKey} and "id" <> ${id} limit 1`.execute(db)
  return rows.length > 0
}

/** A former title leads to the item from now on; the title that it has now ends older redirects. */
export async function moveTitle(
  db: Db,
  resource: ResourceName,
  { id, from, to }: { id: string; from: string | null; to: string },
): Promise<void> {
  const { table, item } = formerOf(resource)
  if (from !== null)
    await sql`
      insert into ${table} ("titleKey", ${item}) values (${from}, ${id})
      on conflict ("titleKey") do update set ${item} = ${id}`.execute(db)
  await sql`delete from ${table} where "titleKey" = ${to}`.execute(db)
}
