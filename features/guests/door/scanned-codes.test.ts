import { expect, test } from 'vitest'
import type { DoorGuest } from '../shared/guests.ts'
import { findScanned, getScanQuery, readDocument, type ScannedCode } from './scanned-codes.ts'

const ticket = (code: string | null, document?: string): DoorGuest => ({
  ...{
    _id: code ?? document ?? '',
    list: 'entradas',
    name: 'Ana',
    companions: 0,
    note: null,
    code,
    arrived: 0,
  },
  ...(document !== undefined && { document }),
})
const qr = (text: string): ScannedCode => ({ text, format: 'QRCode' })
const find = (codes: (string | null)[], text: string) =>
  findScanned(
    codes.map((code) => ticket(code)),
    qr(text),
  ).map(({ code }) => code)

test('unknown and empty codes find nobody', () => {
  expect(find(['0001', null], '0002')).toEqual([])
  expect(find(['0001', null], '')).toEqual([])
  expect(find([null, ''], 'null')).toEqual([])
  expect(findScanned([], qr('0001'))).toEqual([])
})

test('an exact code wins, also when others differ only in zeros or case', () => {
  expect(find(['0001', '1', '001'], '001')).toEqual(['001'])
  expect(find(['abc', 'ABC'], 'ABC')).toEqual(['ABC'])
})

test('leading zeros and case are ignored only when one ticket fits', () => {
  expect(find(['123456', '99'], '000123456')).toEqual(['123456'])
  expect(find(['000123456'], '123456')).toEqual(['000123456'])
  expect(find(['01', '001'], '1')).toEqual([])
  expect(find(['giao-1'], 'GIAO-1')).toEqual(['giao-1'])
})

test('a code with two owners returns both', () => {
  expect(find(['77', '77'], '77')).toEqual(['77', '77'])
})

test('a known code is found inside addresses, JSON and orders, only when one fits', () => {
  expect(find(['X7MNT', 'AB12C'], 'https://entradas.example/t/X7MNT?v=2')).toEqual(['X7MNT'])
  expect(find(['X7MNT'], '{"ticket":"X7MNT","event":9}')).toEqual(['X7MNT'])
  // The order and the ticket in one number.
  expect(find(['99887766'], '106618800991234567899887766001')).toEqual(['99887766'])
  expect(find(['123456', '234567'], 'https://x.example/123456/234567')).toEqual([])
  expect(find(['123456', '234567'], '1234567')).toEqual([])
  // A short code could be part of any number.
  expect(find(['1234'], '5123467')).toEqual([])
})

test('signs of GS1 are removed', () => {
  expect(find(['0107798'], ']C10107798')).toEqual(['0107798'])
  expect(find(['01077981'], '\u001d010779\u001d81')).toEqual(['01077981'])
})

test('a code of any length costs little, and a long one is read in part', () => {
  const codes = Array.from({ length: 5000 }, (_, index) => `${index}`.padStart(12, '7'))
  expect(find(codes, '8'.repeat(1_000_000))).toEqual([])
})

const pdf417 = (text: string): ScannedCode => ({ text, format: 'PDF417' })
const newCard = pdf417('00123456789@RUIZ@ANA MARIA@F@30111222@A@01/02/1990@05/06/2015@278')
const oldCard = pdf417('@30111222    @A@1@RUIZ@ANA MARIA@ARGENTINA@01/02/1990@F@05/06/2009@00012345@7055@@@')

test('reads the document and the name of new and old identity cards', () => {
  for (const card of [newCard, oldCard])
    expect(readDocument(card)).toEqual({ number: '30111222', name: 'RUIZ ANA' })
  expect(readDocument(pdf417('00123456789@RUIZ@ANA@F@M1234567@A@01/02/1990@05/06/2015'))?.number).toBe(
    '1234567',
  )
  for (const other of ['', '@@@@@@@@', 'a@b@c@d@e@f@g@h', 'ana@correo.example', '1@2@3@4@5@6@7@8'])
    expect(readDocument(pdf417(other))).toBeNull()
})

test('a document finds all its tickets, and otherwise the search gets its number or name', () => {
  const guests = [ticket('1', '30111222'), ticket('2', '30111222'), ticket('3', '40')]
  expect(findScanned(guests, newCard).map(({ code }) => code)).toEqual(['1', '2'])
  expect(getScanQuery(newCard, 2)).toBe('30111222')
  expect(getScanQuery(newCard, 0)).toBe('RUIZ ANA')
  expect(getScanQuery(qr('77'), 2)).toBe('77')
  expect(getScanQuery(qr('https://otra.example'), 0)).toBe('')
})
