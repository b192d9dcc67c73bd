import { expect, it } from 'vitest'
import { readDateSearch } from './date-search.ts'

const read = (q: string) => {
  const { dates, words } = readDateSearch(q)
  return [dates.flatMap(({ patterns }) => patterns), words.trim().replace(/\s+/g, ' ')]
}

it.each([
  ['octubre', ['____-10-__%'], ''],
  ['OCT', ['____-10-__%'], ''],
  ['setiembre 2024', ['____-09-__%', '2024-__-__%'], ''],
  ['octubre de 2024', ['____-10-__%', '2024-__-__%'], ''],
  ['2024', ['2024-__-__%'], ''],
  ['12/10', ['____-10-12%'], ''],
  ['12-10-2024', ['2024-10-12%'], ''],
  ['1.3.24', ['2024-03-01%'], ''],
  ['10/2024', ['2024-10-__%'], ''],
  ['10-2024', ['2024-10-__%'], ''],
  ['2024-10', ['2024-10-__%'], ''],
  ['2024-10-12', ['2024-10-12%'], ''],
  ['12 de octubre', ['____-10-12%'], ''],
  ['nov 24', ['____-11-24%', '2024-11-__%'], ''],
  ['Noviembre 5', ['____-11-05%'], ''],
  ['nov de 40', ['2040-11-__%'], ''],
  ['24 nov 26', ['2026-11-24%'], ''],
  ['nov 24/11', ['____-11-__%', '____-11-24%'], ''],
  ['nov 24 sótano', ['____-11-24%', '2024-11-__%'], 'sotano'],
  ['lana 12 octubre del 2024 sótano', ['____-10-12%', '2024-__-__%'], 'lana sotano'],
])('readDateSearch reads %s', (q, patterns, words) => {
  expect(read(q)).toEqual([patterns, words])
})

it.each([
  '',
  'se',
  'set',
  'oc',
  'octubres',
  '32/10',
  '0/1',
  '12/13',
  '13/2024',
  '1324',
  '20245',
  'x2024',
  '1/2/345',
])('readDateSearch finds no date in %j', (q) => {
  expect(readDateSearch(q)).toEqual({ dates: [], words: q })
})

it('readDateSearch keeps a date as a text, reads four dates at most, and reads the longest text quickly', () => {
  expect(readDateSearch('Julio Pérez').dates).toEqual([{ text: 'julio', patterns: ['____-07-__%'] }])
  const { dates, words } = readDateSearch('1/1 2/2 3/3 4/4 5/5')
  expect([dates.length, words.trim()]).toEqual([4, '5/5'])
  const start = performance.now()
  for (const unit of ['1', '1 ', '1/', 'a', 'octubre ', '12 de ', '2024-'])
    readDateSearch(unit.repeat(200).slice(0, 200))
  expect(performance.now() - start).toBeLessThan(200)
})
