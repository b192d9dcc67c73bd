import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { createXlsx } from '../../test/xlsx.ts'
import { readSellerFile } from './read-seller-file.ts'
import { COLUMNS_MAX, FILE_MAX, getRows, ROWS_MAX } from './seller-file.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
const utf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'))

async function readRows(bytes: Uint8Array, name = 'entradas.csv') {
  const file = await readSellerFile(bytes, name)
  if ('error' in file) throw new Error(file.error)
  return getRows(file)
}
const readError = async (bytes: Uint8Array) => {
  const file = await readSellerFile(bytes, 'entradas.xlsx')
  return 'error' in file ? file.error : file
}

describe('a file of a seller is refused', () => {
  const html = '\ufeff\n<!DOCTYPE html><table><tr><td>Ana</td></tr></table>'
  test.each([
    ['without bytes', utf8(''), 'El archivo está vacío.'],
    ['with blank rows alone', utf8('\ufeff;;\r\n \n'), 'El archivo está vacío.'],
    ['over 5 MB', new Uint8Array(FILE_MAX + 1), 'El archivo supera los 5 MB.'],
    ['that is an old .xls', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), 'Guardalo como .xlsx o .csv'],
    ['that is a PDF', utf8('%PDF-1.7'), 'Es un PDF.'],
    ['that is a PNG', new Uint8Array([0x89, 0x50, 0x4e, 0x47]), 'Es una imagen.'],
    ['that is a HEIC', utf8('\0\0\0\u0018ftypheic'), 'Es una imagen.'],
    ['that is HTML', utf8(html), 'Es una página web con nombre de planilla.'],
    ['that is no text', new Uint8Array([1, 0, 2, 0, 3]), 'No se puede leer como planilla.'],
    ['that is half a spreadsheet', createXlsx([['Nombre']]).slice(0, 90), 'está cortado o dañado'],
    ['that is a zip of CSV', zipSync({ 'entradas.csv': strToU8('Nombre') }), 'Es un .zip sin planilla'],
    ['that is an .ods', zipSync({ 'content.xml': strToU8('<a/>') }), 'Es de LibreOffice (.ods)'],
    ['that is a broken spreadsheet', zipSync({ 'xl/workbook.xml': strToU8('<workbook>') }), 'dañado'],
    ['with a long cell', utf8(`Nombre\nAna\n${'a'.repeat(1_001)}`), 'En la fila 3 hay una celda con más de'],
    [
      'with too many columns',
      utf8(`Nombre\n${'a;'.repeat(COLUMNS_MAX)}b`),
      'La fila 2 tiene más de 60 columnas.',
    ],
    ['with too many rows', utf8('a\n'.repeat(ROWS_MAX + 1)), 'Tiene más de 20.000 filas.'],
    ['with too many columns in a spreadsheet', createXlsx([Array(61).fill('a')]), 'más de 60 columnas'],
  ])('%s', async (_, bytes, words) => {
    expect(await readError(bytes)).toContain(words)
  })

  test('that unpacks to more than 40 MB', async () => {
    const bytes = createXlsx([['Nombre']], { more: { 'xl/big.xml': ' '.repeat(41_000_000) } })
    expect(bytes.length).toBeLessThan(FILE_MAX)
    expect(await readError(bytes)).toContain('La planilla es demasiado grande.')
  })

  test('that unpacks to more than it declares', async () => {
    const bytes = createXlsx([['Nombre']], { more: { 'xl/big.xml': ' '.repeat(41_000_000) } })
    const view = new DataView(bytes.buffer)
    for (let at = 0; at < bytes.length - 46; at++)
      if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 10, true)
    expect(await readError(bytes)).toContain('La planilla es demasiado grande.')
  })

  test('with a cell far below or far at the right', async () => {
    const far = (address: string) =>
      createXlsx([], { sheetData: `<row r="1"><c r='${address}' t="inlineStr"><is><t>a</t></is></c></row>` })
    expect(await readError(far('A1048576'))).toContain('La planilla tiene más de 20.000 filas.')
    expect(await readError(far('XFD1'))).toContain('La planilla tiene más de 60 columnas.')
  })

  test('with a cell of endless attributes, in linear time', async () => {
    const attributes = 'r="A1" '.repeat(500_000)
    for (const end of ['', '><v>1</v></c></row>'])
      expect(await readError(createXlsx([], { sheetData: `<row r="1"><c ${attributes}${end}` }))).toContain(
        'dañado',
      )
  })
})

