/** Reads the sheets of an .xlsx file. */
import { strFromU8, strToU8, zipSync } from 'fflate'
import readSheets from 'read-excel-file/universal'
import { EXACT_DIGITS, unwrapText } from './cells.ts'
import {
  BROKEN,
  type Cell,
  COLUMNS_MAX,
  OPEN_DOCUMENT,
  OTHER_ZIP,
  ROWS_MAX,
  type Sheet,
} from './seller-file.ts'
import { unzipWithin } from './unzip-within.ts'

/** Largest text of all sheets together. Bytes */
export const XML_MAX = 40_000_000

const TOO_MUCH = 'La planilla es demasiado grande. Dejá solo la hoja con las entradas, y elegila de nuevo.'
const TOO_WIDE = `La planilla tiene más de ${COLUMNS_MAX} columnas. Dejá solo las de las entradas, y elegila de nuevo.`
const TOO_LONG = `La planilla tiene más de ${ROWS_MAX.toLocaleString('es-AR')} filas. Partila en dos, y elegí una por vez.`

export async function readXlsx(bytes: Uint8Array): Promise<Sheet[] | { error: string }> {
  const files = unzip(bytes)
  if ('error' in files) return files
  for (const [name, xml] of Object.entries(files.texts)) {
    if (!xml.includes('sheetData')) continue
    const error = refuseSheet(xml)
    if (error) return { error }
    files.texts[name] = tidySheet(xml)
  }
  try {
    // The library unpacks large entries in workers from blob: addresses, which the policy of the site forbids. Stored
    // entries need none.
    const entries = Object.entries(files.texts).map(([name, xml]) => [name, strToU8(xml)])
    const packed = zipSync(Object.fromEntries(entries), { level: 0 })
    const sheets = await readSheets(packed.buffer as ArrayBuffer, { parseNumber: readNumber })
    return sheets.map(({ sheet, data }) => ({ name: sheet, rows: data.map((row) => row.map(readCell)) }))
  } catch {
    return { error: BROKEN }
  }
}

function unzip(bytes: Uint8Array): { texts: Record<string, string> } | { error: string } {
  try {
    const { names, files } = unzipWithin(bytes, XML_MAX, (name) => /\.(?:xml|rels)$/.test(name))
    if (names.has('content.xml') || [...names].some((name) => name.endsWith('.iwa')))
      return { error: OPEN_DOCUMENT }
    if (!names.has('xl/workbook.xml')) return { error: OTHER_ZIP }
    if (files === null) return { error: TOO_MUCH }
    return { texts: Object.fromEntries([...files].map(([name, xml]) => [name, strFromU8(xml)])) }
  } catch {
    return { error: BROKEN }
  }
}

/** A cell with its column, its row, and a slash when it has no value. */
const CELL = /<(?:\w+:)?c\b[^<>]{0,300}?\br=["']([A-Z]{1,3})(\d{1,7})["'][^<>]{0,300}?(\/?)>/g
/** A cell whose attributes are longer than CELL reads. Programs write 20 characters. */
const LONG_CELL = /<(?:\w+:)?c\b[^<>]{300}/

/** Refuses cells far away, because all cells before them would be made. null when there are none */
function refuseSheet(xml: string): string | null {
  if (LONG_CELL.test(xml)) return BROKEN
  for (const [, letters = '', row, end] of xml.matchAll(CELL)) {
    if (end === '/') continue
    if (Number(row) > ROWS_MAX) return TOO_LONG
    if (readColumn(letters) > COLUMNS_MAX) return TOO_WIDE
  }
  return null
}

/** Reads the letters of a column: 1 for 'A', 27 for 'AA'. */
const readColumn = (letters: string): number =>
  [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0)

/**
 * Removes cells and rows without values, which spreadsheets store for their format, down to the row 1,048,576. Makes errors
 * texts, because the library leaves them out.
 */
const tidySheet = (xml: string): string =>
  xml
    .replace(/<(?:\w+:)?c\b[^<>]*\/>/g, '')
    .replace(/<((?:\w+:)?row)\b[^<>]*(?:\/>|>\s*<\/\1>)/g, '')
    .replace(/(<(?:\w+:)?c\b[^<>]*?\bt=)["']e["']/g, '$1"str"')

/** Keeps a number that cannot be a code as a number. Spreadsheets write zeros in place of digits after EXACT_DIGITS. */
function readNumber(digits: string): Cell {
  const number = Number(digits)
  const isExact =
    Number.isSafeInteger(number) && !(Math.abs(number) >= 10 ** EXACT_DIGITS && number % 10 === 0)
  return isExact ? String(number) : number
}

function readCell(value: unknown): Cell {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return value
  if (value instanceof Date) return readDate(value)
  if (typeof value === 'boolean') return value ? 'sí' : 'no'
  return unwrapText(String(value).trim())
}

const readDate = (date: Date): string => {
  if (Number.isNaN(date.getTime())) return ''
  const [day = '', time = ''] = date.toISOString().split('T')
  return time.startsWith('00:00:00') ? day : `${day} ${time.slice(0, 5)}`
}
