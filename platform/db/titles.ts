/**
 * Titles of items: the column `titleKey` is unique among live items. The table `<resource>Titles` has former titles that
 * visitors saw. Their addresses redirect to the item. platform/content/server/field-writers.ts refuses a taken title, and a
 * unique index enforces it against concurrent writes.
 */
import { type Kysely, sql } from 'kysely'
import type { ResourceName } from '../content/shared/resources.ts'
import { isInState } from './publication.ts'
import type { ContentRow, Tables } from './tables.ts'

type Db = Kysely<Tables>

/** Returns the table of former titles of a resource, and the column of that table that names the item. */
const getFormerTitles = (resource: ResourceName) => ({
  table: sql.table(`${resource}Titles`),
  item: sql.ref(`${resource}Id`),
})

/**
 * Finds the visible item with a title. A former title also finds it.
 * @param including id of a hidden item that counts as published
 */
export async function findByTitle(
  db: Db,
  resource: ResourceName,
  { titleKey, now, including }: { titleKey: string; now: number; including?: string | undefined },
): Promise<ContentRow | null> {
  const live = sql`select * from ${sql.table(resource)} where ${isInState('published', now, including)}`
  const { table, item } = getFormerTitles(resource)
  const named = await sql<ContentRow>`${live} and "titleKey" = ${titleKey}`.execute(db)
  if (named.rows[0]) return named.rows[0]
  const former = await sql<ContentRow>`
    ${live} and "id" = (select ${item} from ${table} where "titleKey" = ${titleKey})`.execute(db)
  return former.rows[0] ?? null
}

/** True when another live item has this title. */
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

/** Stores a title that visitors saw. Its address redirects to the item when the title changes. */
export async function rememberTitle(
  db: Db,
  resource: ResourceName,
  { id, titleKey }: { id: string; titleKey: string },
): Promise<void> {
  const { table, item } = getFormerTitles(resource)
  await sql`
    insert into ${table} ("titleKey", ${item}) values (${titleKey}, ${id})
    on conflict ("titleKey") do update set ${item} = ${id}`.execute(db)
}

/** Deletes redirects from a title, because an item has this title now. */
export async function deleteRedirects(db: Db, resource: ResourceName, titleKey: string): Promise<void> {
  await sql`delete from ${getFormerTitles(resource).table} where "titleKey" = ${titleKey}`.execute(db)
}
