/**
 * The table `mentions`: references between items, and times of fields with a delayed reveal. Each write of an item replaces
 * the item's rows.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Reference } from '../content/shared/fields.ts'
import type { ResourceName } from '../content/shared/resources.ts'
import type { Tables } from './tables.ts'

type Db = Kysely<Tables>

export interface Mention {
  to: Reference | null
  /** Time from which visitors may see the reference. null: at once. ms since 1970 */
  revealAt: number | null
}

export async function replaceMentions(
  tx: Db,
  resource: ResourceName,
  itemId: string,
  mentions: Mention[],
): Promise<void> {
  await tx.deleteFrom('mentions').where('itemId', '=', itemId).execute()
  if (mentions.length === 0) return
  const rows = mentions.map(({ to, revealAt }, position) => ({
    itemId,
    position,
    resource,
    toResource: to?.resource ?? null,
    toId: to?._id ?? null,
    revealAt,
  }))
  await tx.insertInto('mentions').values(rows).execute()
}

/** Returns the condition that an item refers to another item in a field that visitors can see at `now`. */
export const refersTo = (resource: ResourceName, { resource: to, _id }: Reference, now: number) =>
  sql<boolean>`"id" in (
    select "itemId" from "mentions"
    where "toId" = ${_id} and "toResource" = ${to} and "resource" = ${resource} and ("revealAt" is null or "revealAt" <= ${now}))`

/** Returns the condition that an item has fields that visitors cannot see at `now`. */
export const hasUnrevealedFields = (resource: ResourceName, now: number): RawBuilder<boolean> =>
  sql`"id" in (select "itemId" from "mentions" where "resource" = ${resource} and "revealAt" > ${now})`
