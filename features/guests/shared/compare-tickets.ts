/** Compares imported tickets with those of a list. The code of a ticket identifies it. */
import { getNameKey } from './guest-names.ts'
import type { Ticket } from './tickets.ts'

/** A ticket of a list. `companions` is its quantity without the first person. */
export interface StoredTicket extends Omit<Ticket, 'quantity'> {
  companions: number
}

/** Returns what identifies a ticket. Several tickets without a code can have the same key. */
const getKey = ({ code, name, document, note, companions }: StoredTicket): string =>
  JSON.stringify(code === null ? [getNameKey(name), document, note, companions] : code)

const isEqual = (stored: StoredTicket, ticket: StoredTicket): boolean =>
  stored.code === ticket.code &&
  stored.name === ticket.name &&
  stored.document === ticket.document &&
  stored.companions === ticket.companions &&
  stored.note === ticket.note &&
  stored.refusal === ticket.refusal

/** Returns what an import does with a list: new tickets, those that change, and the valid ones that it lacks. */
export function compareTickets<Row extends StoredTicket>(stored: readonly Row[], tickets: readonly Ticket[]) {
  const left = Map.groupBy(stored, getKey)
  const fresh: Ticket[] = []
  const changed: { row: Row; ticket: Ticket }[] = []
  let unchanged = 0
  for (const ticket of tickets) {
    const columns = { ...ticket, companions: ticket.quantity - 1 }
    const row = left.get(getKey(columns))?.shift()
    if (row === undefined) fresh.push(ticket)
    else if (isEqual(row, columns)) unchanged++
    else changed.push({ row, ticket })
  }
  const absent = [...left.values()].flat().filter(({ refusal }) => refusal === null)
  return { fresh, changed, unchanged, absent }
}
