/** Erases the names of guests after the night. The rows stay for the totals of the night. */
import { type ExpressionBuilder, type Kysely, sql, type Transaction } from 'kysely'
import { RESTORE_MS } from '../../../platform/content/server/private-rows.ts'
import { toSettingsRow } from '../../../platform/content/server/settings-rows.ts'
import type { Database } from '../../../platform/db/connect.ts'
import { recordErasures } from '../../../platform/db/erasures.ts'
import { findStoredGroup } from '../../../platform/db/settings.ts'
import type { Tables } from '../../../platform/db/tables.ts'
import { RETENTION_DAYS } from '../shared/guest-limits.ts'
import { computeDoorEnd } from '../shared/list-hours.ts'
import { type GuestNight, nextCursor } from './guest-nights.ts'
import { readGuestSettings } from './guest-settings.ts'

type Db = Kysely<Tables>

const DAY_MS = 86_400_000

/** A night that gets a past date keeps its names for this time, so that a mistyped date can be corrected. ms */
const CORRECTION_MS = DAY_MS

export interface GuestErasure {
  /** Erases the names that are due. @param at ms since 1970 */
  tidy(at: number): Promise<void>
}

/**
 * Returns when the names of a night are erased. Names of a postponed night are kept for the longest period, because its old
 * date is not the date of the night. ms since 1970
 * @param days the setting `guestRetentionDays`
 */
export const computeErasureTime = (
  { date, status }: Pick<GuestNight, 'date' | 'status'>,
  days: number,
  timeZone: string,
): number => computeDoorEnd(date, timeZone) + (status === 'postponed' ? RETENTION_DAYS.max : days) * DAY_MS

export const createGuestErasure = (database: Pick<Database, 'read' | 'write'>): GuestErasure => ({
  async tidy(at) {
    const { due, missing } = await findDueNights(database.read, at)
    // Each night has a transaction of its own, so that the door of another night does not wait for long.
    for (const event of due)
      await database.write(async (tx) => {
        await eraseNight(tx, event, at)
        await recordErasures(tx, 'nights', [event], at)
      })
    for (const event of missing)
      await database.write(async (tx) => {
        await deleteNight(tx, event)
        await recordErasures(tx, 'nights', [event], at)
      })
    await eraseDeletedGuests(database, at)
  },
})

/**
 * Erases the names of nights that are due, in one transaction. A restore calls it. The first start after the restore erases
 * deleted guests and missing nights. It records no erasures: with a wrong clock, the next restore must keep the names.
 */
export async function eraseDueNights(tx: Transaction<Tables>, at: number): Promise<void> {
  for (const event of (await findDueNights(tx, at)).due) await eraseNight(tx, event, at)
}

/** Erases the restored names that are in the list of erasures. @returns the number of names */
export async function repeatGuestErasures(tx: Transaction<Tables>): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('guests')
    .from('erasures')
    .set((row) => ({
      ...NO_NAME,
      deletedAt: row.fn.coalesce('guests.deletedAt', 'erasures.at'),
    }))
    .whereRef('erasures.id', '=', 'guests.id')
    .where('erasures.kind', '=', 'guests')
    .where('guests.name', '<>', '')
    .executeTakeFirst()
  const nights = await tx
    .selectFrom('erasures')
    .innerJoin('doors', 'doors.event', 'erasures.id')
    .select(['erasures.id', 'erasures.at'])
    .where('erasures.kind', '=', 'nights')
    // A night that got other names after its erasure has the time of this erasure in the archive, so these names stay.
    .where((row) => row.or([row('erasedAt', 'is', null), row('erasedAt', '<', row.ref('erasures.at'))]))
    .execute()
  let names = Number(numUpdatedRows)
  for (const { id, at } of nights) names += await eraseNight(tx, id, at)
  return names
}

