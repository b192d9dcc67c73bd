/** Checks, adds and deletes guests, for the services of administrators, promoters and visitors. */
import type { Transaction } from 'kysely'
import { type Outcome, type ProblemOutcome, problem, success } from '../../../platform/api/shared/outcome.ts'
import { insertRows } from '../../../platform/content/server/private-rows.ts'
import type { Row, Tables } from '../../../platform/db/tables.ts'
import { GUESTS_MAX, PASTED_LINES_MAX } from '../shared/guest-limits.ts'
import { getNameKey } from '../shared/guest-names.ts'
import type { GuestBody, NewGuests } from '../shared/guests.ts'
import { applyLimits, parsePastedNames } from '../shared/pasted-names/parse-names.ts'
import type { PastedLine, Person } from '../shared/pasted-names/pasted-line.ts'
import { countPlaces, formatNumber } from '../shared/people-counts.ts'
import type { InvitedList } from './list-rows.ts'

/** A body that was parsed, before the limits of its list are known. */
export interface ParsedGuests {
  guests: GuestBody[]
  /** Lines of a pasted text. null for a body of rows */
  lines: PastedLine[] | null
}

interface LimitedGuests {
  guests: GuestBody[]
  /** Lines of a pasted text that are no guests yet. */
  unsaved: PastedLine[]
}

type Limits = Pick<InvitedList, 'maxCompanions' | 'quota' | 'invited'>

/** Reads the lines of a pasted text, without the limits of a list. */
function readPastedLines(text: string): Outcome<PastedLine[]> {
  const parsed = parsePastedNames(text)
  if (parsed.ok) return success(parsed.lines)
  const pasted = parsed.lines === null ? '' : `, y pegaste ${formatNumber(parsed.lines)}`
  return refuseText(`Puede haber hasta ${formatNumber(PASTED_LINES_MAX)} nombres por vez${pasted}.`)
}

const limitLines = (lines: readonly PastedLine[], list: Limits): PastedLine[] =>
  applyLimits(lines, { maxCompanions: list.maxCompanions, left: countPlaces(list) })

/** Reads the lines of a pasted text, with the limits of the list. */
export function previewPastedLines(text: string, list: Limits): Outcome<{ lines: PastedLine[] }> {
  const lines = readPastedLines(text)
  return lines.ok ? success({ lines: limitLines(lines.value, list) }) : lines
}

/** Parses a body, which has rows or a pasted text. It runs before the transaction, because a long text takes 50 ms. */
export function parseNewGuests({ guests = [], text }: NewGuests): Outcome<ParsedGuests> {
  if (text === undefined) return success({ guests, lines: null })
  const lines = readPastedLines(text)
  if (!lines.ok) return lines
  return lines.value.every(({ verdict }) => verdict === 'skip')
    ? refuseText('No encontramos ningún nombre.')
    : success({ guests, lines: lines.value })
}

/** Returns the guests that a list takes, and the lines that are no guests yet. */
export function limitNewGuests({ guests, lines }: ParsedGuests, list: Limits): LimitedGuests {
  if (lines === null) return { guests, unsaved: [] }
  const limited = limitLines(lines, list)
  return {
    guests: limited
      .filter(({ verdict }) => verdict === 'guest')
      .map(({ name, companions, note }) => ({ name, companions, note })),
    unsaved: limited.filter(({ verdict }) => verdict !== 'guest'),
  }
}

/** Returns the lines of a text that an earlier request with the same text did not save. @param saved what it saved */
export function listUnsaved(
  { text }: NewGuests,
  { maxCompanions }: Pick<InvitedList, 'maxCompanions'>,
  saved: readonly Person[],
): PastedLine[] {
  const lines = text === undefined ? success([]) : readPastedLines(text)
  if (!lines.ok) return []
  const left = saved.map(({ name, companions }) => JSON.stringify([name, companions]))
  return applyLimits(lines.value, { maxCompanions, left: null }).filter(({ verdict, name, companions }) => {
    const at = verdict === 'guest' ? left.indexOf(JSON.stringify([name, companions])) : -1
    if (at !== -1) left.splice(at, 1)
    return at === -1
  })
}

const refuseText = (message: string): ProblemOutcome =>
  problem('invalid-fields', { errors: [{ field: 'text', message }] })

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

interface Addition {
  addedBy: Row<'guests'>['addedBy']
  at: number
  cursor: number
  code?: string
  tokenHash?: string
}

/** Stores new guests. @returns their ids, in ascending order */
export const insertGuests = (
  tx: Transaction<Tables>,
  { id: list, event }: Pick<Row<'guestLists'>, 'id' | 'event'>,
  guests: readonly GuestBody[],
  { at, ...addition }: Addition,
): Promise<string[]> =>
  insertRows(
    tx,
    'guests',
    guests.map((guest) => ({ ...guest, ...addition, event, list, nameKey: getNameKey(guest.name) })),
    at,
  )
