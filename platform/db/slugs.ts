/**
 * Last parts of page addresses: the column `slug` of resources with pages, and the table `slugs`, which also has redirects.
 */
import type { ExpressionBuilder, Kysely } from 'kysely'
import type { ResourceName } from '../content/shared/resources.ts'
import { type Dialect, lockUntilCommit } from './connect.ts'
import type { Tables } from './tables.ts'

type Db = Kysely<Tables>

export interface SlugOwner {
  /** Path above the resource's pages, such as /fechas/. */
  path: string
  resource: ResourceName
  id: string
}

/**
 * Gives an item the wanted slug, or that slug with the first free number. If the slug redirected to another item, the
 * redirect is removed.
 * @param own present slug; null when the item has none
 * @returns the item's slug
 */
export async function claimSlug(
  tx: Db,
  dialect: Dialect,
  { path, resource, id }: SlugOwner,
  { wanted, own }: { wanted: string; own: string | null },
): Promise<string> {
  // The item already has the wanted slug, perhaps with a number.
  if (
    own !== null &&
    (own === wanted || (own.startsWith(`${wanted}-`) && /^\d+$/.test(own.slice(wanted.length + 1))))
  )
    return own
  await lockUntilCommit(tx, dialect, 'slugs')
  for (let count = 1; ; count++) {
    const slug = count === 1 ? wanted : `${wanted}-${count}`
    const taken = await tx
      .selectFrom('slugs')
      .select('itemId')
      .where('path', '=', path)
      .where('slug', '=', slug)
      .where('isOwn', '=', 1)
      .where('itemId', '<>', id)
      .executeTakeFirst()
    if (taken) continue
    const owner = { resource, itemId: id, isOwn: 1, wasVisible: 0 }
    await tx
      .insertInto('slugs')
      .values({ path, slug, ...owner })
      .onConflict((conflict) => conflict.columns(['path', 'slug']).doUpdateSet(owner))
      .execute()
    return slug
  }
}

/** Returns the condition that finds the row of an item's slug. */
const matchesSlug =
  ({ path, id }: SlugOwner, slug: string) =>
  (eb: ExpressionBuilder<Tables, 'slugs'>) =>
    eb.and({ path, slug, itemId: id })

/** Stores that visitors saw the item under this slug. */
export async function rememberSlug(tx: Db, owner: SlugOwner, slug: string): Promise<void> {
  await tx.updateTable('slugs').set({ wasVisible: 1 }).where(matchesSlug(owner, slug)).execute()
}

/** Takes a slug from an item. It becomes a redirect if visitors saw the item under it. Otherwise it is free again. */
export async function releaseSlug(tx: Db, owner: SlugOwner, slug: string): Promise<void> {
  const own = matchesSlug(owner, slug)
  await tx.deleteFrom('slugs').where(own).where('wasVisible', '=', 0).execute()
  await tx.updateTable('slugs').set({ isOwn: 0 }).where(own).execute()
}

/** Finds the item of the first of these slugs that an item has. The slug may be a redirect. */
export async function findSlug(db: Db, path: string, slugs: readonly [string, string]) {
  const rows = await db
    .selectFrom('slugs')
    .select(['slug', 'resource', 'itemId'])
    .where('path', '=', path)
    .where('slug', 'in', slugs)
    .execute()
  return rows.find(({ slug }) => slug === slugs[0]) ?? rows[0]
}

/** Lists all slugs of several items, including redirects. */
export async function listSlugs(
  db: Db,
  path: string,
  ids: string[],
): Promise<{ slug: string; itemId: string }[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('slugs')
    .select(['slug', 'itemId'])
    .where('path', '=', path)
    .where('itemId', 'in', ids)
    .execute()
}

/** Deletes all slugs of a deleted item, including redirects. */
export async function deleteSlugs(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('slugs').where('itemId', '=', id).execute()
}
