/** Spanish wording of the review of a seller's file. */

import { formatCount, formatNumber } from '../../shared/people-counts.ts'
import { refusalWords } from '../../shared/refusal-words.ts'
import type { ImportedTickets, Ticket } from '../../shared/tickets.ts'
import { formatGuest, formatPeople, shortenCode } from '../guest-words.ts'
import type { ColumnKind } from './columns.ts'
import type { ReadTickets } from './read-tickets.ts'
import type { Cell } from './seller-file.ts'

export const formatTickets = (count: number): string => formatCount(count, 'entrada', 'entradas')

export const columnWords: Record<ColumnKind, string> = {
  code: 'Código de la entrada',
  name: 'Nombre',
  lastName: 'Apellido',
  buyerName: 'Nombre de quien compró',
  buyerLastName: 'Apellido de quien compró',
  document: 'Documento',
  quantity: 'Cantidad',
  type: 'Tipo de entrada',
  status: 'Estado',
}

/** Describes what was read: '120 entradas, 131 personas. 1 fila repetida.' */
export function describeRead(read: ReadTickets): string {
  const { tickets, people, damaged, errors, repeated, skipped, unknown } = read
  if (read.error !== null) return read.error
  const refused = tickets.filter(({ refusal }) => refusal !== null).length
  return [
    `${formatTickets(tickets.length)}, ${formatPeople(people)}.`,
    refused > 0 &&
      formatCount(
        refused,
        'no vale (reembolsada, anulada o sin pagar).',
        'no valen (reembolsadas, anuladas o sin pagar).',
      ),
    damaged > 0 &&
      `${formatCount(damaged, 'código roto', 'códigos rotos')} por la planilla: ${damaged === 1 ? 'se busca' : 'se buscan'} por nombre o DNI.`,
    errors > 0 &&
      `${formatCount(errors, 'código', 'códigos')} con un error de la planilla: ${errors === 1 ? 'se busca' : 'se buscan'} por nombre o DNI.`,
    repeated > 0 && `${formatCount(repeated, 'fila repetida', 'filas repetidas')}.`,
    skipped.length > 0 &&
      `${formatCount(skipped.length, 'fila no se carga', 'filas no se cargan')}: abajo dice por qué.`,
    unknown.length > 0 && `${formatCount(unknown.length, 'estado', 'estados')} para mirar.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** Describes what an import would do: '118 nuevas, 2 cambian, 3 ya estaban. Faltan 2.' */
export function describeComparison({
  fresh,
  changed,
  unchanged,
  absent,
}: {
  fresh: unknown[]
  changed: unknown[]
  unchanged: number
  absent: unknown[]
}): string {
  const parts = [
    fresh.length > 0 && formatCount(fresh.length, 'nueva', 'nuevas'),
    changed.length > 0 && formatCount(changed.length, 'cambia', 'cambian'),
    unchanged > 0 && formatCount(unchanged, 'ya estaba', 'ya estaban'),
  ].filter(Boolean)
  const missing =
    absent.length > 0 &&
    `${formatCount(absent.length, 'que estaba no vino', 'que estaban no vinieron')}: mirá abajo.`
  return [parts.length > 0 && `${parts.join(', ')}.`, missing].filter(Boolean).join(' ')
}

/** Describes what an import has done. */
export function describeImported({ added, changed, unchanged, cancelled }: ImportedTickets): string {
  const parts = [
    added > 0 && formatCount(added, 'entrada nueva', 'entradas nuevas'),
    changed > 0 && formatCount(changed, 'cambió', 'cambiaron'),
    cancelled > 0 && formatCount(cancelled, 'anulada', 'anuladas'),
  ].filter(Boolean)
  if (parts.length > 0) return `${parts.join(', ')}.`
  return `Nada cambió: ${unchanged === 1 ? 'la entrada ya estaba' : `las ${formatNumber(unchanged)} entradas ya estaban`}.`
}

/** Describes a ticket below its name: 'QR-0001 · DNI 30111222 · General'. */
export const describeTicket = ({
  code,
  document,
  note,
  refusal,
}: Omit<Ticket, 'name' | 'quantity'>): string =>
  [
    refusal !== null && refusalWords[refusal],
    code === null ? 'Sin código' : shortenCode(code),
    document !== null && `DNI ${document}`,
    note,
  ]
    .filter(Boolean)
    .join(' · ')

export const formatTicketName = ({ name, quantity }: Pick<Ticket, 'name' | 'quantity'>): string =>
  formatGuest({ name, companions: quantity - 1 })

const VALUES_SHOWN = 3
const OPTION_MAX = 60

/** Names a column by its heading and its first values: 'Código QR: QR-0001, QR-0002'. */
export function describeColumn(
  rows: readonly (readonly Cell[])[],
  header: number | null,
  column: number,
): string {
  const heading = header === null ? '' : String(rows[header]?.[column] ?? '')
  const values: Cell[] = []
  for (const row of rows.slice((header ?? -1) + 1)) {
    const cell = row[column] ?? ''
    if (cell !== '' && !values.includes(cell)) values.push(cell)
    if (values.length === VALUES_SHOWN) break
  }
  const text = `${heading || `Columna ${column + 1}`}: ${values.join(', ') || 'vacía'}`
  return text.length <= OPTION_MAX ? text : `${text.slice(0, OPTION_MAX - 1).toWellFormed()}…`
}
