/** The file of a seller of tickets, as rows of cells, and its limits. */

/** Limits of a file. FILE_MAX in bytes, CELL_MAX in UTF-16 code units */
export const FILE_MAX = 5_000_000
export const COLUMNS_MAX = 60
export const CELL_MAX = 1_000
/** Several rows can be places of one ticket, so a file can have more rows than a list has tickets. */
export const ROWS_MAX = 20_000

/**
 * The trimmed text of a cell. A number is a cell of a spreadsheet that cannot hold a code: it has more digits than a
 * spreadsheet keeps, or decimals.
 */
export type Cell = string | number

export interface Sheet {
  name: string
  /** All rows of the sheet, also blank ones: row 1 of the spreadsheet has the index 0. */
  rows: Cell[][]
}

export interface SellerFile {
  name: string
  /** Sheets with rows. A CSV file has one. */
  sheets: Sheet[]
  /** Index of the sheet that is read. */
  sheet: number
}

export type ReadFile = SellerFile | { error: string }

export const getRows = ({ sheets, sheet }: SellerFile): Cell[][] => sheets[sheet]?.rows ?? []

export const isBlankRow = (row: readonly Cell[]): boolean => row.every((cell) => cell === '')

const FORMATS = 'Guardalo como .xlsx o .csv'
export const EMPTY = 'El archivo está vacío.'
export const TOO_LARGE = 'El archivo supera los 5 MB. Dejá solo la hoja con las entradas, y elegilo de nuevo.'
export const NO_TABLE = `No se puede leer como planilla. ${FORMATS}, y elegilo de nuevo.`
export const BROKEN = `No se puede abrir: está cortado o dañado. Bajalo de nuevo. Si sigue igual, abrilo en la computadora. ${FORMATS}.`
export const OLD_EXCEL = `Es de un Excel viejo (.xls), o tiene contraseña. Abrilo con Excel. ${FORMATS}, sin contraseña.`
export const PDF = 'Es un PDF. Bajá la planilla del sitio del vendedor, o pedísela, como .xlsx o .csv.'
export const PICTURE =
  'Es una imagen. Bajá la planilla del sitio del vendedor, o pedísela, como .xlsx o .csv.'
export const WEB_PAGE = `Es una página web con nombre de planilla. Abrila con Excel. ${FORMATS}.`
export const OPEN_DOCUMENT = `Es de LibreOffice (.ods) o de Numbers. Abrilo ahí. ${FORMATS}.`
export const OTHER_ZIP = 'Es un .zip sin planilla de Excel. Abrilo, y elegí el archivo que tiene adentro.'
export const UNREADABLE = 'No se pudo leer el archivo. Elegilo de nuevo.'
