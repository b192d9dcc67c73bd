/** Reads a table that was copied from a spreadsheet: tabs, or CSV with commas or semicolons. */
import Papa from 'papaparse'
import { LINE_MAX } from '../../../../platform/shared/text/chat-marks.ts'
import { fold } from '../../../../platform/shared/text/fold.ts'
import { COMPANIONS_MAX, GUEST_NAME_MAX, GUEST_NOTE_MAX } from '../guest-limits.ts'
import { normalizeName } from '../guest-names.ts'
import { readCompanions, readNumber, splitWords } from './companions.ts'
import {
  areTurned,
  check,
  isCompany,
  isTurnedName,
  NOT_COMING,
  type ReadLine,
  readLine,
  skip,
  turnName,
} from './read-line.ts'

/** `own`: a column that only our own tables have. */
type Column = 'own' | 'name' | 'surname' | 'companions' | 'total' | 'note' | 'ignored'

/** Headings of columns, without accents and signs. */
const HEADINGS = new Map(
  Object.entries({
    name: 'nombre|nombres|name|first name|nombre y apellido|nombre y apellidos|apellidos y nombre|nombre completo|apellido y nombre|full name|invitado',
    surname: 'apellido|apellidos|last name|surname',
    companions: '+|+1|acompanantes|acompanante|acomp|acompanan|plus|extras|extra|guests',
    total: 'personas|cantidad|cant|pax|entradas|lugares|tickets|total',
    note: `nota|notas|note|notes|observaciones|observacion|obs|comentario|comentarios|dni|documento|doc|rut|ci|cedula|curp|ine|nif|nie|pasaporte|mail|email|e mail|correo|telefono|tel|celular|cel|whatsapp|instagram|ig`,
    own: 'desde donde',
    ignored: 'lista|entraron|n|nro|num|numero|id|orden|marca temporal|timestamp|fecha|#',
  } satisfies Record<Column, string>).flatMap(([column, names]) =>
    names.split('|').map((name) => [name, column as Column] as const),
  ),
)

