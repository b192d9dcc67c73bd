/** Addresses of pages: the column `slug` of a resource whose items have pages, and the table of all of them. */
import type { ExpressionBuilder, Kysely } from 'kysely'
import type { ResourceName } from '../content/shared/resources.ts'
import { type Dialect, inTurn } from './connect.ts'
import type { Tables } from './tables.ts'

type Db = Kysely<Tables>

export interface SlugOwner {
  /** The path above its pages. */
  path: string
  resource: ResourceName
  id: string
}

/**
 * Gives an item the slug that it would have to itself, or that with the first number that is free. What led to another item
 * from there ends.
 * @param own what it has now; null: nothing
 * @returns its slug
 */
export async function claimSlug(
  tx: Db,
  dialect: Dialect,
  { path, resource, id }: SlugOwner,
  { wanted, own }: { wanted: string; own: string | null },
): Promise<string> {
  // Numbered or not, it says the same.
  if (
    own !== null &&
    (own === wanted || (own.startsWith(`${wanted}-`) && /^\d+$/.test(own.slice(wanted.length + 1))))
  )
    return own
  await inTurn(tx, dialect, 'slugs')
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

/** The condition of an item's address. */
const addressOf =
  ({ path, id }: SlugOwner, slug: string) =>
  (eb: ExpressionBuilder<Tables, 'slugs'>) =>
    eb.and({ path, slug, itemId: id })

/** Visitors saw the item under its slug. */
export async function rememberSlug(tx: Db, owner: SlugOwner, slug: string): Promise<void> {
  await tx.updateTable('slugs').set({ wasVisible: 1 }).where(addressOf(owner, slug)).execute()
}

/** An item has a slug no more: it leads to the item where visitors saw it, else it is free. */
export async function releaseSlug(tx: Db, owner: SlugOwner, slug: string): Promise<void> {
  const own = addressOf(owner, slug)
  await tx.deleteFrom('slugs').where(own).where('wasVisible', '=', 0).execute()
  await tx.updateTable('slugs').set({ isOwn: 0 }).where(own).execute()
}

/** The item that a slug leads to, whether or not it is the item's own. */
export const findSlug = (db: Db, path: string, slug: string) =>
  db
    .selectFrom('slugs')
    .select(['resource', 'itemId'])
    .where('path', '=', path)
    .where('slug', '=', slug)
    .executeTakeFirst()

/** All slugs that lead, or led, to some items. */
export async function slugsOf(
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

/** Deletes what an item that is gone for good left. */
export async function forgetSlugs(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('slugs').where('itemId', '=', id).execute()
}
