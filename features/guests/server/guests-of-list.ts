/** The guests of a list. Administrators add, change and delete them. */
import type { Kysely } from 'kysely'
import { type Outcome, problem, success } from '../../../platform/api/shared/outcome.ts'
import { createPrivateRows, type PrivateRows } from '../../../platform/content/server/private-rows.ts'
import { createOnce, type KeyedRequest } from '../../../platform/db/idempotency.ts'
import type { Row, Tables } from '../../../platform/db/tables.ts'
import { getNameKey } from '../shared/guest-names.ts'
import type { AddedGuests, Guest, GuestBody, NewGuests } from '../shared/guests.ts'
import type { PastedLine } from '../shared/pasted-names/pasted-line.ts'
import { toIso } from './guest-lists.ts'
import { findGuestNight } from './guest-nights.ts'
import {
  insertGuests,
  limitNewGuests,
  listUnsaved,
  parseNewGuests,
  previewPastedLines,
  refuseGuests,
  refuseOverQuota,
} from './guest-writes.ts'
import type { GuestsOptions } from './guests-options.ts'
import { findList, type GuestRow, presentGuestFields, readGuestRows, readInvitedList } from './list-rows.ts'
import type { ChangeNight, NightId } from './night-changes.ts'

export interface GuestsOfList extends Omit<PrivateRows<'guests', NightId, GuestBody, Guest>, 'create'> {
  /** Reads the guests of a list in the order in which they were added. null when the list does not exist */
  list(listId: string): Promise<Guest[] | null>
  /** Reads a pasted text as `add` does, without a write. */
  preview(listId: string, text: string): Promise<Outcome<{ lines: PastedLine[] }>>
  /** Adds all rows of a body, or none. Of a pasted text, adds the lines that are guests. */
  add(listId: string, body: NewGuests, request?: KeyedRequest | null): Promise<Outcome<AddedGuests>>
}

export function createGuestsOfList(
  { database: { read }, now }: Pick<GuestsOptions, 'database' | 'now'>,
  changeNight: ChangeNight,
): GuestsOfList {
  return {
    async list(listId) {
      const list = await findList(read, listId)
      if (!list || !(await findGuestNight(read, list.event))) return null
      return presentGuests(read, list.event, await readGuestRows(read, list.event, { list: listId }))
    },

    async preview(listId, text) {
      const found = await findList(read, listId)
      if (!found || !(await findGuestNight(read, found.event))) return problem('not-found')
      const list = await readInvitedList(read, found.event, listId)
      return list ? previewPastedLines(text, list) : problem('not-found')
    },

    async add(listId, body, request = null) {
      const found = await findList(read, listId)
      if (!found) return problem('not-found')
      const { event } = found
      return createOnce(read, {
        resource: 'guests',
        request,
        create: (remember) => {
          const parsed = parseNewGuests(body)
          return changeNight(event, async (tx, { cursor }) => {
            const list = await readInvitedList(tx, event, listId)
            if (!list) return problem('not-found')
            if (!parsed.ok) return parsed
            const { guests, unsaved } = limitNewGuests(parsed.value, list)
            const refusal = await refuseGuests(tx, list, guests)
            if (refusal) return refusal
            const at = now()
            const ids = await insertGuests(tx, list, guests, { addedBy: 'administrator', at, cursor })
            const remembered = await remember(tx, `${listId} ${ids[0]} ${ids.at(-1)}`, at)
            if (!remembered.ok) return remembered
            const added = new Set(ids)
            return success({ ...(await presentAdded(tx, list, ({ id }) => added.has(id))), unsaved })
          })
        },
        async readCreated(ids) {
          const [ofList, first = '', last = ''] = ids.split(' ')
          if (ofList !== listId) return problem('key-reused')
          const added = await presentAdded(read, found, ({ id }) => id >= first && id <= last)
          return success({ ...added, unsaved: listUnsaved(body, found, added.data) })
        },
      })
    },

    ...createPrivateRows<'guests', NightId, GuestBody, Guest>(
      { read, now },
      {
        table: 'guests',
        transact: ({ event }, work) => changeNight(event, (tx, { cursor }) => work(tx, { cursor })),
        toColumns: (body) => ({ ...body, nameKey: getNameKey(body.name) }),
        async follow(tx, before, after) {
          if (before?.name === '') return problem('not-found')
          if (after.deletedAt !== null) return null
          const list = await readInvitedList(tx, after.event, after.list)
          if (!list) return problem('not-found')
          return refuseOverQuota(list, countPeople(after) - countPeople(before))
        },
        async present({ event, id }) {
          const [guest] = await presentGuests(read, event, await readGuestRows(read, event, { ids: [id] }))
          return guest ? success(guest) : problem('not-found')
        },
      },
    ),
  }
}

/** Counts the people of a guest: none when it is deleted or new. */
const countPeople = (guest: Pick<Row<'guests'>, 'deletedAt' | 'companions'> | null): number =>
  guest?.deletedAt === null ? guest.companions + 1 : 0

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
    document: row.document,
    refusal: row.refusal,
    isDuplicate: keys.has(row.nameKey),
    createdAt: toIso(row.createdAt),
    updatedAt: toIso(row.updatedAt),
  }))
}

async function presentAdded(
  db: Kysely<Tables>,
  { event, id: list }: Pick<Row<'guestLists'>, 'event' | 'id'>,
  isAdded: (guest: GuestRow) => boolean,
): Promise<Omit<AddedGuests, 'unsaved'>> {
  const rows = await readGuestRows(db, event, { list })
  const data = await presentGuests(db, event, rows.filter(isAdded))
  const duplicates = new Set(data.filter(({ isDuplicate }) => isDuplicate).map(({ name }) => name))
  return { data, duplicates: [...duplicates] }
}
