/** Copies the lists and prices of a night to a copy of the night. Guests and links stay with the original. */
import type { CopyFeatureData } from '../../../platform/content/server/content.ts'
import { insertRows } from '../../../platform/content/server/private-rows.ts'
import { nextCursor } from './guest-nights.ts'

export const copyLists: CopyFeatureData = async (tx, { resource, from, to, at }) => {
  if (resource !== 'events') return
  const lists = await tx
    .selectFrom('guestLists')
    .select(['kind', 'name', 'quota', 'closes', 'conditions', 'maxCompanions', 'isPublic', 'note'])
    .where('event', '=', from)
    .where('deletedAt', 'is', null)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  const door = await tx
    .selectFrom('doors')
    .select('walkInPrices')
    .where('event', '=', from)
    .where('walkInPrices', 'is not', null)
    .executeTakeFirst()
  if (lists.length === 0 && !door) return
  const cursor = await nextCursor(tx, to)
  if (door) await tx.updateTable('doors').set(door).where('event', '=', to).execute()
  await insertRows(
    tx,
    'guestLists',
    lists.map((list) => ({ ...list, event: to, cursor })),
    at,
  )
}
