/** The lists of a night. Administrators create, change and delete them. */
import type { Transaction } from 'kysely'
import { problem, success } from '../../../platform/api/shared/outcome.ts'
import { createPrivateRows, type PrivateRows } from '../../../platform/content/server/private-rows.ts'
import type { Tables } from '../../../platform/db/tables.ts'
import { LISTS_MAX } from '../shared/guest-limits.ts'
import { guestLinkPath } from '../shared/guest-paths.ts'
import type { GuestList, ListBody } from '../shared/guests.ts'
import { chooseClosing, computeListClosing } from '../shared/list-hours.ts'
import { findGuestNight } from './guest-nights.ts'
import type { GuestsOptions } from './guests-options.ts'
import { type ListRow, presentListFields, readListRows } from './list-rows.ts'
import type { ChangeNight, NightId } from './night-changes.ts'

export interface GuestLists extends PrivateRows<'guestLists', NightId, ListBody, GuestList> {
  /** Reads the lists of a night, oldest first. null when the night does not exist */
  list(event: string): Promise<GuestList[] | null>
}

export function createGuestLists(
  { database: { read }, settings, env, now }: GuestsOptions,
  changeNight: ChangeNight,
): GuestLists {
  async function list(event: string): Promise<GuestList[] | null> {
    const night = await findGuestNight(read, event)
    if (!night) return null
    const { identity } = await settings.all()
    const rows = await readListRows(read, event)
    return rows.map((row) => presentList(row, night.date, identity.timeZone, env.siteUrl))
  }

  const rows = createPrivateRows<'guestLists', NightId, ListBody, GuestList>(
    { read, now },
    {
      table: 'guestLists',
      transact: ({ event }, work) => changeNight(event, (tx, { cursor }) => work(tx, { cursor })),
      toColumns: ({ kind, conditions, isPublic, ...body }) => ({
        ...body,
        ...(kind && { kind }),
        conditions: JSON.stringify(conditions),
        isPublic: isPublic ? 1 : 0,
      }),
      async follow(tx, before, { event, deletedAt, cursor, kind, isPublic }) {
        if (before && before.kind !== kind)
          return refuseField('kind', 'Una lista no cambia de clase: hacé otra.')
        if (kind === 'tickets' && isPublic === 1)
          return refuseField('isPublic', 'Nadie se anota en una lista de entradas.')
        if (before?.deletedAt === deletedAt) return null
        if (deletedAt === null && (await countLists(tx, event)) >= LISTS_MAX) return problem('too-many-lists')
        // Guests are deleted and restored with their list. Guests that were deleted before it stay deleted.
        if (before)
          await tx
            .updateTable('guests')
            .set({ deletedAt, cursor })
            .where('list', '=', before.id)
            .where('deletedAt', 'is not distinct from', before.deletedAt)
            .execute()
        return null
      },
      async present({ event, id }) {
        const found = (await list(event))?.find(({ _id }) => _id === id)
        return found ? success(found) : problem('not-found')
      },
    },
  )

  return {
    list,
    ...rows,
    async create({ event }, body, request) {
      const night = body.closes === null ? await findGuestNight(read, event) : null
      const { identity } = await settings.all()
      const closes = night ? chooseClosing(body, night, now(), identity.timeZone) : body.closes
      return rows.create({ event }, { ...body, closes }, request)
    },
  }
}

const refuseField = (field: string, message: string) =>
  problem('invalid-fields', { errors: [{ field, message }] })

async function countLists(tx: Transaction<Tables>, event: string): Promise<number> {
  const { n } = await tx
    .selectFrom('guestLists')
    .select((row) => row.fn.countAll<number>().as('n'))
    .where('event', '=', event)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(n)
}

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
