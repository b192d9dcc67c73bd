/** Imports tickets that were bought elsewhere into a list. The code of a ticket identifies it in all imports. */
import type { Transaction } from 'kysely'
import { type Outcome, problem, success } from '../../../platform/api/shared/outcome.ts'
import { insertRows } from '../../../platform/content/server/private-rows.ts'
import type { Row, Tables } from '../../../platform/db/tables.ts'
import { compareTickets } from '../shared/compare-tickets.ts'
import { TICKETS_MAX } from '../shared/guest-limits.ts'
import { getNameKey } from '../shared/guest-names.ts'
import type { ImportedTickets, Ticket, TicketsBody } from '../shared/tickets.ts'
import { readArrivals } from './arrivals.ts'
import type { GuestsOptions } from './guests-options.ts'
import { findList } from './list-rows.ts'
import type { ChangeNight } from './night-changes.ts'

export interface Tickets {
  /**
   * Adds new tickets, and changes the tickets whose row differs. A ticket without a code is the same when name,
   * document, type and quantity are. Tickets that are absent stay valid, except those of `cancel`.
   */
  import(listId: string, body: TicketsBody): Promise<Outcome<ImportedTickets>>
}

/** Ids of one statement. The limit of SQLite is 32,766 parameters. */
const IDS_MAX = 10_000

export const createTickets = (
  { database: { read }, now }: Pick<GuestsOptions, 'database' | 'now'>,
  changeNight: ChangeNight,
): Tickets => ({
  async import(listId, { tickets, cancel }) {
    const repeated = findRepeatedCode(tickets)
    if (repeated !== -1)
      return problem('invalid-fields', {
        errors: [{ field: `tickets.${repeated}.code`, message: 'Este código está dos veces.' }],
      })
    const found = await findList(read, listId)
    if (!found) return problem('not-found')
    if (found.kind !== 'tickets') return problem('list-of-guests')
    const { event } = found
    return changeNight(event, async (tx, { cursor }) => {
      if (!(await findList(tx, listId))) return problem('not-found')
      const stored = await readTickets(tx, listId)
      const { fresh, changed, unchanged, absent } = compareTickets(stored, tickets)
      if (stored.length + fresh.length > TICKETS_MAX) return problem('too-many-names')
      const at = now()
      await insertRows(
        tx,
        'guests',
        fresh.map((ticket) => ({
          ...toColumns(ticket),
          event,
          list: listId,
          addedBy: 'administrator' as const,
          cursor,
        })),
        at,
      )
      const arrived =
        changed.length > 0
          ? await readArrivals(
              tx,
              event,
              changed.map(({ row }) => row.id),
            )
          : new Map<string, number>()
      for (const { row, ticket } of changed)
        await tx
          .updateTable('guests')
          .set({
            ...toColumns(ticket),
            // People who are inside keep their places.
            companions: Math.max(ticket.quantity, arrived.get(row.id) ?? 0) - 1,
            version: row.version + 1,
            updatedAt: at,
            cursor,
          })
          .where('id', '=', row.id)
          .execute()
      const asked = new Set(cancel)
      const cancelled = absent.filter(({ id }) => asked.has(id)).map(({ id }) => id)
      for (let start = 0; start < cancelled.length; start += IDS_MAX)
        await tx
          .updateTable('guests')
          .set((guest) => ({
            refusal: 'cancelled',
            version: guest('version', '+', 1),
            updatedAt: at,
            cursor,
          }))
          .where('id', 'in', cancelled.slice(start, start + IDS_MAX))
          .execute()
      return success({
        added: fresh.length,
        changed: changed.length,
        unchanged,
        cancelled: cancelled.length,
        absent: absent.flatMap(({ id }) => (asked.has(id) ? [] : [id])),
      })
    })
  },
})

function findRepeatedCode(tickets: readonly Ticket[]): number {
  const seen = new Set<string>()
  return tickets.findIndex(({ code }) => {
    if (code === null) return false
    if (seen.has(code)) return true
    seen.add(code)
    return false
  })
}

type TicketRow = Pick<
  Row<'guests'>,
  'id' | 'version' | 'name' | 'companions' | 'note' | 'code' | 'document' | 'refusal'
>

const readTickets = (tx: Transaction<Tables>, list: string): Promise<TicketRow[]> =>
  tx
    .selectFrom('guests')
    .select(['id', 'version', 'name', 'companions', 'note', 'code', 'document', 'refusal'])
    .where('list', '=', list)
    .where('deletedAt', 'is', null)
    .where('name', '<>', '')
    .orderBy('id')
    .execute()

const toColumns = ({ code, name, document, quantity, note, refusal }: Ticket) => ({
  code,
  name,
  nameKey: getNameKey(name),
  document,
  companions: quantity - 1,
  note,
  refusal,
})
