import { expect, it } from 'vitest'
import { formatDatedItemName } from './item-names.ts'
import { getDeclaration } from './resources.ts'

const now = new Date('2026-11-22T12:00:00-03:00')

it('adds the day to the name of a night', () => {
  const night = (date: string) =>
    formatDatedItemName(getDeclaration('events'), { title: 'Apagón', date }, now)
  expect(night('2026-12-05T23:59')).toBe('Apagón, sábado 5 de diciembre')
  expect(night('2027-01-02')).toBe('Apagón, sábado 2 de enero de 2027')
})

it('adds no day to a night named by its date, nor to other items', () => {
  expect(formatDatedItemName(getDeclaration('events'), { title: null, date: '2026-12-05T23:59' }, now)).toBe(
    '05-12-2026 23:59',
  )
  expect(formatDatedItemName(getDeclaration('residents'), { name: 'Ana' }, now)).toBe('Ana')
  expect(formatDatedItemName(getDeclaration('news'), { newsTitle: 'Vuelve', date: '2026-12-05' }, now)).toBe(
    'Vuelve',
  )
})
