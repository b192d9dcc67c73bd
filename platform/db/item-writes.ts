/** SQL steps of the transactions in platform/content/server/write.ts. */
import { type Kysely, sql } from 'kysely'
import { hasNameOrder, hasNights } from '../content/shared/field-types.ts'
import { findTitleField } from '../content/shared/fields.ts'
import { getDeclaration, type ResourceName } from '../content/shared/resources.ts'
import { sortKey } from '../content/shared/titles.ts'
import { nightDay } from '../shared/night-dates.ts'
import { fold } from '../shared/text/fold.ts'
import type { Dialect } from './connect.ts'
import { asCommonTable } from './item-queries.ts'
import { replaceMentions } from './mentions.ts'
import { getSearchableWords, writeIndex } from './search.ts'
import { deleteSlugs } from './slugs.ts'
import type { ContentRow, Tables } from './tables.ts'

type Db = Kysely<Tables>

export interface NewItem {
  id: string
  at: number
  by: string | null
  values: Record<string, string | number | null>
}

/** Computes columns such as `listedAt` from the declared columns in `values`. */
function computeDerivedColumns(
  resource: ResourceName,
  values: Record<string, unknown>,
  createdAt: number,
): Record<string, string | number> {
  const declaration = getDeclaration(resource)
  const name = values[declaration.nameField]
  const title = values[findTitleField(declaration) ?? '']
  return {
    ...(typeof name === 'string' && hasNameOrder(declaration) && { nameKey: sortKey(name) }),
    ...(typeof title === 'string' && { titleKey: fold(title) }),
    ...(hasNights(declaration) &&
      typeof values[declaration.orderBy ?? ''] === 'string' && {
        night: nightDay(String(values[declaration.orderBy ?? ''])),
      }),
    ...(values.publishAt !== undefined && { listedAt: Math.max(createdAt, Number(values.publishAt ?? 0)) }),
  }
}

/** Writes an item's words to the search index. Items in the trash are not indexed. */
async function indexWords(db: Db, dialect: Dialect, resource: ResourceName, row: ContentRow): Promise<void> {
  const words = row.deletedAt === null ? getSearchableWords(getDeclaration(resource), row) : null
  await writeIndex(db, dialect, resource, row.seq, words)
}

export async function insertItem(
  db: Db,
  dialect: Dialect,
  resource: ResourceName,
  item: NewItem,
): Promise<ContentRow> {
  const row = await db
    .insertInto(asCommonTable(resource))
    .values({
      id: item.id,
      version: 1,
      createdAt: item.at,
      updatedAt: item.at,
      updatedBy: item.by,
      listedAt: item.at,
      ...item.values,
      ...computeDerivedColumns(resource, item.values, item.at),
    } as never)
    .returningAll()
    .$castTo<ContentRow>()
    .executeTakeFirstOrThrow()
  await indexWords(db, dialect, resource, row)
  return row
}

/** Writes columns of an item. Computed columns follow. */
export async function updateItem(
  db: Db,
  dialect: Dialect,
  resource: ResourceName,
  { seq, createdAt }: ContentRow,
  columns: Partial<ContentRow>,
): Promise<ContentRow> {
  const row = await db
    .updateTable(asCommonTable(resource))
    .set({ ...columns, ...computeDerivedColumns(resource, columns, createdAt) } as never)
    .where('seq', '=', seq)
    .returningAll()
    .$castTo<ContentRow>()
    .executeTakeFirstOrThrow()
  await indexWords(db, dialect, resource, row)
  return row
}

/** Deletes an item for ever, with its preview, references and addresses. The item must be in the trash. */
export async function eraseItem(db: Db, resource: ResourceName, row: ContentRow): Promise<void> {
  await db.deleteFrom(asCommonTable(resource)).where('seq', '=', row.seq).execute()
  await db.deleteFrom('previews').where('resource', '=', resource).where('itemId', '=', row.id).execute()
  await replaceMediaRefs(db, resource, row.id, [])
  await replaceMentions(db, resource, row.id, [])
  await deleteSlugs(db, row.id)
}

/** Writes the manual order. @param ids of all items outside the trash, in their new order */
export async function writeOrder(tx: Db, resource: ResourceName, ids: string[]): Promise<void> {
  const places = ids.map((id, index) => sql`(${id}, ${sql.lit(index + 1)})`)
  await sql`update ${sql.table(resource)} set "position" = "places"."column2"
    from (values ${sql.join(places)}) as "places" where "id" = "places"."column1"`.execute(tx)
}

/** Stores which media an item refers to. The daily clean-up removes media without references. */
export async function replaceMediaRefs(
  db: Db,
  resource: string,
  itemId: string,
  mediaIds: string[],
): Promise<void> {
  const storedReferences = await db
    .selectFrom('mediaRefs')
    .select('mediaId')
    .where('resource', '=', resource)
    .where('itemId', '=', itemId)
    .execute()
  const before = new Set(storedReferences.map(({ mediaId }) => mediaId))
  const after = new Set(mediaIds)
  const removed = [...before.difference(after)]
  const added = [...after.difference(before)]
  if (removed.length > 0)
    await db
      .deleteFrom('mediaRefs')
      .where('resource', '=', resource)
      .where('itemId', '=', itemId)
      .where('mediaId', 'in', removed)
      .execute()
  if (added.length > 0)
    await db
      .insertInto('mediaRefs')
      .values(added.map((mediaId) => ({ mediaId, resource, itemId })))
      .execute()
}
