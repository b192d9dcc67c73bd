/** Reads CSV: its encoding, its separator, and its rows. */
import Papa from 'papaparse'
import { unwrapText } from './cells.ts'
import { countHeadings } from './columns.ts'
import { ROWS_MAX } from './seller-file.ts'

/**
 * Decodes UTF-8, UTF-16 with a byte order mark, and else Windows-1252, which Excel writes. Excel for Mac writes Mac Roman, with
 * lines that end with CR alone.
 */
export function decodeText(bytes: Uint8Array<ArrayBuffer>): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const isMac = bytes.includes(CR) && !bytes.includes(LF)
    return new TextDecoder(isMac ? 'macintosh' : 'windows-1252').decode(bytes)
  }
}

const CR = 0x0d
const LF = 0x0a

const SEPARATORS = [';', '\t', ',', '|']
/** Rows from which the separator is found. */
const ROWS_TRIED = 50

/** The first line of a CSV file for Excel can name the separator. */
const SEPARATOR_LINE = /^sep=([,;|\t])\r?\n?/i

/** Reads the rows of a CSV text. The line of the separator is a blank row, so that the numbers of rows stay. */
export function readCsv(text: string): string[][] {
  const named = SEPARATOR_LINE.exec(text)
  const body = named ? text.slice(named[0].length) : text
  const rows = parse(body, named?.[1] ?? findSeparator(body))
  return named ? [[], ...rows] : rows
}

/** Finds the separator with the most known headings, or with the most rows of one width. */
function findSeparator(text: string): string {
  const scores = SEPARATORS.map((separator) => {
    const rows = Papa.parse<string[]>(text, { delimiter: separator, preview: ROWS_TRIED }).data
    return { separator, headings: countHeadings(rows), cells: countRegularCells(rows) }
  })
  scores.sort((one, other) => other.headings - one.headings || other.cells - one.cells)
  return scores[0]?.cells ? scores[0].separator : ','
}

/** Counts the cells beside the first, of the rows with the most common width. */
function countRegularCells(rows: readonly string[][]): number {
  const widths = Map.groupBy(rows, (row) => row.length)
  return Math.max(0, ...[...widths].map(([width, { length }]) => (width - 1) * length))
}

const parseRows = (text: string, delimiter: string, quoteChar?: string) =>
  // One row more than the limit shows that there are too many.
  Papa.parse<string[]>(text, { delimiter, preview: ROWS_MAX + 1, ...(quoteChar && { quoteChar }) })

/** A character that no text has, so that quotes are texts. */
const NO_QUOTE = '\0'

function parse(text: string, delimiter: string): string[][] {
  const whole = parseRows(text, delimiter)
  const rows = whole.errors.some(({ type }) => type === 'Quotes')
    ? // A quote that is not closed takes all rows after it, so each line is read alone.
      text.split(/\r\n|\r|\n/).map((line) => parseLine(line, delimiter))
    : whole.data
  return rows.map((row) => row.map((cell) => unwrapText(cell.trim())))
}

function parseLine(line: string, delimiter: string): string[] {
  const { data, errors } = parseRows(line, delimiter)
  const row = errors.some(({ type }) => type === 'Quotes')
    ? parseRows(line, delimiter, NO_QUOTE).data[0]
    : data[0]
  return row ?? []
}
