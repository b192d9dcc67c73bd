/** Copies the lists of a night to a copy of the night. Guests and links stay with the original. */
import { randomUUIDv7 } from 'node:crypto'
import type { CopyFeatureData } from '../../../platform/content/server/content.ts'
import { nextCursor } from './guest-nights.ts'

export const copyLists: CopyFeatureData = async (tx, { resource, from, to, at }) => {
  if (resource !== 'events') return
  const lists = await tx
    .selectFrom('guestLists')
    .select(['name', 'quota', 'closes', 'conditions', 'maxCompanions', 'isPublic', 'note'])
    .where('event', '=', from)
    .where('deletedAt', 'is', null)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  if (lists.length === 0) return
  const cursor = await nextCursor(tx, to)
  // Ids of one millisecond are in random order. Sorted, they keep the order of the lists.
  const ids = lists.map(() => randomUUIDv7()).sort()
  await tx
    .insertInto('guestLists')
    .values(
      lists.map((list, index) => ({
        ...list,
        id: ids[index] as string,
        event: to,
        version: 1,
        linkToken: null,
        linkedAt: null,
        createdAt: at,
        updatedAt: at,
        deletedAt: null,
        cursor,
      })),
    )
    .execute()
}
