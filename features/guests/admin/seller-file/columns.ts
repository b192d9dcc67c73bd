/** Finds the columns of a seller's file: by their headings, or by their cells when there are none. */
import { fold } from '../../../../platform/shared/text/fold.ts'
import { isDamaged, isError } from './cells.ts'
import { type Cell, isBlankRow } from './seller-file.ts'
import { isKnownStatus, readFlag, readQuantity } from './ticket-cells.ts'

export const columnKinds = [
  'code',
  'name',
  'lastName',
  'buyerName',
  'buyerLastName',
  'document',
  'quantity',
  'type',
  'status',
] as const
export type ColumnKind = (typeof columnKinds)[number]
/** Index of each column. null: the file has none */
export type Columns = Record<ColumnKind, number | null>

export interface FoundColumns {
  columns: Columns
  /** Index of the row of headings. null: the columns are guessed from the cells */
  header: number | null
}

const NO_COLUMNS = Object.fromEntries(columnKinds.map((kind) => [kind, null])) as Columns

interface Heading {
  kind: ColumnKind
  /** The column with the lowest rank is taken. */
  rank: number
  /** True for the number of an order, which several tickets share. */
  isOrder?: boolean
  /** True for a name that needs no surname of another column. */
  isWhole?: boolean
  /** Tests the cells below a heading that is ambiguous. */
  fits?(cells: readonly Cell[]): boolean
}

/** Columns about something else, although their headings can have words of other columns: 'Nombre del evento'. */
const OTHER =
  /\b(?:e?mails?|correo|phones?|telefonos?|tel|cel|celular|movil|mobile|whatsapp|company|empresa|compania|organi[sz]\w+|job|cargos?|precio|price|valor|importe|monto|amount|fees?|tax\w*|iva|cost\w*|descuento|discount|promo\w*|coupon|cupon|currency|moneda|dates?|fecha|hora|time|cread\w+|created|updated|scanned|check ?(?:ed )?in|address|direccion|domicilio|city|ciudad|localidad|provincia|country|pais|zip|postal|genero|gender|sexo|edad|age|birth\w*|nacimiento|ip|event|evento|venue|url|link|enlace|notes?|notas?|observaci\w+|comentarios?|comments?|instagram|method|metodo|medio|forma|seat|asiento|butaca|fila|row|rrpp|vendedor|seller|source|utm|referr?er|username|(?:tipo|type|clase)(?: (?:de|of))? (?:doc\w*|dni|id\w*)|(?:document|doc|id|barcode) type)\b/

const BUYER =
  /\b(?:buyer|purchaser|comprador|compradora|cliente|customer|billing|facturacion|payer|pagador|order|orden|pedido|compra|usuario|user)\b/
const HOLDER =
  /\b(?:attendee|holder|asistente|titular|participante|participant|guest|invitad[oa]|visitor|portador|ticket|entrada)\b/
const NUMBERED = /#|\b(?:n|no|nro|num|numero|number|id|codigo|code|cod|referencia|reference|ref)\b/
const SURNAME = /\b(?:last name|lastname|surname|family name|apellidos?)\b/
const FIRST_NAME = /\b(?:first name|firstname|given name|forename|names?|nombres?)\b/
const FULL_NAME =
  /\b(?:full name|nombre completo|nombres? y apellidos?|apellidos?(?: y|,)? nombres?|last name,? first name)\b/

