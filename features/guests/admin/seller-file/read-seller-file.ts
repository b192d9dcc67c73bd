/** Reads the file of a seller of tickets: CSV or .xlsx. It is read in the browser and never sent. */
import {
  BROKEN,
  CELL_MAX,
  type Cell,
  COLUMNS_MAX,
  EMPTY,
  FILE_MAX,
  isBlankRow,
  NO_TABLE,
  OLD_EXCEL,
  PDF,
  PICTURE,
  type ReadFile,
  ROWS_MAX,
  type Sheet,
  TOO_LARGE,
  UNREADABLE,
  WEB_PAGE,
} from './seller-file.ts'

export async function readSellerFile(bytes: Uint8Array, fileName: string): Promise<ReadFile> {
  if (bytes.length > FILE_MAX) return { error: TOO_LARGE }
  if (bytes.length === 0) return { error: EMPTY }
  const error = refuseKind(bytes)
  if (error) return { error }
  try {
    const sheets = beginsWith(bytes, ZIP)
      ? await (await import('./read-xlsx.ts')).readXlsx(bytes)
      : await readText(bytes as Uint8Array<ArrayBuffer>)
    return 'error' in sheets ? sheets : limit(sheets, fileName)
  } catch {
    return { error: BROKEN }
  }
}

/** Reads a chosen file. */
export async function readChosenFile(file: File): Promise<ReadFile> {
  if (file.size > FILE_MAX) return { error: TOO_LARGE }
  let bytes: ArrayBuffer
  try {
    bytes = await file.arrayBuffer()
  } catch {
    return { error: UNREADABLE }
  }
  return readSellerFile(new Uint8Array(bytes), file.name)
}

/** First bytes of files, which do not lie as their names do. */
const ZIP = [0x50, 0x4b, 0x03, 0x04]
const KINDS: [bytes: number[], error: string][] = [
  [[0xd0, 0xcf, 0x11, 0xe0], OLD_EXCEL],
  // BIFF 2 to 5, the formats before the one above.
  [[0x09, 0x08], OLD_EXCEL],
  [[0x25, 0x50, 0x44, 0x46], PDF],
  [[0x89, 0x50, 0x4e, 0x47], PICTURE],
  [[0xff, 0xd8, 0xff], PICTURE],
  [[0x47, 0x49, 0x46, 0x38], PICTURE],
  [[0x52, 0x49, 0x46, 0x46], PICTURE],
]

const beginsWith = (bytes: Uint8Array, begin: readonly number[]): boolean =>
  begin.every((byte, index) => bytes[index] === byte)

function refuseKind(bytes: Uint8Array): string | null {
  const known = KINDS.find(([begin]) => beginsWith(bytes, begin))
  if (known) return known[1]
  // HEIC and AVIF: the size of a box, then its name.
  return beginsWith(bytes.subarray(4), [0x66, 0x74, 0x79, 0x70]) ? PICTURE : null
}

/** Spreadsheets with the ending .xls are often pages with a table. */
const WEB_PAGE_BEGIN = /^\s*<(?:!doctype|!--|\?xml|html|head|meta|body|style|table|div)\b/i

async function readText(bytes: Uint8Array<ArrayBuffer>): Promise<Sheet[] | { error: string }> {
  const { decodeText, readCsv } = await import('./read-csv.ts')
  const text = decodeText(bytes)
  if (WEB_PAGE_BEGIN.test(text.slice(0, 1_000))) return { error: WEB_PAGE }
  if (text.includes('\0')) return { error: NO_TABLE }
  return [{ name: '', rows: readCsv(text) }]
}

/** Removes blank sheets. Refuses the whole file over a limit, because a user would not see which rows are missing. */
function limit(sheets: readonly Sheet[], name: string): ReadFile {
  const filled: Sheet[] = []
  for (const sheet of sheets) {
    const rows = sheet.rows.map(trimRow)
    const length = rows.findLastIndex((row) => !isBlankRow(row)) + 1
    if (length > 0) filled.push({ name: sheet.name, rows: rows.slice(0, length) })
  }
  const error = filled.map(refuseSheet).find((found) => found !== null)
  if (error) return { error }
  return filled.length > 0 ? { name, sheets: filled, sheet: 0 } : { error: EMPTY }
}

const trimRow = (row: readonly Cell[]): Cell[] => row.slice(0, row.findLastIndex((cell) => cell !== '') + 1)

function refuseSheet({ rows }: Sheet): string | null {
  if (rows.length > ROWS_MAX)
    return `Tiene más de ${ROWS_MAX.toLocaleString('es-AR')} filas. Partilo en dos, y elegí uno por vez.`
  for (const [index, row] of rows.entries()) {
    if (row.length > COLUMNS_MAX)
      return `La fila ${index + 1} tiene más de ${COLUMNS_MAX} columnas. Dejá solo las de las entradas, y elegilo de nuevo.`
    if (row.some((cell) => typeof cell === 'string' && cell.length > CELL_MAX))
      return `En la fila ${index + 1} hay una celda con más de ${CELL_MAX.toLocaleString('es-AR')} letras. Borrá esa columna, y elegilo de nuevo.`
  }
  return null
}
