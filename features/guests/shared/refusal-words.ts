import type { TicketRefusal } from './tickets.ts'

/** Why a ticket admits nobody, in Spanish. */
export const refusalWords: Record<TicketRefusal, string> = {
  refunded: 'Reembolsada',
  cancelled: 'Anulada',
  unpaid: 'Sin pagar',
}
