/** The guests of a list. Administrators add, change and delete them. */
import { randomUUIDv7 } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { type Outcome, type ProblemOutcome, problem, success } from '../../../platform/api/shared/outcome.ts'
import { findIdempotency, rememberIdempotency } from '../../../platform/db/item-writes.ts'
import type { Row, Tables } from '../../../platform/db/tables.ts'
import { GUEST_NAME_MAX, GUESTS_MAX, PASTED_LINES_MAX } from '../shared/guest-limits.ts'
import { getNameKey, parsePastedNames } from '../shared/guest-names.ts'
import type { AddedGuests, Guest, GuestBody, NewGuests } from '../shared/guests.ts'
import { type GuestRequest, isRestorable, toIso } from './guest-lists.ts'
import { findGuestNight } from './guest-nights.ts'
import type { GuestsOptions } from './guests-options.ts'
import { findList, type GuestRow, type InvitedList, readGuestRows, readInvitedList } from './list-rows.ts'
import type { ChangeNight } from './night-changes.ts'

export interface GuestsOfList {
  /** Reads the guests of a list in the order in which they were added. null when the list does not exist */
  list(listId: string): Promise<Guest[] | null>
  /** Adds all guests of a body, or none. */
  add(listId: string, body: NewGuests, request?: GuestRequest | null): Promise<Outcome<AddedGuests>>
  /** Replaces a guest. It restores a guest that was deleted within the last hour. */
  change(id: string, body: GuestBody, expected: number[] | null): Promise<Outcome<Guest>>
  remove(id: string): Promise<Outcome<null>>
}

