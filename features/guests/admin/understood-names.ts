/** Describes a pasted text before it is sent: its names, which of them are repeated, and how many fit. */
import { GUEST_NAME_MAX, PASTED_LINES_MAX } from '../shared/guest-limits.ts'
import { getNameKey, type PastedGuest, parsePastedNames } from '../shared/guest-names.ts'
import { formatNumber } from '../shared/people-counts.ts'

export interface UnderstoodGuest extends PastedGuest {
  /** True when the name is already on a list of the night, or earlier in the text. */
  isRepeated: boolean
}

export type UnderstoodNames =
  | { ok: false; error: string }
  | {
      ok: true
      guests: UnderstoodGuest[]
      people: number
      /** The first guests, as many as the list has places for. All of them without a quota */
      fitting: UnderstoodGuest[]
    }

/**
 * Reads a typed or pasted text.
 * @param known keys of the names on all lists of the night (`getNameKey`)
 * @param left places of the list. null without a quota
 */
export function understandNames(
  text: string,
  known: ReadonlySet<string>,
  left: number | null,
): UnderstoodNames {
  const parsed = parsePastedNames(text)
  if (!parsed.ok) {
    const pasted = parsed.lines === null ? '' : `, y pegaste ${formatNumber(parsed.lines)}`
    return { ok: false, error: `Se pueden sumar hasta ${formatNumber(PASTED_LINES_MAX)} por vez${pasted}.` }
  }
  const long = parsed.guests.find(({ name }) => name.length > GUEST_NAME_MAX)
  if (long)
    return {
      ok: false,
      error: `Este nombre es demasiado largo: «${long.name.slice(0, 40).toWellFormed()}…».`,
    }
  const seen = new Set(known)
  const guests = parsed.guests.map((guest) => {
    const key = getNameKey(guest.name)
    const isRepeated = key !== '' && seen.has(key)
    seen.add(key)
    return { ...guest, isRepeated }
  })
  return { ok: true, guests, people: countPeople(guests), fitting: takeFitting(guests, left) }
}

export const countPeople = (guests: readonly PastedGuest[]): number =>
  guests.reduce((people, { companions }) => people + companions + 1, 0)

function takeFitting<G extends PastedGuest>(guests: G[], left: number | null): G[] {
  if (left === null) return guests
  let people = 0
  const end = guests.findIndex(({ companions }) => {
    people += companions + 1
    return people > left
  })
  return end === -1 ? guests : guests.slice(0, end)
}