/** Returns the words of a heading: 'N° de entrada' is 'n de entrada', 'D.N.I.' is 'dni', and 'ticketCode' is 'ticket code'. */
const readWords = (cell: Cell): string =>
  fold(
    String(cell)
      .slice(0, 80)
      .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
      .replace(/(?<=\b\p{L})\.(?=\p{L}\b)/gu, ''),
  )
    .replace(/[^\p{L}\p{N}#,]+/gu, ' ')
    .replace(/#/g, ' # ')
    .replace(/ +/g, ' ')
    .trim()

const readHeading = (cell: Cell): Heading | null => {
  const words = readWords(cell)
  if (words === '' || OTHER.test(words)) return null
  return readFact(words) ?? readName(words) ?? readCode(words) ?? readType(words)
}

function readFact(words: string): Heading | null {
  if (/\b(?:estado|status|situacion)\b/.test(words))
    return {
      kind: 'status',
      rank: BUYER.test(words) || /pago|payment/.test(words) ? 2 : HOLDER.test(words) ? 0 : 1,
    }
  if (/^(?:is |esta )?(?:paid|pagad[oa]s?|pago)$/.test(words))
    return { kind: 'status', rank: 3, fits: isMost(isKnownStatus) }
  // 'State' can be the one of an address.
  if (words === 'state') return { kind: 'status', rank: 2, fits: isMost(isKnownStatus) }
  if (
    /^(?:is |esta |fue )?(?:refunded|reembolsad[oa]|devuelt[oa]|cancell?ed|cancelad[oa]|anulad[oa]|void(?:ed)?)$/.test(
      words,
    )
  )
    return { kind: 'status', rank: 4, fits: isMost((cell) => readFlag(cell) !== null) }
  if (
    /\b(?:cantidad|cant|qty|quantity|personas|pax|lugares)\b/.test(words) ||
    /^(?:#|n|no|nro|numero|number|total)(?: of| de)? (?:tickets|entradas|people|personas)$/.test(words)
  )
    return { kind: 'quantity', rank: 0 }
  if (/^(?:tickets|entradas)$/.test(words))
    return { kind: 'quantity', rank: 1, fits: isMost((cell) => readQuantity(cell) !== null) }
  if (/\b(?:dni|documento|document|doc|cedula|pasaporte|passport|cuit|cuil|rut|identificacion)\b/.test(words))
    return { kind: 'document', rank: BUYER.test(words) ? 2 : HOLDER.test(words) ? 0 : 1 }
  return null
}

function readName(words: string): Heading | null {
  const isBuyer = BUYER.test(words)
  const rank = HOLDER.test(words) ? 0 : 2
  if (
    /^(?:attendee|asistente|titular|participante|participant|guest|invitad[oa]|holder|portador)$/.test(words)
  )
    return { kind: 'name', rank, isWhole: true }
  if (/^(?:buyer|purchaser|comprador|compradora|cliente|customer|usuario)$/.test(words))
    return { kind: 'buyerName', rank: 0, isWhole: true }
  if (FULL_NAME.test(words)) return { kind: isBuyer ? 'buyerName' : 'name', rank, isWhole: true }
  if (SURNAME.test(words)) return { kind: isBuyer ? 'buyerLastName' : 'lastName', rank }
  if (!FIRST_NAME.test(words) || NUMBERED.test(words)) return null
  // 'Ticket name' and 'Nombre de la entrada' name a kind of ticket, and 'Ticket first name' a person.
  const isPlain = !/first|given/.test(words)
  if (isPlain && /\b(?:ticket|entrada|product|producto|item|tipo|type|lote|tarifa)\b/.test(words))
    return { kind: 'type', rank: 1 }
  return { kind: isBuyer ? 'buyerName' : 'name', rank: rank + 1 }
}

function readCode(words: string): Heading | null {
  const code = (rank: number, more: Partial<Heading> = {}): Heading => ({
    kind: 'code',
    rank,
    fits: areVaried,
    ...more,
  })
  if (/\b(?:qr|barcode|bar code|barras|secret|secreto)\b/.test(words)) return code(0)
  const isNumbered = NUMBERED.test(words)
  if (isNumbered && /\b(?:ticket|entrada|public|publico)\b/.test(words)) return code(1)
  if (isNumbered && HOLDER.test(words)) return code(2)
  if (
    /\b(?:order|orden|pedido|compra|operacion|transaccion|transaction|purchase|booking|reserva|confirmation|confirmacion|ventas?|sale|invoice|factura|cliente|customer)\b/.test(
      words,
    )
  )
    return isNumbered || /^\w+$/.test(words) ? code(8, { isOrder: true }) : null
  if (/\b(?:codigo|code|cod|voucher|localizador|token|uuid|serial|serie)\b/.test(words)) return code(3)
  if (/^(?:ticket|entrada)$/.test(words)) return code(4, { fits: areCodes })
  if (/\b(?:referencia|reference|ref)\b/.test(words)) return code(5)
  return isNumbered && /^(?:#|n|no|nro|num|numero|number|id)$/.test(words)
    ? code(6, { fits: areCodes })
    : null
}

const readType = (words: string): Heading | null =>
  /^(?:ticket|entrada)s?$|\b(?:tipo|type|producto?|item|articulo|categoria|category|tarifa|tier|lote|tanda|sector|ubicacion|clase|variacion|variation|rate)\b/.test(
    words,
  )
    ? { kind: 'type', rank: HOLDER.test(words) ? 0 : 2 }
    : null

/** Cells that are tested, from the top. */
const CELLS_TESTED = 200

const isMost =
  (test: (cell: Cell) => boolean) =>
  (cells: readonly Cell[]): boolean => {
    const filled = cells.filter((cell) => cell !== '').slice(0, CELLS_TESTED)
    return filled.length > 0 && filled.filter(test).length >= 0.8 * filled.length
  }

/** Tickets of an order, at most. Columns with fewer different cells have the number of a kind of ticket, or of the night. */
const TICKETS_OF_ORDER = 10

const countDifferent = (cells: readonly Cell[]): number => new Set(cells).size

/** True for the cells of a code. Damaged ones can all be the same. */
function areVaried(cells: readonly Cell[]): boolean {
  const whole = cells.filter((cell) => cell !== '' && !isDamaged(cell) && !isError(cell))
  return countDifferent(whole) >= whole.length / TICKETS_OF_ORDER
}

/** True for cells that differ and look like codes: no words, and not the numbers 1, 2, 3 of rows. */
function areCodes(cells: readonly Cell[]): boolean {
  const filled = cells.filter((cell) => cell !== '').slice(0, CELLS_TESTED)
  return countDifferent(filled) > filled.length / 2 && isMost(isCode)(filled)
}

const isCode = (cell: Cell): boolean =>
  isDamaged(cell) || (/^[^\s@]{5,}$/.test(String(cell)) && /\d/.test(String(cell)) && !isDate(cell))

/** True for a day, an hour, a price or a telephone, which no column of a ticket has. */
const isDate = (cell: Cell): boolean =>
  /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\b|^\d{1,2}:\d\d|[$€]|^\d+[.,]\d{2}$|^\+/.test(String(cell))

/** Rows in which the headings are searched. Titles can be above them. */
const HEADING_ROWS = 20

const PEOPLE: ReadonlySet<ColumnKind> = new Set([
  'code',
  'name',
  'lastName',
  'buyerName',
  'buyerLastName',
  'document',
])

/** Counts the known headings of a row. 0 when it names no column of people or codes, or has values of tickets */
function countHeadingsOf(row: readonly Cell[]): number {
  const filled = row.filter((cell) => cell !== '')
  if (filled.some((cell) => /\d{4}|@/.test(String(cell)))) return 0
  const kinds = new Set(filled.map((cell) => readHeading(cell)?.kind).filter((kind) => kind !== undefined))
  if (![...kinds].some((kind) => PEOPLE.has(kind))) return 0
  return kinds.size > 1 || filled.length <= 3 ? kinds.size : 0
}

/** Returns the number of known headings in the row that has most. */
export const countHeadings = (rows: readonly (readonly Cell[])[]): number =>
  Math.max(0, ...rows.slice(0, HEADING_ROWS).map(countHeadingsOf))

export function findColumns(rows: readonly (readonly Cell[])[]): FoundColumns {
  const most = countHeadings(rows)
  if (most === 0) return { columns: guessColumns(rows), header: null }
  const header = rows.findIndex((row) => countHeadingsOf(row) === most)
  const below = rows.slice(header + 1)
  const columns = chooseColumns(rows[header] ?? [], below)
  const isNameless = columns.code === null && columns.name === null && columns.buyerName === null
  return { columns: isNameless ? { ...guessColumns(below), ...withoutNulls(columns) } : columns, header }
}

const withoutNulls = (columns: Columns): Partial<Columns> =>
  Object.fromEntries(Object.entries(columns).filter(([, index]) => index !== null))

function chooseColumns(headings: readonly Cell[], below: readonly (readonly Cell[])[]): Columns {
  const found = headings.flatMap((cell, index) => {
    const heading = readHeading(cell)
    if (!heading) return []
    const cells = below.map((row) => row[index] ?? '')
    const fits = heading.fits?.(cells) ?? true
    // 'Ticket' is a code or a kind of ticket.
    const other = fits ? heading : readType(readWords(cell))
    return other ? [{ ...other, index, different: countDifferent(cells) }] : []
  })
  const columns = { ...NO_COLUMNS }
  const wholeNames = new Set<ColumnKind>()
  for (const kind of columnKinds) {
    const [best] = found
      .filter((heading) => heading.kind === kind)
      .sort((one, other) => one.rank - other.rank || (kind === 'code' ? other.different - one.different : 0))
    columns[kind] = best?.index ?? null
    if (best?.isWhole) wholeNames.add(kind)
  }
  if (wholeNames.has('name')) columns.lastName = null
  if (wholeNames.has('buyerName')) columns.buyerLastName = null
  return columns
}

/** True when the codes are numbers of orders, whose rows are places of one ticket. */
export const isOrderColumn = (
  rows: readonly (readonly Cell[])[],
  { header, columns }: FoundColumns,
): boolean =>
  header !== null &&
  columns.code !== null &&
  readHeading(rows[header]?.[columns.code] ?? '')?.isOrder === true

/** True when the cells of the names are "Apellido, Nombre". */
export const isTurnedHeading = (cell: Cell): boolean =>
  /^(?:last name|surname|apellidos?)(?: y|,)? /.test(`${readWords(cell)} `)

const isDocument = (cell: Cell): boolean => /^\d{1,2}\.?\d{3}\.?\d{3}$/.test(String(cell))
const isNameCell = (cell: Cell): boolean =>
  typeof cell === 'string' &&
  /\p{L}{2}/u.test(cell) &&
  !/[\d@]/.test(cell) &&
  !isError(cell) &&
  !isKnownStatus(cell)

/** Guesses the columns of a file without headings from its cells. */
function guessColumns(rows: readonly (readonly Cell[])[]): Columns {
  const filled = rows.filter((row) => !isBlankRow(row)).slice(0, CELLS_TESTED)
  const width = Math.max(0, ...filled.map((row) => row.length))
  const cellsOf = (index: number) => filled.map((row) => row[index] ?? '')
  const columns = { ...NO_COLUMNS }
  const free = new Set(Array.from({ length: width }, (_, index) => index))
  const take = (kind: ColumnKind, fits: (cells: Cell[], index: number) => boolean) => {
    const index = [...free].find((column) => fits(cellsOf(column), column))
    if (index === undefined) return
    columns[kind] = index
    free.delete(index)
  }
  const isVaried = (cells: readonly Cell[]) => countDifferent(cells) > cells.length / 2
  take('document', (cells) => isMost(isDocument)(cells) && isVaried(cells))
  // Codes with letters first, because telephones have none.
  take('code', (cells) => areCodes(cells) && isMost((cell) => /\p{L}/u.test(String(cell)))(cells))
  if (columns.code === null) take('code', areCodes)
  if (columns.code === null && columns.document !== null && isEveryDifferent(cellsOf(columns.document))) {
    // Seven or eight digits without names beside them can only be codes.
    if (![...free].some((index) => isMost(isNameCell)(cellsOf(index)))) {
      columns.code = columns.document
      columns.document = null
    }
  }
  take('status', isMost(isKnownStatus))
  take('name', (cells) => isMost(isNameCell)(cells) && isVaried(cells))
  const { name } = columns
  if (name !== null)
    take('lastName', (cells, index) => index === name + 1 && isMost(isNameCell)(cells) && isVaried(cells))
  take('quantity', (cells) => isMost((cell) => readQuantity(cell) !== null)(cells) && !areSteps(cells))
  take('type', (cells) => isMost((cell) => /\p{L}{2}/u.test(String(cell)) && !/@/.test(String(cell)))(cells))
  return columns
}

const isEveryDifferent = (cells: readonly Cell[]): boolean => countDifferent(cells) === cells.length

/** True for the numbers 1, 2, 3 of rows. */
const areSteps = (cells: readonly Cell[]): boolean =>
  cells.length > 1 &&
  cells.every((cell, index) => index === 0 || Number(cell) === Number(cells[index - 1]) + 1)
