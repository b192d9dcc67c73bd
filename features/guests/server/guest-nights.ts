/** Finds the nights of lists and doors, and numbers their changes. */
import type { Kysely, Transaction } from 'kysely'
import { formatItemName } from '../../../platform/content/shared/item-names.ts'
import { getDeclaration } from '../../../platform/content/shared/resources.ts'
import { isVisible } from '../../../platform/db/publication.ts'
import type { ContentRow, Tables } from '../../../platform/db/tables.ts'

export interface GuestNight extends Pick<ContentRow, 'deletedAt' | 'draft' | 'publishAt' | 'unpublishAt'> {
  id: string
  /** `YYYY-MM-DD`, with an optional `THH:mm`, on the club's clock. */
  date: string
  endsAt: string | null
  title: string | null
  status: 'scheduled' | 'cancelled' | 'postponed' | 'rescheduled'
  slug: string | null
}

/** Finds a night, also a hidden one. null when it is missing or in the trash */
export const findGuestNight = async (db: Kysely<Tables>, id: string): Promise<GuestNight | null> =>
  (await findGuestNights(db, [id]))[0] ?? null

/** Finds nights, also hidden ones, without those that are missing or in the trash. */
export async function findGuestNights(db: Kysely<Tables>, ids: readonly string[]): Promise<GuestNight[]> {
  const rows = await db
    .selectFrom('events')
    .select(['id', 'date', 'endsAt', 'title', 'status', 'slug'])
    .select(['deletedAt', 'draft', 'publishAt', 'unpublishAt'])
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .execute()
  return rows.map((row) => ({ ...row, status: (row.status ?? 'scheduled') as GuestNight['status'] }))
}

/** True when visitors see the night's page. */
export const isPublicNight = (night: GuestNight, at: number): boolean => isVisible(night, at)

/** True when the night takes place on its date, so that guests can still be added by links and visitors. */
export const takesPlace = ({ status }: GuestNight): boolean =>
  status === 'scheduled' || status === 'rescheduled'

/** Returns what pages of guests show of a night. `path` is null while visitors cannot see its page. */
export function summarizeNight(night: GuestNight, at: number) {
  const declaration = getDeclaration('events')
  const isPublic = night.slug !== null && isPublicNight(night, at)
  return {
    _id: night.id,
    title: formatItemName(declaration, { title: night.title, date: night.date }),
    date: night.date,
    path: isPublic ? `${declaration.page?.path}${night.slug}` : null,
  }
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