/** Finds the nights whose names are due, and the nights that no longer exist. */
async function findDueNights(db: Db, at: number): Promise<{ due: string[]; missing: string[] }> {
  // Each night with lists or a door has a row in `doors`.
  const nights = await db
    .selectFrom('doors')
    .leftJoin('events', 'events.id', 'doors.event')
    .select(['doors.event', 'events.date', 'events.status', 'events.updatedAt'])
    .where((row) =>
      row.or([
        row('events.id', 'is', null),
        row('doors.token', 'is not', null),
        row.exists(
          row
            .selectFrom('guests')
            .select('guests.id')
            .whereRef('guests.event', '=', 'doors.event')
            .where((guest) => guest.or([guest('guests.name', '<>', ''), isUnusedRow(guest)])),
        ),
        row.exists(
          row
            .selectFrom('guestLists')
            .select('guestLists.id')
            .whereRef('guestLists.event', '=', 'doors.event')
            .where((list) =>
              list('guestLists.linkToken', 'is not', null).or('guestLists.note', 'is not', null),
            ),
        ),
      ]),
    )
    .execute()
  if (nights.length === 0) return { due: [], missing: [] }
  const { guestRetentionDays } = await readGuestSettings(db)
  const { timeZone } = toSettingsRow('identity', await findStoredGroup(db, 'identity'))
  const zone = String(timeZone)
  const isDue = (date: string, status: string | null, updatedAt: number) => {
    const night = { date, status: status as GuestNight['status'] }
    const isCorrectable =
      updatedAt > computeDoorEnd(date, zone) && updatedAt <= at && at < updatedAt + CORRECTION_MS
    return at >= computeErasureTime(night, guestRetentionDays, zone) && !isCorrectable
  }
  return {
    due: nights.flatMap(({ event, date, status, updatedAt }) =>
      date !== null && isDue(date, status, updatedAt ?? 0) ? [event] : [],
    ),
    missing: nights.flatMap(({ event, date }) => (date === null ? [event] : [])),
  }
}

/** True for a deleted guest with whose name nobody has entered. Totals of the night do not need the row. */
const isUnusedRow = (guest: ExpressionBuilder<Tables, 'guests'>) =>
  guest.and([
    guest('guests.deletedAt', 'is not', null),
    guest.not(
      guest.exists(
        guest
          .selectFrom('doorEntries')
          .select('doorEntries.id')
          .whereRef('doorEntries.guest', '=', 'guests.id'),
      ),
    ),
  ])

const NO_NAME = { name: '', nameKey: '', note: null, code: null, document: null, tokenHash: null }

/** @returns the number of erased names */
async function eraseNight(tx: Transaction<Tables>, event: string, at: number): Promise<number> {
  const cursor = await nextCursor(tx, event)
  const { numUpdatedRows } = await tx
    .updateTable('guests')
    .set({ ...NO_NAME, cursor })
    .where('event', '=', event)
    .where('name', '<>', '')
    .executeTakeFirst()
  await tx.deleteFrom('guests').where('event', '=', event).where(isUnusedRow).execute()
  await forgetRequests(tx, event)
  await tx
    .updateTable('guestLists')
    .set({ linkToken: null, linkedAt: null, note: null, cursor })
    .where('event', '=', event)
    .execute()
  await tx.deleteFrom('doorSessions').where('event', '=', event).execute()
  await tx
    .updateTable('doors')
    .set({ token: null, pinHash: null, erasedAt: at })
    .where('event', '=', event)
    .execute()
  return Number(numUpdatedRows)
}

/** Deletes stored requests that added guests, because the hash of a body with one name can be guessed. */
const forgetRequests = (tx: Transaction<Tables>, event: string) =>
  tx
    .deleteFrom('idempotency')
    .where('resource', '=', 'guests')
    .where((row) =>
      row.exists(
        row
          .selectFrom('guestLists')
          .select('guestLists.id')
          .where('guestLists.event', '=', event)
          .where(sql<boolean>`"idempotency"."itemId" like "guestLists"."id" || ' %'`),
      ),
    )
    .execute()

/** Deletes all rows of a night that was deleted for ever. */
async function deleteNight(tx: Transaction<Tables>, event: string): Promise<void> {
  await forgetRequests(tx, event)
  for (const table of ['guests', 'guestLists', 'doorEntries', 'doorSessions', 'doors'] as const)
    await tx.deleteFrom(table).where('event', '=', event).execute()
}

/** Erases the names of guests that can no longer be restored. */
async function eraseDeletedGuests(database: Pick<Database, 'read' | 'write'>, at: number): Promise<void> {
  const expired = (db: Db) =>
    db
      .selectFrom('guests')
      .select('id')
      .where('deletedAt', '<=', at - RESTORE_MS)
      .where('name', '<>', '')
  // Checks without a lock first, because usually no guest was deleted.
  if (!(await expired(database.read).limit(1).executeTakeFirst())) return
  await database.write(async (tx) => {
    const erased = await tx
      .updateTable('guests')
      .set(NO_NAME)
      .where('id', 'in', expired(tx))
      .returning('id')
      .execute()
    await recordErasures(
      tx,
      'guests',
      erased.map(({ id }) => id),
      at,
    )
  })
}
