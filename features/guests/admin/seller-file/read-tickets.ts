/** Makes tickets of the rows of a seller's file. Each row is a ticket, a place of one, a repetition, or skipped with a reason. */
import { stripInvisible } from '../../../../platform/shared/text/clean.ts'
import { fold } from '../../../../platform/shared/text/fold.ts'
import { GUEST_NOTE_MAX, PLACES_MAX, TICKET_CODE_MAX, TICKETS_MAX } from '../../shared/guest-limits.ts'
import { normalizeName } from '../../shared/guest-names.ts'
import type { Ticket, TicketRefusal } from '../../shared/tickets.ts'
import { areRounded, isDamaged, isError, isRounded } from './cells.ts'
import { type Columns, findColumns, isOrderColumn, isTurnedHeading } from './columns.ts'
import { type Cell, getRows, isBlankRow, type SellerFile } from './seller-file.ts'
import {
  canBeTurned,
  joinNames,
  NAMELESS,
  readDocument,
  readNames,
  readQuantity,
  readStatusBelow,
} from './ticket-cells.ts'

/** A row that needs a look. `row` counts from 1, as spreadsheets do. */
export interface NotedRow {
  row: number
  text: string
  reason: string
}

export interface ReadTickets {
  tickets: Ticket[]
  /** People of the tickets that are valid. */
  people: number
  /** Rows that are further places of a ticket. */
  places: number
  /** Rows whose code a spreadsheet has damaged. Their tickets have no code. */
  damaged: number
  /** Rows with an error in place of the code. Their tickets have no code. */
  errors: number
  /** Rows that are the same as an earlier one. */
  repeated: number
  skipped: NotedRow[]
  /** Rows with an unknown status. Their tickets are valid. */
  unknown: NotedRow[]
  /** Why the file has too many tickets. null: it has not */
  error: string | null
}

/** A row that has been read. */
interface TicketRow extends Omit<NotedRow, 'reason'> {
  code: string | null
  names: string[]
  document: string | null
  /** The quantity as the row writes it. null: the file has none */
  quantity: number | null
  note: string | null
  refusal: TicketRefusal | null
}

const getText = (row: readonly Cell[]): string =>
  row
    .filter((cell) => cell !== '')
    .join(' · ')
    .slice(0, 200)
    .toWellFormed()

export function readTickets(file: SellerFile, columns?: Columns): ReadTickets {
  const rows = getRows(file)
  const found = findColumns(rows)
  const used = { ...found, columns: columns ?? found.columns }
  const { header } = used
  const read: ReadTickets = {
    tickets: [],
    people: 0,
    places: 0,
    damaged: 0,
    errors: 0,
    repeated: 0,
    skipped: [],
    unknown: [],
    error: null,
  }
  const headings = header === null ? null : JSON.stringify(rows[header])
  const readRow = createRowReader(rows, used.columns, header, read)
  const byCode = new Map<string, TicketRow[]>()
  const groups: TicketRow[][] = []
  const seen = new Set<string>()
  const isOrder = isOrderColumn(rows, used)
  for (const [index, row] of rows.entries()) {
    if (isBlankRow(row) || index === header) continue
    const text = getText(row)
    const skip = (reason: string) => read.skipped.push({ row: index + 1, text, reason })
    const same = JSON.stringify(row)
    if (header !== null && index < header) {
      skip('Está arriba de los títulos de las columnas.')
      continue
    }
    if (same === headings) {
      skip('Repite los títulos de las columnas.')
      continue
    }
    const ticket = readRow(row, index + 1, text)
    if (typeof ticket === 'string') {
      skip(ticket)
      continue
    }
    const group = ticket.code === null ? undefined : byCode.get(ticket.code)
    // Rows of one order can be alike, because a seller writes the name of the buyer in each.
    if (group && !isOrder && seen.has(same)) {
      read.repeated++
      continue
    }
    seen.add(same)
    if (group) {
      group.push(ticket)
      continue
    }
    groups.push([ticket])
    if (ticket.code !== null) byCode.set(ticket.code, groups.at(-1) as TicketRow[])
  }
  for (const group of groups) addTicket(read, group, isOrder)
  read.skipped.sort((one, other) => one.row - other.row)
  if (read.tickets.length > TICKETS_MAX) {
    const limit = TICKETS_MAX.toLocaleString('es-AR')
    const many = read.tickets.length.toLocaleString('es-AR')
    return {
      ...read,
      tickets: [],
      error: `Se pueden cargar hasta ${limit} entradas, y acá hay ${many}. Partí el archivo y usá dos listas.`,
    }
  }
  read.people = read.tickets.reduce((people, { quantity, refusal }) => people + (refusal ? 0 : quantity), 0)
  return read
}

/** The server trims notes, so a space at the end would be a change in the next import. */
const limitNote = (note: string): string | null => note.slice(0, GUEST_NOTE_MAX).toWellFormed().trim() || null

/** Characters of a cell in a reason. */
const QUOTED_MAX = 60

const quote = (cell: Cell): string => `«${String(cell).slice(0, QUOTED_MAX).toWellFormed()}»`

const TOTALS = 'Es una fila de totales.'
/** A total in the column of names, with a number in any other. */
const TOTAL_NAME = /^(?:sub ?|grand )?total(?:es)?:?$/
const TOTAL = /^(?:sub ?|grand )?total(?:es)?\b|^(?:suma|resumen)(?: total)?:?$/

/** True when a cell is blank, or has the words of the total. */
const isBlankOr = (cell: Cell, first: Cell): boolean => cell === '' || cell === first

