/** The lists of a night. Administrators create, change and delete them. */
import { randomUUIDv7 } from 'node:crypto'
import type { Transaction } from 'kysely'
import { type Outcome, problem, success } from '../../../platform/api/shared/outcome.ts'
import { createOnce, type KeyedRequest } from '../../../platform/db/idempotency.ts'
import type { Row, Tables } from '../../../platform/db/tables.ts'
import { LISTS_MAX } from '../shared/guest-limits.ts'
import { guestLinkPath } from '../shared/guest-paths.ts'
import type { GuestList, ListBody } from '../shared/guests.ts'
import { computeListClosing } from '../shared/list-hours.ts'
import { findGuestNight } from './guest-nights.ts'
import type { GuestsOptions } from './guests-options.ts'
import { type ListRow, presentListFields, readListRows } from './list-rows.ts'
import type { ChangeNight } from './night-changes.ts'

/** Time in which a deleted list or guest can be restored. ms */
export const RESTORE_MS = 3_600_000

export interface GuestLists {
  /** Reads the lists of a night, oldest first. null when the night does not exist */
  list(event: string): Promise<GuestList[] | null>
  create(event: string, body: ListBody, request?: KeyedRequest | null): Promise<Outcome<GuestList>>
  /**
   * Replaces a list. It restores a list that was deleted within the last hour, with its guests.
   * @param expected accepted versions; null accepts any
   */
  change(id: string, body: ListBody, expected: number[] | null): Promise<Outcome<GuestList>>
  remove(id: string): Promise<Outcome<null>>
}

export function createGuestLists(
  { database, settings, env, now }: GuestsOptions,
  changeNight: ChangeNight,
): GuestLists {
  const { read } = database

  async function present(event: string, rows: readonly ListRow[]): Promise<GuestList[] | null> {
    const night = await findGuestNight(read, event)
    if (!night) return null
    const { identity } = await settings.all()
    return rows.map((row) => presentList(row, night.date, identity.timeZone, env.siteUrl))
  }

  async function readOne(event: string, id: string): Promise<Outcome<GuestList>> {
    const row = (await readListRows(read, event)).find((list) => list.id === id)
    const [list] = (row && (await present(event, [row]))) ?? []
    return list ? success(list) : problem('not-found')
  }

  const findAnyList = (id: string): Promise<Row<'guestLists'> | undefined> =>
    read.selectFrom('guestLists').selectAll().where('id', '=', id).executeTakeFirst()

  return {
    list: async (event) => present(event, await readListRows(read, event)),

    create: (event, body, request = null) =>
      createOnce(read, {
        resource: 'guestLists',
        request,
        async create(remember) {
          const id = randomUUIDv7()
          const created = await changeNight(event, async (tx, { cursor }) => {
            if ((await countLists(tx, event)) >= LISTS_MAX) return problem('too-many-lists')
            const createdAt = now()
            await tx
              .insertInto('guestLists')
              .values({
                ...toColumns(body),
                id,
                event,
                version: 1,
                linkToken: null,
                linkedAt: null,
                createdAt,
                updatedAt: createdAt,
                deletedAt: null,
                cursor,
              })
              .execute()
            return remember(tx, id, createdAt)
          })
          return created.ok ? readOne(event, id) : created
        },
        async readCreated(id) {
          const list = await findAnyList(id)
          return list && list.event !== event ? problem('key-reused') : readOne(event, id)
        },
      }),

    async change(id, body, expected) {
      const found = await findAnyList(id)
      if (!found) return problem('not-found')
      const { event } = found
      const changed = await changeNight(event, async (tx, { cursor }) => {
        const row = await tx
          .selectFrom('guestLists')
          .select(['version', 'deletedAt'])
          .where('id', '=', id)
          .executeTakeFirst()
        if (!row || !isRestorable(row.deletedAt, now())) return problem('not-found')
        if (expected !== null && !expected.includes(row.version)) return problem('edited-meanwhile')
        if (row.deletedAt !== null) {
          if ((await countLists(tx, event)) >= LISTS_MAX) return problem('too-many-lists')
          // Guests that were deleted before their list stay deleted.
          await tx
            .updateTable('guests')
            .set({ deletedAt: null, cursor })
            .where('list', '=', id)
            .where('deletedAt', '=', row.deletedAt)
            .execute()
        }
        await tx
          .updateTable('guestLists')
          .set({
            ...toColumns(body),
            version: row.version + 1,
            updatedAt: now(),
            deletedAt: null,
            cursor,
          })
          .where('id', '=', id)
          .execute()
        return success(null)
      })
      return changed.ok ? readOne(event, id) : changed
    },

    async remove(id) {
      const found = await findAnyList(id)
      if (!found) return problem('not-found')
      return changeNight(found.event, async (tx, { cursor }) => {
        const deletedAt = now()
        const { numUpdatedRows } = await tx
          .updateTable('guestLists')
          .set((row) => ({ deletedAt, cursor, version: row('version', '+', 1) }))
          .where('id', '=', id)
          .where('deletedAt', 'is', null)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) return problem('not-found')
        await tx
          .updateTable('guests')
          .set({ deletedAt, cursor })
          .where('list', '=', id)
          .where('deletedAt', 'is', null)
          .execute()
        return success(null)
      })
    },
  }
}

/** True for rows that are not deleted, and for those that an undo may still restore. */
export const isRestorable = (deletedAt: number | null, at: number): boolean =>
  deletedAt === null || deletedAt > at - RESTORE_MS

async function countLists(tx: Transaction<Tables>, event: string): Promise<number> {
  const { n } = await tx
    .selectFrom('guestLists')
    .select((row) => row.fn.countAll<number>().as('n'))
    .where('event', '=', event)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(n)
}

const toColumns = ({ conditions, isPublic, ...body }: ListBody) => ({
  ...body,
  conditions: JSON.stringify(conditions),
  isPublic: isPublic ? 1 : 0,
})

const presentList = (row: ListRow, date: string, timeZone: string, siteUrl: string | null): GuestList => ({
  ...presentListFields(row),
  version: row.version,
  closesAt: toIso(computeListClosing(row.closes, date, timeZone)),
  invited: row.invited,
  arrived: row.arrived,
  link:
    row.linkToken === null
      ? null
      : {
          url: `${siteUrl ?? ''}${guestLinkPath(row.linkToken)}`,
          createdAt: toIso(row.linkedAt ?? row.updatedAt),
        },
  createdAt: toIso(row.createdAt),
  updatedAt: toIso(row.updatedAt),
})

export const toIso = (at: number): string => new Date(at).toISOString()