const readHeading = (cell: string): Column | undefined =>
  HEADINGS.get(
    fold(cell.slice(0, 60))
      .replace(/[^\p{L}\p{N}+#]+/gu, ' ')
      .trim(),
  )

/** Returns the columns that a first row names. null when it is no heading */
function readHeadings(cells: readonly string[]): Column[] | null {
  const columns = cells.map(readHeading)
  const known = columns.filter((column) => column !== undefined)
  return known.includes('name') && known.length >= Math.min(2, cells.length)
    ? columns.map((column) => column ?? 'note')
    : null
}

/** Rows in which the headings are searched. Titles can be above them. */
const HEADING_ROWS = 5

/** Finds the row of headings. null when the table has none */
function findHeadings(rows: readonly (readonly string[])[]): { at: number; columns: Column[] } | null {
  for (const [at, cells] of rows.slice(0, HEADING_ROWS).entries()) {
    const columns = readHeadings(cells)
    if (columns) return { at, columns }
  }
  return null
}

/** Fewest cells of a row. Prose has tabs seldom, and commas often. */
const CELLS: [sign: string, fewest: number][] = [
  ['\t', 2],
  [';', 3],
  [',', 3],
]

export interface Table {
  /** Index of the first line, and of the line after the last. */
  from: number
  to: number
  rows: ReadLine[]
}

/** Finds the tables among the lines of a text: two or more rows on end. */
export function findTables(lines: readonly string[]): Table[] {
  const tables: Table[] = []
  for (let at = 0; at < lines.length; at++) {
    const table = CELLS.map(([sign, fewest]) => readTable(lines, at, { sign, fewest })).find(
      (found) => found !== null,
    )
    if (!table) continue
    tables.push(table)
    at = table.to - 1
  }
  return tables
}

function readTable(
  lines: readonly string[],
  from: number,
  { sign, fewest }: { sign: string; fewest: number },
): Table | null {
  const readCells = (to: number): string[][] => {
    const cells: string[][] = []
    for (const line of lines.slice(from, to)) {
      const row = line.includes(sign) ? parseRow(line, sign) : []
      if (row.length < fewest) break
      cells.push(row.map(cleanCell))
    }
    return cells
  }
  // Only a table is read to its end, because its first lines are read again for each line of another text.
  const isQuoted = lines[from]?.startsWith('"') === true
  if (sign === ',' && !isQuoted && !lines.slice(from, from + HEADING_ROWS).some(mayBeHeading)) return null
  const begin = readCells(from + HEADING_ROWS)
  if (begin.length < 2 || (sign === ',' && !isQuoted && findHeadings(begin) === null)) return null
  const cells = readCells(lines.length)
  return { from, to: from + cells.length, rows: readRows(cells) }
}

/** A cheap test that a line can have a heading of the column of names. */
const mayBeHeading = (line: string): boolean => /nombre|name|invitado/i.test(line.slice(0, LINE_MAX))

const parseRow = (line: string, delimiter: string): string[] =>
  Papa.parse<string[]>(
    line
      .slice(0, LINE_MAX)
      .replace(/^\ufeff/, '')
      .replace(/" *([,;]) *"/g, '"$1"'),
    { delimiter },
  ).data[0] ?? []

function readRows(rows: readonly string[][]): ReadLine[] {
  const headings = findHeadings(rows)
  const columns = headings?.columns ?? guessColumns(rows)
  const names = rows.map((cells) => takeName(cells, columns))
  // "Apellido y nombre"
  const turned =
    areTurned(names) ||
    (headings && rows[headings.at]?.some((cell) => /^apellidos?,? (?:y )?nombre/i.test(cell)))
  return rows.map((cells, index) =>
    headings && index <= headings.at
      ? skip('Es el encabezado.')
      : readRow(
          cells,
          columns,
          turned && isTurnedName(names[index] as string)
            ? turnName(names[index] as string)
            : (names[index] as string),
        ),
  )
}

/** Returns the cells of a column that are not empty. */
const takeCells = (cells: readonly string[], columns: readonly Column[], wanted: Column): string[] =>
  cells.filter((cell, index) => (columns[index] ?? 'note') === wanted && cell !== '')

const takeName = (cells: readonly string[], columns: readonly Column[]): string =>
  [...takeCells(cells, columns, 'name'), ...takeCells(cells, columns, 'surname')].join(' ')

/** Removes the apostrophe that our own tables put before a text that a spreadsheet would read as a formula. */
const cleanCell = (cell: string): string => normalizeName(cell.replace(/^'(?=[=+\-@])/, ''))

function readRow(cells: readonly string[], columns: readonly Column[], name: string): ReadLine {
  const take = (wanted: Column) => takeCells(cells, columns, wanted)
  if (name === '') return skip('No tiene ningún nombre.')
  // The names of our own tables are read as they are. Other tables can have companions in the cell of the name.
  const read: ReadLine = columns.includes('own')
    ? { verdict: 'guest', name, companions: 0, note: null, reason: null }
    : readLine(name, true)
  if (read.verdict === 'skip') return read
  const notes = take('note')
  const [total] = take('total')
  // A column of notes can have the companions that the column of companions lacks.
  const companions =
    take('companions')[0] ??
    (total === undefined ? notes.find((cell) => isCompany(cell) && !/\d{3}|\d[ -]\d/.test(cell)) : undefined)
  const count = companions === undefined ? readTotal(total) : readCount(companions)
  const said = count === null ? (companions ?? total ?? '') : ''
  const phrase = said === '' ? null : readCompanions(splitWords(`y ${said.replace(/[()]/g, ' ')}`))
  const note = [read.note, ...notes.filter((cell) => cell !== companions), said]
    .filter(Boolean)
    .join(', ')
    .slice(0, GUEST_NOTE_MAX)
    .toWellFormed()
  const guest: ReadLine = {
    ...read,
    name: read.name.slice(0, GUEST_NAME_MAX).toWellFormed(),
    // The table has the number of people of a name such as "Familia Paz".
    companions:
      (read.verdict === 'check' && count !== null && !read.split ? 0 : read.companions) +
      (count ?? phrase?.companions ?? 0),
    note: note || null,
  }
  if (phrase?.companions === null || phrase?.isSure === false) return check(guest, '¿Cuántas personas son?')
  return guest.verdict === 'guest' && NOT_COMING.test(fold(note))
    ? check(guest, 'Parece que no viene.')
    : guest
}

const readTotal = (cell: string | undefined): number | null => {
  if (cell === undefined) return 0
  const people = readCount(cell)
  return people === null ? null : Math.max(0, people - 1)
}

/** Reads the cell of a number: "2", "+2", "sí", "no". null for any other text */
function readCount(cell: string): number | null {
  if (/^\+? ?\d{1,3}$/.test(cell)) return Number(cell.replace(/\D/g, ''))
  const number = readNumber(cell)
  if (number !== null) return number
  const word = fold(cell)
  if (/^(?:si|s|x|yes|y)$/.test(word)) return 1
  return /^(?:no|n|-)$/.test(word) ? 0 : null
}

/** Guesses the columns of a table without headings: names before surnames, and a column of small numbers. */
function guessColumns(rows: readonly string[][]): Column[] {
  const width = Math.max(0, ...rows.map((cells) => cells.length))
  const cellsOf = (index: number) => rows.map((cells) => (cells[index] ?? '').trim()).filter(Boolean)
  const isMost = (index: number, test: (cell: string) => boolean) => {
    const cells = cellsOf(index)
    return cells.length > 0 && cells.filter(test).length > cells.length / 2
  }
  const columns = Array.from({ length: width }, (): Column => 'note')
  const isName = (cell: string) => /\p{L}{2}/u.test(cell) && !/[\d@]/.test(cell)
  const name = columns.findIndex((_, index) => isMost(index, isName))
  if (name === -1) return columns
  columns[name] = 'name'
  const isOneWord = (cell: string) => isName(cell) && cell.split(' ').length <= 2
  if (isMost(name, isOneWord) && isMost(name + 1, (cell) => isOneWord(cell) && /^\p{Lu}/u.test(cell)))
    columns[name + 1] = 'surname'
  for (const index of columns.keys()) {
    if (columns[index] !== 'note' || !isMost(index, (cell) => /^\+?\d{1,3}$/.test(cell))) continue
    const numbers = cellsOf(index).map(Number)
    const steps = numbers.filter((number, at) => at > 0 && number === Number(numbers[at - 1]) + 1)
    if (index < name && steps.length > numbers.length / 2) columns[index] = 'ignored'
    else if (isMost(index, (cell) => Number(cell) <= COMPANIONS_MAX || Number.isNaN(Number(cell))))
      columns[index] = 'companions'
  }
  return columns
}
