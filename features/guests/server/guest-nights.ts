/** Finds the nights of lists and doors, and numbers their changes. */
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../../../platform/db/tables.ts'

export interface GuestNight {
  id: string
  /** `YYYY-MM-DD`, with an optional `THH:mm`, on the club's clock. */
  date: string
  endsAt: string | null
  title: string | null
  status: 'scheduled' | 'cancelled' | 'postponed' | 'rescheduled'
  slug: string | null
}

/** Finds a night, also a hidden one. null when it is missing or in the trash */
export async function findGuestNight(db: Kysely<Tables>, id: string): Promise<GuestNight | null> {
  const row = await db
    .selectFrom('events')
    .select(['id', 'date', 'endsAt', 'title', 'status', 'slug'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return row ? { ...row, status: (row.status ?? 'scheduled') as GuestNight['status'] } : null
}

/**
 * Returns the number of the next change of a night's lists, guests or entries. It locks the night's row until the commit, so
 * changes commit in the order of their numbers, and a reader that has seen a number has seen all smaller ones.
 */
export async function nextCursor(tx: Transaction<Tables>, event: string): Promise<number> {
  const { cursor } = await tx
    .insertInto('doors')
    .values({ event, cursor: 1, token: null, pinHash: null, wrongPins: 0, openedAt: null, erasedAt: null })
    .onConflict((conflict) =>
      conflict.column('event').doUpdateSet((row) => ({ cursor: row('doors.cursor', '+', 1) })),
    )
    .returning('cursor')
    .executeTakeFirstOrThrow()
  return cursor
}

/** Returns the number of the night's last change. 0 before the first */
export async function readCursor(db: Kysely<Tables>, event: string): Promise<number> {
  const row = await db.selectFrom('doors').select('cursor').where('event', '=', event).executeTakeFirst()
  return row?.cursor ?? 0
}
