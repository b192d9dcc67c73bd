/** Reads the text of a cell of a seller's file, and detects the damage of spreadsheets. */
import { CELL_MAX, type Cell } from './seller-file.ts'

/** A text that a spreadsheet must not read as a number or formula: '="0001"'. */
const QUOTED_FORMULA = /^="((?:[^"]|"")*)"$/
/** The apostrophe with which Excel marks a text. It stays before letters, as in "'t Hooft". */
const TEXT_MARK = /^'(?=[=+\-@\d])/

/** Returns the text of a cell without what spreadsheets add to it. */
export const unwrapText = (cell: string): string =>
  // A longer cell is refused with its file.
  cell.length > CELL_MAX
    ? cell
    : cell
        .replace(QUOTED_FORMULA, (_, text: string) => text.replaceAll('""', '"'))
        .replace(TEXT_MARK, '')
        .trim()

/** '1.23E+18' and '1,23E+18'. The sign is always there, so '1E5' is a code. */
const SCIENTIFIC = /^[+-]?\d(?:[.,]\d+)?E[+-]\d{1,3}$/i

/** True for a code that a spreadsheet has turned into a number. Its digits are lost. */
export const isDamaged = (cell: Cell): boolean => typeof cell === 'number' || SCIENTIFIC.test(cell)

/** '#NAME?', '#¿NOMBRE?', '#REF!', '#N/D', and '####' of a narrow column. '#123' and '#VIP' are texts. */
const ERROR = /^#(?:[¡¿]?[\p{L}\d/_]{2,24}[!?]|N\/[AD]|#{2,})$/iu

export const isError = (cell: Cell): boolean => typeof cell === 'string' && ERROR.test(cell)

/** Digits that spreadsheets keep of a number (Excel specifications and limits). */
export const EXACT_DIGITS = 15

const LONG_NUMBER = /^\d{16,}$/

/**
 * True when all long numbers of a column have zeros where spreadsheets lose digits: the file was saved by one, with the
 * format of whole numbers.
 */
export function areRounded(cells: readonly Cell[]): boolean {
  const numbers = cells.filter((cell): cell is string => typeof cell === 'string' && LONG_NUMBER.test(cell))
  return numbers.length > 1 && numbers.every((cell) => /^0+$/.test(cell.slice(EXACT_DIGITS)))
}

export const isRounded = (cell: Cell): boolean => typeof cell === 'string' && LONG_NUMBER.test(cell)