/** Creates the function that reads a row. It returns the reason when the row is no ticket. */
function createRowReader(
  rows: readonly (readonly Cell[])[],
  columns: Columns,
  header: number | null,
  read: ReadTickets,
) {
  const below = rows.slice(header === null ? 0 : header + 1)
  const isCodeRounded =
    columns.code !== null && areRounded(below.map((row) => row[columns.code as number] ?? ''))
  const areTurned = (column: number | null) =>
    column !== null && isTurnedColumn(rows, header, column, columns.quantity)
  const turned = { name: areTurned(columns.name), buyerName: areTurned(columns.buyerName) }

  const statusHeading = (header !== null && columns.status !== null && rows[header]?.[columns.status]) || ''

  return (row: readonly Cell[], number: number, text: string): TicketRow | string => {
    const cell = (kind: keyof Columns): Cell => {
      const index = columns[kind]
      return index === null ? '' : (row[index] ?? '')
    }
    const note = (reason: string): NotedRow => ({ row: number, text, reason })
    const own = [cell('name'), cell('lastName')]
    const isOwn = own.some((part) => part !== '')
    const parts = isOwn ? own : [cell('buyerName'), cell('buyerLastName')]
    const named = parts.filter((part) => part !== '').join(' ')
    const code = cell('code')
    const document = readDocument(cell('document'))
    const first = row.find((part) => part !== '') ?? ''
    if (TOTAL.test(fold(String(first)).trim()) && isBlankOr(code, first) && isBlankOr(named, first))
      return TOTALS
    if (TOTAL_NAME.test(fold(named)) && document === null) return TOTALS
    if (named === '' && code === '' && cell('document') === '') return 'No tiene nombre, código ni documento.'
    const broken = parts.find(isError)
    if (broken !== undefined) return `En lugar del nombre dice ${quote(broken)}: corregilo en la planilla.`
    const status = readStatusBelow(statusHeading, cell('status'))
    const refusal = status === 'unknown' ? null : status
    const typed = cell('quantity')
    const quantity = typed === '' ? null : readQuantity(typed)
    // A seller can write 0 for a ticket that was refunded.
    if (typed !== '' && quantity === null && refusal === null)
      return `La cantidad dice ${quote(typed)}: tiene que ser un número de 1 a ${PLACES_MAX}.`
    if (status === 'unknown') read.unknown.push(note(`El estado dice ${quote(cell('status'))}.`))
    const isDivided = parts[0] !== '' && parts[1] !== ''
    const names = isDivided
      ? [normalizeName(named)]
      : readNames(named, quantity, isOwn ? turned.name : turned.buyerName)
    const type = cell('type')
    return {
      row: number,
      text,
      code: readCode(code, isCodeRounded, read),
      names: names.filter((name) => name !== ''),
      document,
      quantity,
      note: isError(type) ? null : limitNote(normalizeName(String(type))),
      refusal,
    }
  }
}

/** True when the heading or most cells of a column are "Apellido, Nombre". A cell for two people can look the same. */
function isTurnedColumn(
  rows: readonly (readonly Cell[])[],
  header: number | null,
  column: number,
  quantity: number | null,
): boolean {
  if (header !== null && isTurnedHeading(rows[header]?.[column] ?? '')) return true
  const names = rows
    .slice((header ?? -1) + 1)
    .flatMap((row) =>
      quantity !== null && readQuantity(row[quantity] ?? '') === 2 ? [] : (row[column] ?? []),
    )
  const turned = names.filter(canBeTurned).length
  return turned > 1 && turned > names.length / 2
}

function readCode(cell: Cell, isColumnRounded: boolean, read: ReadTickets): string | null {
  if (cell === '') return null
  if (isError(cell)) {
    read.errors++
    return null
  }
  const code = stripInvisible(String(cell).toWellFormed()).replace(/\s+/g, ' ').trim()
  if (isDamaged(cell) || (isColumnRounded && isRounded(cell)) || code.length > TICKET_CODE_MAX) {
    read.damaged++
    return null
  }
  return code === '' ? null : code
}

function addTicket(read: ReadTickets, group: readonly TicketRow[], isOrder: boolean): void {
  const valid = group.filter(({ refusal }) => refusal === null)
  const used = valid.length > 0 ? valid : group
  const skip = (rows: readonly TicketRow[], reason: string) =>
    read.skipped.push(...rows.map(({ row, text }) => ({ row, text, reason })))
  const quantity = countPlaces(used, group.length, isOrder)
  if (quantity > PLACES_MAX) {
    skip(group, `Suma ${quantity} personas, y una entrada puede tener hasta ${PLACES_MAX}.`)
    return
  }
  if (used.length < group.length)
    skip(
      group.filter((row) => !used.includes(row)),
      'No vale, y otras filas con el mismo código sí: entran solo esas.',
    )
  const [first] = used as [TicketRow]
  const documents = [...new Set(used.flatMap(({ document }) => document ?? []))]
  const types = [...new Set(used.flatMap(({ note }) => note ?? []))]
  // The door also finds the numbers of a note.
  const note = [...types, ...documents.slice(1).map((document) => `DNI ${document}`)].join(', ')
  read.places += used.length - 1
  read.tickets.push({
    code: first.code,
    name: joinNames(used.flatMap(({ names }) => names)) || NAMELESS,
    document: documents[0] ?? null,
    quantity,
    note: limitNote(note),
    refusal: valid.length > 0 ? null : first.refusal,
  })
}

/** Counts the places of the rows of one ticket. @param rows of the code, also those that are not valid */
function countPlaces(used: readonly TicketRow[], rows: number, isOrder: boolean): number {
  // Some sellers write the quantity of the order in each row of its tickets.
  if (isOrder && rows > 1 && used.every(({ quantity }) => quantity === rows)) return used.length
  return used.reduce((people, { quantity, names }) => people + (quantity ?? Math.max(names.length, 1)), 0)
}
