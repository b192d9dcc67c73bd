/** Checks, adds and deletes guests, for the services of administrators, promoters and visitors. */
import { randomUUIDv7 } from 'node:crypto'
import type { Transaction } from 'kysely'
import { type Outcome, type ProblemOutcome, problem, success } from '../../../platform/api/shared/outcome.ts'
import type { Row, Tables } from '../../../platform/db/tables.ts'
import { GUEST_NAME_MAX, GUESTS_MAX, PASTED_LINES_MAX } from '../shared/guest-limits.ts'
import { getNameKey, parsePastedNames } from '../shared/guest-names.ts'
import type { GuestBody, NewGuests } from '../shared/guests.ts'
import { countPlaces, formatNumber } from '../shared/people-counts.ts'
import type { InvitedList } from './list-rows.ts'

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
    const pasted = parsed.lines === null ? '' : `, y pegaste ${formatNumber(parsed.lines)}`
    return refuse(`Puede haber hasta ${formatNumber(PASTED_LINES_MAX)} nombres por vez${pasted}.`)
  }
  if (parsed.guests.length === 0) return refuse('No encontramos ningún nombre.')
  const long = parsed.guests.findIndex(({ name }) => name.length > GUEST_NAME_MAX)
  if (long !== -1)
    return refuse(
      `El nombre ${formatNumber(long + 1)} es demasiado largo: puede tener hasta ${GUEST_NAME_MAX} caracteres.`,
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

/** Counts the names that came from outside, with deleted ones. @param since ms since 1970 */
export async function countAdded(
  tx: Transaction<Tables>,
  list: string,
  { addedBy, since = 0 }: { addedBy: 'link' | 'public'; since?: number },
): Promise<number> {
  const { n } = await tx
    .selectFrom('guests')
    .select((row) => row.fn.countAll<number>().as('n'))
    .where('list', '=', list)
    .where('addedBy', '=', addedBy)
    .where('createdAt', '>=', since)
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Refuses more people than the list has places for. An administrator may have lowered the quota below the people on it. */
export function refuseOverQuota(list: InvitedList, people: number): ProblemOutcome | null {
  const left = countPlaces(list)
  if (left === null || people <= 0 || people <= left) return null
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
    : `En la lista queda lugar para ${formatNumber(left)} personas más.`
}

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
