/** The guests of a list. Administrators add, change and delete them. */
import type { Kysely } from 'kysely'
import { type Outcome, problem, success } from '../../../platform/api/shared/outcome.ts'
import { createOnce, type KeyedRequest } from '../../../platform/db/idempotency.ts'
import type { Row, Tables } from '../../../platform/db/tables.ts'
import { getNameKey } from '../shared/guest-names.ts'
import type { AddedGuests, Guest, GuestBody, NewGuests } from '../shared/guests.ts'
import { isRestorable, toIso } from './guest-lists.ts'
import { findGuestNight } from './guest-nights.ts'
import { insertGuests, parseNewGuests, refuseGuests, refuseOverQuota, removeGuest } from './guest-writes.ts'
import type { GuestsOptions } from './guests-options.ts'
import { findList, type GuestRow, presentGuestFields, readGuestRows, readInvitedList } from './list-rows.ts'
import type { ChangeNight } from './night-changes.ts'

export interface GuestsOfList {
  /** Reads the guests of a list in the order in which they were added. null when the list does not exist */
  list(listId: string): Promise<Guest[] | null>
  /** Adds all guests of a body, or none. */
  add(listId: string, body: NewGuests, request?: KeyedRequest | null): Promise<Outcome<AddedGuests>>
  /** Replaces a guest. It restores a guest that was deleted within the last hour. */
  change(id: string, body: GuestBody, expected: number[] | null): Promise<Outcome<Guest>>
  remove(id: string): Promise<Outcome<null>>
}

export function createGuestsOfList(
  { database, now }: Pick<GuestsOptions, 'database' | 'now'>,
  changeNight: ChangeNight,
): GuestsOfList {
  const { read } = database

  async function readOne(event: string, id: string): Promise<Outcome<Guest>> {
    const rows = await readGuestRows(read, event, { ids: [id] })
    const [guest] = await presentGuests(read, event, rows)
    return guest ? success(guest) : problem('not-found')
  }

  const findAnyGuest = (id: string): Promise<Row<'guests'> | undefined> =>
    read.selectFrom('guests').selectAll().where('id', '=', id).where('name', '<>', '').executeTakeFirst()

  return {
    async list(listId) {
      const list = await findList(read, listId)
      if (!list || !(await findGuestNight(read, list.event))) return null
      return presentGuests(read, list.event, await readGuestRows(read, list.event, { list: listId }))
    },

    async add(listId, body, request = null) {
      const parsed = parseNewGuests(body)
      if (!parsed.ok) return parsed
      const found = await findList(read, listId)
      if (!found) return problem('not-found')
      const { event } = found
      return createOnce(read, {
        resource: 'guests',
        request,
        create: (remember) =>
          changeNight(event, async (tx, { cursor }) => {
            const list = await readInvitedList(tx, event, listId)
            if (!list) return problem('not-found')
            const refusal = await refuseGuests(tx, list, parsed.value)
            if (refusal) return refusal
            const at = now()
            const ids = await insertGuests(tx, list, parsed.value, { addedBy: 'administrator', at, cursor })
            const remembered = await remember(tx, `${listId} ${ids[0]} ${ids.at(-1)}`, at)
            if (!remembered.ok) return remembered
            const added = new Set(ids)
            return success(await presentAdded(tx, list, ({ id }) => added.has(id)))
          }),
        async readCreated(ids) {
          const [ofList, first = '', last = ''] = ids.split(' ')
          if (ofList !== listId) return problem('key-reused')
          return success(await presentAdded(read, found, ({ id }) => id >= first && id <= last))
        },
      })
    },

    async change(id, body, expected) {
      const found = await findAnyGuest(id)
      if (!found) return problem('not-found')
      const { event } = found
      const changed = await changeNight(event, async (tx, { cursor }) => {
        const row = await tx
          .selectFrom('guests')
          .select(['version', 'companions', 'deletedAt'])
          .where('id', '=', id)
          .where('name', '<>', '')
          .executeTakeFirst()
        const list = await readInvitedList(tx, event, found.list)
        if (!row || !list || !isRestorable(row.deletedAt, now())) return problem('not-found')
        if (expected !== null && !expected.includes(row.version)) return problem('edited-meanwhile')
        const invited = row.deletedAt === null ? row.companions + 1 : 0
        const refusal = refuseOverQuota(list, body.companions + 1 - invited)
        if (refusal) return refusal
        await tx
          .updateTable('guests')
          .set({
            ...body,
            nameKey: getNameKey(body.name),
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
      const found = await findAnyGuest(id)
      if (!found) return problem('not-found')
      return changeNight(found.event, (tx, { cursor }) => removeGuest(tx, id, { at: now(), cursor }))
    },
  }
}

async function presentGuests(db: Kysely<Tables>, event: string, rows: readonly GuestRow[]): Promise<Guest[]> {
  if (rows.length === 0) return []
  const repeated = await db
    .selectFrom('guests')
    .select('nameKey')
    .where('event', '=', event)
    .where('deletedAt', 'is', null)
    .where('nameKey', '<>', '')
    .groupBy('nameKey')
    .having((row) => row(row.fn.countAll(), '>', 1))
    .execute()
  const keys = new Set(repeated.map(({ nameKey }) => nameKey))
  return rows.map((row) => ({
    ...presentGuestFields(row),
    version: row.version,
    addedBy: row.addedBy,
    isDuplicate: keys.has(row.nameKey),
    createdAt: toIso(row.createdAt),
    updatedAt: toIso(row.updatedAt),
  }))
}

async function presentAdded(
  db: Kysely<Tables>,
  { event, id: list }: Pick<Row<'guestLists'>, 'event' | 'id'>,
  isAdded: (guest: GuestRow) => boolean,
): Promise<AddedGuests> {
  const rows = await readGuestRows(db, event, { list })
  const data = await presentGuests(db, event, rows.filter(isAdded))
  const duplicates = new Set(data.filter(({ isDuplicate }) => isDuplicate).map(({ name }) => name))
  return { data, duplicates: [...duplicates] }
}
