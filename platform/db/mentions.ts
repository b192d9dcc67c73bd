/** What rows of items refer to, and when they are revealed, beside the rows themselves: written with every item. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Reference } from '../content/shared/fields.ts'
import type { ResourceName } from '../content/shared/resources.ts'
import type { Tables } from './tables.ts'

type Db = Kysely<Tables>

export interface Mention {
  to: Reference | null
  /** ms since 1970; null: it is no secret. */
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

/** The condition that an item refers to another, as far as visitors know at an instant. */
export const mentioning = (resource: ResourceName, { resource: to, _id }: Reference, now: number) =>
  sql<boolean>`"id" in (
    select "itemId" from "mentions"
    where "toId" = ${_id} and "toResource" = ${to} and "resource" = ${resource} and ("revealAt" is null or "revealAt" <= ${now}))`

/** The condition that something of an item is still to be revealed. */
export const hasSecrets = (resource: ResourceName, now: number): RawBuilder<boolean> =>
  sql`"id" in (select "itemId" from "mentions" where "resource" = ${resource} and "revealAt" > ${now})`