export function createGuestsOfList(
  { database, now }: Pick<GuestsOptions, 'database' | 'now'>,
  changeNight: ChangeNight,
): GuestsOfList {
  const { read } = database

  /** Finds the guests that an earlier copy of the request added. */
  async function findRepeated(
    list: Row<'guestLists'>,
    request: GuestRequest | null,
  ): Promise<Outcome<AddedGuests> | null> {
    const earlier = request && (await findIdempotency(read, { ...request, resource: 'guests' }))
    if (!earlier) return null
    const [listId, first = '', last = ''] = earlier.itemId.split(' ')
    if (earlier.fingerprint !== request.fingerprint || listId !== list.id) return problem('key-reused')
    const rows = await readGuestRows(read, list.event, { list: list.id })
    return success(
      await presentAdded(
        read,
        list.event,
        rows.filter(({ id }) => id >= first && id <= last),
      ),
    )
  }

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
      const repeated = await findRepeated(found, request)
      if (repeated) return repeated
      const { event } = found
      const added = await changeNight(event, async (tx, { cursor }) => {
        const list = await readInvitedList(tx, event, listId)
        if (!list) return problem('not-found')
        const refusal = await refuseGuests(tx, list, parsed.value)
        if (refusal) return refusal
        const ids = await insertGuests(tx, list, parsed.value, {
          addedBy: 'administrator',
          at: now(),
          cursor,
        })
        if (request) {
          const itemId = `${listId} ${ids[0]} ${ids.at(-1)}`
          const stored = { ...request, resource: 'guests' as const, itemId, createdAt: now() }
          if (!(await rememberIdempotency(tx, stored))) return problem('key-reused')
        }
        return success(
          await presentAdded(tx, event, await readGuestRows(tx, event, { list: listId }), new Set(ids)),
        )
      })
      return added.ok ? added : ((await findRepeated(found, request)) ?? added)
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

/** Marks a guest as deleted. The name stays for an hour, so that the deletion can be undone. */
export async function removeGuest(
  tx: Transaction<Tables>,
  id: string,
  { at, cursor }: { at: number; cursor: number },
): Promise<Outcome<null>> {
  const { numUpdatedRows } = await tx
    .updateTable('guests')
    .set((row) => ({ deletedAt: at, cursor, version: row('version', '+', 1) }))
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 0n ? problem('not-found') : success(null)
}

/** Returns the rows of a body, which has rows or a pasted text. */
export function parseNewGuests({ guests = [], text }: NewGuests): Outcome<GuestBody[]> {
  if (text === undefined) return success(guests)
  const refuse = (message: string) => problem('invalid-fields', { errors: [{ field: 'text', message }] })
  const parsed = parsePastedNames(text)
  if (!parsed.ok) {
    const pasted = parsed.lines === null ? '' : `, y pegaste ${formatCount(parsed.lines)}`
    return refuse(`Puede haber hasta ${formatCount(PASTED_LINES_MAX)} nombres por vez${pasted}.`)
  }
  if (parsed.guests.length === 0) return refuse('No encontramos ningún nombre.')
  const long = parsed.guests.findIndex(({ name }) => name.length > GUEST_NAME_MAX)
  if (long !== -1)
    return refuse(
      `El nombre ${formatCount(long + 1)} es demasiado largo: puede tener hasta ${GUEST_NAME_MAX} caracteres.`,
    )
  return success(parsed.guests.map((guest) => ({ ...guest, note: null })))
}

/** Refuses guests that exceed the list's quota or its limit of names. null when they fit */
export async function refuseGuests(
  tx: Transaction<Tables>,
  list: InvitedList,
  guests: readonly Pick<GuestBody, 'companions'>[],
): Promise<ProblemOutcome | null> {
  const full = refuseOverQuota(
    list,
    guests.reduce((people, { companions }) => people + companions + 1, 0),
  )
  if (full) return full
  const { n } = await tx
    .selectFrom('guests')
    .select((row) => row.fn.countAll<number>().as('n'))
    .where('list', '=', list.id)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(n) + guests.length > GUESTS_MAX ? problem('too-many-names') : null
}

/** Refuses more people than the list has places for. An administrator may have lowered the quota below the people on it. */
function refuseOverQuota({ quota, invited }: InvitedList, people: number): ProblemOutcome | null {
  if (quota === null || people <= 0 || invited + people <= quota) return null
  const left = Math.max(quota - invited, 0)
  return problem('list-full', { left, detail: describePlaces(left) })
}

/** Refuses more companions than a list allows. @param name of the guest, when there are several */
export function refuseCompanions(field: string, max: number, name?: string): ProblemOutcome {
  const allowed =
    max === 0
      ? 'En esta lista no se pueden llevar acompañantes'
      : `En esta lista se puede llevar hasta ${max} ${max === 1 ? 'acompañante' : 'acompañantes'} por persona`
  const message = `${allowed}${name === undefined ? '' : ` (mirá «${name}»)`}.`
  return problem('invalid-fields', { errors: [{ field, message }] })
}

function describePlaces(left: number): string {
  if (left === 0) return 'La lista está completa.'
  return left === 1
    ? 'En la lista queda lugar para 1 persona más.'
    : `En la lista queda lugar para ${formatCount(left)} personas más.`
}

const formatCount = (count: number): string => count.toLocaleString('es-AR')

/** Rows of one INSERT. The limit of PostgreSQL is 65,535 values. */
const ROWS_A_STATEMENT = 200

interface Addition {
  addedBy: Row<'guests'>['addedBy']
  at: number
  cursor: number
  code?: string
  tokenHash?: string
}

/** Stores new guests. @returns their ids, in ascending order */
export async function insertGuests(
  tx: Transaction<Tables>,
  { id: list, event }: Pick<Row<'guestLists'>, 'id' | 'event'>,
  guests: readonly GuestBody[],
  { addedBy, at, cursor, code, tokenHash }: Addition,
): Promise<string[]> {
  // Ids of one millisecond are in random order. Sorted, they keep the order of the names.
  const ids = guests.map(() => randomUUIDv7()).sort()
  const rows = guests.map(({ name, companions, note }, index) => ({
    id: ids[index] as string,
    event,
    list,
    version: 1,
    name,
    nameKey: getNameKey(name),
    companions,
    note,
    addedBy,
    code: code ?? null,
    tokenHash: tokenHash ?? null,
    createdAt: at,
    updatedAt: at,
    deletedAt: null,
    cursor,
  }))
  for (let start = 0; start < rows.length; start += ROWS_A_STATEMENT)
    await tx
      .insertInto('guests')
      .values(rows.slice(start, start + ROWS_A_STATEMENT))
      .execute()
  return ids
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
    _id: row.id,
    version: row.version,
    list: row.list,
    name: row.name,
    companions: row.companions,
    note: row.note,
    code: row.code,
    arrived: row.arrived,
    addedBy: row.addedBy,
    isDuplicate: keys.has(row.nameKey),
    createdAt: toIso(row.createdAt),
    updatedAt: toIso(row.updatedAt),
  }))
}

async function presentAdded(
  db: Kysely<Tables>,
  event: string,
  rows: readonly GuestRow[],
  ids?: ReadonlySet<string>,
): Promise<AddedGuests> {
  const data = await presentGuests(db, event, ids ? rows.filter(({ id }) => ids.has(id)) : rows)
  const duplicates = new Set(data.filter(({ isDuplicate }) => isDuplicate).map(({ name }) => name))
  return { data, duplicates: [...duplicates] }
}
