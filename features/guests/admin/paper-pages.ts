/** Puts the names of a night in the order and on the pages of the printed list. */
import type { DoorGuest } from '../shared/guests.ts'

/** Names on a sheet of A4. Long names take two lines, so this is less than what fits. */
const PAPER_NAMES_MAX = 50

const SPANISH = new Intl.Collator('es', { sensitivity: 'base', ignorePunctuation: true, numeric: true })

/** Sorts names from A to Z, Ñ after N. */
export const sortNames = (guests: readonly DoorGuest[]): DoorGuest[] =>
  guests.toSorted((one, other) => SPANISH.compare(one.name, other.name))

export function splitPages(guests: readonly DoorGuest[]): DoorGuest[][] {
  const pages = Math.ceil(guests.length / PAPER_NAMES_MAX)
  return Array.from({ length: pages }, (_, page) =>
    guests.slice(page * PAPER_NAMES_MAX, (page + 1) * PAPER_NAMES_MAX),
  )
}
