/** Creates small .xlsx files for tests (ECMA-376). */
import { strToU8, zipSync } from 'fflate'

type TestCell = string | number | boolean | null | { error: string } | { day: number }

interface XlsxOptions {
  /** XML of the first sheet, in place of its cells. */
  sheetData?: string
  /** Further sheets by name. */
  others?: Record<string, TestCell[][]>
  /** Further files of the archive by path. */
  more?: Record<string, string>
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships'

export function createXlsx(
  cells: readonly (readonly TestCell[])[],
  { sheetData, others = {}, more = {} }: XlsxOptions = {},
): Uint8Array<ArrayBuffer> {
  const texts: string[] = []
  const sheets: [string, string][] = [
    ['Hoja 1', sheetData ?? writeRows(cells, texts)],
    ...Object.entries(others).map(([name, rows]): [string, string] => [name, writeRows(rows, texts)]),
  ]
  const files: Record<string, string> = {
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${sheets
      .map(
        ([name], index) => `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}">${sheets
      .map((_, index) => relate(`rId${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`))
      .join(
        '',
      )}${relate('rIdS', 'styles', 'styles.xml')}${relate('rIdT', 'sharedStrings', 'sharedStrings.xml')}</Relationships>`,
    // Style 1 is the format of days and hours.
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><cellStyleXfs count="1"><xf numFmtId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" xfId="0"/><xf numFmtId="22" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${texts.map((text) => `<si><t xml:space="preserve">${escapeXml(text)}</t></si>`).join('')}</sst>`,
    ...more,
  }
  for (const [index, [, data]] of sheets.entries())
    files[`xl/worksheets/sheet${index + 1}.xml`] =
      `<worksheet xmlns="${MAIN}"><sheetData>${data}</sheetData></worksheet>`
  return new Uint8Array(
    zipSync(Object.fromEntries(Object.entries(files).map(([path, xml]) => [path, strToU8(xml)]))),
  )
}

const relate = (id: string, kind: string, target: string): string =>
  `<Relationship Id="${id}" Type="${RELATIONS}/${kind}" Target="${target}"/>`

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const getLetters = (column: number): string =>
  column < 26
    ? String.fromCharCode(65 + column)
    : getLetters(Math.floor(column / 26) - 1) + getLetters(column % 26)

const writeRows = (rows: readonly (readonly TestCell[])[], texts: string[]): string =>
  rows
    .map(
      (row, index) =>
        `<row r="${index + 1}">${row
          .map((cell, column) => writeCell(cell, getLetters(column) + (index + 1), texts))
          .join('')}</row>`,
    )
    .join('')

function writeCell(cell: TestCell, address: string, texts: string[]): string {
  if (cell === null) return `<c r="${address}" s="0"/>`
  if (typeof cell === 'string') return `<c r="${address}" t="s"><v>${texts.push(cell) - 1}</v></c>`
  if (typeof cell === 'number') return `<c r="${address}"><v>${cell}</v></c>`
  if (typeof cell === 'boolean') return `<c r="${address}" t="b"><v>${Number(cell)}</v></c>`
  if ('error' in cell) return `<c r="${address}" t="e"><v>${cell.error}</v></c>`
  return `<c r="${address}" s="1"><v>${cell.day}</v></c>`
}
