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
 * Finds the visible item with a title. A former title also finds it, and comes first: migration 0021 renamed items whose
 * keys had become equal, and their old addresses fold to the key of the other item. No other former title is a present one.
 * @param spelledKey the key that releases before migration 0021 gave the title
 * @param including id of a hidden item that counts as published
 */
export async function findByTitle(
  db: Db,
  resource: ResourceName,
  {
    titleKey,
    spelledKey,
    now,
    including,
  }: { titleKey: string; spelledKey: string; now: number; including?: string | undefined },
): Promise<ContentRow | null> {
  const { table, item } = getFormerTitles(resource)
  const items = sql.table(resource)
  const { rows } = await sql<ContentRow>`
    select * from ${items} where ${isInState('published', now, including)} and "id" in (
      select "id" from ${items} where "deletedAt" is null and "titleKey" = ${titleKey}
      union select ${item} from ${table} where "titleKey" in (${spelledKey}, ${titleKey}))
    order by case
      when "id" = (select ${item} from ${table} where "titleKey" = ${spelledKey}) then 0
      when "titleKey" = ${titleKey} then 1
      else 2 end
    limit 1`.execute(db)
  return rows[0] ?? null
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

/**
 * Stores a title that visitors saw. Its address redirects to the item when the title changes. Other spellings with the same
 * key do too, unless they already redirect to another item.
 */
export async function rememberTitle(
  db: Db,
  resource: ResourceName,
  { id, titleKey, spelledKey }: { id: string; titleKey: string; spelledKey: string },
): Promise<void> {
  const { table, item } = getFormerTitles(resource)
  await sql`
    insert into ${table} ("titleKey", ${item}) values (${titleKey}, ${id}) on conflict do nothing`.execute(db)
  await sql`
    insert into ${table} ("titleKey", ${item}) values (${spelledKey}, ${id})
    on conflict ("titleKey") do update set ${item} = ${id}`.execute(db)
}

/** Deletes redirects from a title, because an item has this title now. @param titleKeys its keys of all releases */
export async function deleteRedirects(
  db: Db,
  resource: ResourceName,
  titleKeys: readonly string[],
): Promise<void> {
  await sql`delete from ${getFormerTitles(resource).table} where "titleKey" in (${sql.join(titleKeys)})`.execute(
    db,
  )
}