describe('a CSV file is read', () => {
  const rows = [
    ['Código', 'Nombre', 'Precio'],
    ['0001', 'Núñez, Ana', '35,99'],
  ]
  const semicolons = 'Código;Nombre;Precio\r\n0001;"Núñez, Ana";35,99\r\n'
  test.each([
    ['in UTF-8', utf8(semicolons)],
    ['in UTF-8 with a byte order mark', utf8(`\ufeff${semicolons}`)],
    ['in Windows-1252', latin1(semicolons)],
    ['in UTF-16', utf16(semicolons.replaceAll(';', '\t'))],
    [
      'in UTF-16, the high byte first',
      new Uint8Array(Buffer.from(`\ufeff${semicolons}`, 'utf16le').swap16()),
    ],
    ['with commas', utf8('Código,Nombre,Precio\n0001,"Núñez, Ana","35,99"')],
    ['with tabs', utf8('Código\tNombre\tPrecio\n0001\tNúñez, Ana\t35,99')],
    ['with bars', utf8('Código|Nombre|Precio\r0001|Núñez, Ana|35,99\r')],
    ['without quotes', utf8(semicolons.replaceAll('"', ''))],
  ])('%s', async (_, bytes) => {
    expect(await readRows(bytes)).toEqual(rows)
  })

  test('with a line that names the separator', async () => {
    expect(await readRows(utf8('\ufeffsep=|\r\nNombre|DNI\r\nAna;Beto|1'))).toEqual([
      [],
      ['Nombre', 'DNI'],
      ['Ana;Beto', '1'],
    ])
  })

  test('with texts that begin like formulas as they are, and without the marks of Excel', async () => {
    const cells = ['=A1+1', '+54', '-4', '@ana', '="0001"', "'0002", "'t Hooft", '"=""0003"""', '""""']
    expect(await readRows(utf8(`Código\n${cells.join('\n')}`))).toEqual([
      ['Código'],
      ...['=A1+1', '+54', '-4', '@ana', '0001', '0002', "'t Hooft", '0003', '"'].map((cell) => [cell]),
    ])
  })

  test('with all rows after a quote that is not closed', async () => {
    expect(await readRows(utf8('Código,Nombre\n1,"Ana\n2,"Beto, y Caro"\n3,Dora'))).toEqual([
      ['Código', 'Nombre'],
      ['1', '"Ana'],
      ['2', 'Beto, y Caro'],
      ['3', 'Dora'],
    ])
  })
})

describe('a spreadsheet is read', () => {
  test('with texts, numbers, days, errors and characters that XML escapes', async () => {
    const sheet = [
      ['Código', 'Nombre', 'Nota'],
      ['00012', 'Ñandú & <Hijos>', true],
      [30111222, '="7"', { error: '#NAME?' }],
      [1.2345678901234568e18, 35.99, null],
      [123456789012345, 1234567890123450, { day: 46_000.5 }],
    ]
    expect(await readRows(createXlsx(sheet), 'entradas.xlsx')).toEqual([
      ['Código', 'Nombre', 'Nota'],
      ['00012', 'Ñandú & <Hijos>', 'sí'],
      ['30111222', '7', '#NAME?'],
      [1.2345678901234568e18, 35.99],
      ['123456789012345', 1234567890123450, '2025-12-09 12:00'],
    ])
  })

  test('with blank rows, and rows that have only a format', async () => {
    const sheetData =
      '<row r="3"><c r="B3" t="str"><v>Ana</v></c></row><row r="1048575" s="1"/>' +
      '<row r="1048576"><c r="A1048576" s="0"/></row>'
    expect(await readRows(createXlsx([], { sheetData }))).toEqual([[], [], ['', 'Ana']])
  })

  test('with its sheets, without those that are blank', async () => {
    const file = await readSellerFile(
      createXlsx([], { others: { Resumen: [['Total', 2]], Entradas: [['Nombre'], ['Ana']] } }),
      'entradas.xlsx',
    )
    expect(file).toEqual({
      name: 'entradas.xlsx',
      sheet: 0,
      sheets: [
        { name: 'Resumen', rows: [['Total', '2']] },
        { name: 'Entradas', rows: [['Nombre'], ['Ana']] },
      ],
    })
  })

  test('with thousands of rows, without a worker', async () => {
    const sheet = Array.from({ length: 10_001 }, (_, index) =>
      index === 0 ? ['Código', 'Nombre'] : [`T${index}`, `Persona ${index} & más`],
    )
    const rows = await readRows(createXlsx(sheet))
    expect(rows).toHaveLength(10_001)
    expect(rows.at(-1)).toEqual(['T10000', 'Persona 10000 & más'])
  })
})
