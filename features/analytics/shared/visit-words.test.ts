import { expect, test } from 'vitest'
import { formatChange, formatClicks, formatShare, formatVisits, summarizeWeek } from './visit-words.ts'

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
])('formatChange words %d visits after %d as: %s', (count, before, words) => {
  expect(formatChange({ count, before })).toBe(words)
})

test('formatVisits uses the singular for one, and a point for thousands', () => {
  expect([formatVisits(1), formatVisits(0), formatVisits(1234)]).toEqual([
    '1 visita',
    '0 visitas',
    '1.234 visitas',
  ])
  expect([formatClicks(1), formatClicks(20)]).toEqual(['1 clic', '20 clics'])
})

test('formatShare returns the share of visits with a click', () => {
  expect(formatShare(7, 100)).toBe('7 %')
  expect(formatShare(1, 1000)).toBe('menos del 1 %')
  expect(formatShare(0, 1000)).toBe('0 %')
  expect(formatShare(3, 0)).toBeNull()
})

test('summarizeWeek returns one line, without a comparison on Mondays', () => {
  const said = (count: number, before: number, isFirstDay = false) => {
    const words = summarizeWeek({ count, before }, isFirstDay)
    return `Esta semana: ${words.count}${words.change}`
  }
  expect(said(1234, 1102)).toBe('Esta semana: 1.234 visitas, 12 % más que la pasada')
  expect(said(10, 10)).toBe('Esta semana: 10 visitas, igual que la pasada')
  expect(said(30, 10)).toBe('Esta semana: 30 visitas, 3 veces las de la pasada')
  expect(said(1, 0)).toBe('Esta semana: 1 visita')
  expect(said(3, 100, true)).toBe('Esta semana: 3 visitas')
})
