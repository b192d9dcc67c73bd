import { expect, test } from 'vitest'
import { changeWords, clicksWords, shareWords, visitsWords, weekWords } from './visit-words.ts'

test.each([
  [0, 0, null],
  [5, 0, null],
  [0, 5, '100 % menos'],
  [100, 100, 'igual'],
  [112, 100, '12 % más'],
  [1234, 1102, '12 % más'],
  [88, 100, '12 % menos'],
  [250, 100, '150 % más'],
  [300, 100, '3 veces'],
  [123_456, 10, '12.345 veces'],
])('%d after %d is %s', (count, before, words) => {
  expect(changeWords({ count, before })).toBe(words)
})

test('writes one in the singular, and thousands with a point', () => {
  expect([visitsWords(1), visitsWords(0), visitsWords(1234)]).toEqual([
    '1 visita',
    '0 visitas',
    '1.234 visitas',
  ])
  expect([clicksWords(1), clicksWords(20)]).toEqual(['1 clic', '20 clics'])
})

test('shows the share of visits with a click', () => {
  expect(shareWords(7, 100)).toBe('7 %')
  expect(shareWords(1, 1000)).toBe('menos del 1 %')
  expect(shareWords(0, 1000)).toBe('0 %')
  expect(shareWords(3, 0)).toBeNull()
})

test('summarises the week in a line, and compares nothing on Mondays', () => {
  const said = (count: number, before: number, isFirstDay = false) => {
    const words = weekWords({ count, before }, isFirstDay)
    return `Esta semana: ${words.count}${words.change}`
  }
  expect(said(1234, 1102)).toBe('Esta semana: 1.234 visitas, 12 % más que la pasada')
  expect(said(10, 10)).toBe('Esta semana: 10 visitas, igual que la pasada')
  expect(said(30, 10)).toBe('Esta semana: 30 visitas, 3 veces las de la pasada')
  expect(said(1, 0)).toBe('Esta semana: 1 visita')
  expect(said(3, 100, true)).toBe('Esta semana: 3 visitas')
})
