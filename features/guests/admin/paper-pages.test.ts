import { expect, test } from 'vitest'
import type { DoorGuest } from '../shared/guests.ts'
import { sortNames, splitPages } from './paper-pages.ts'

const guest = (name: string): DoorGuest => ({
  _id: name,
  list: 'list',
  name,
  companions: 0,
  note: null,
  code: null,
  arrived: 0,
})

test('sorts names from A to Z, without case, accents and quotes', () => {
  const names = ['zoe', 'Ñandú', '«Beto»', 'Oscar', 'álvaro', 'Nora', 'Alba']
  expect(sortNames(names.map(guest)).map(({ name }) => name)).toEqual([
    'Alba',
    'álvaro',
    '«Beto»',
    'Nora',
    'Ñandú',
    'Oscar',
    'zoe',
  ])
})

test('has each name on one page, and at most 60 on each', () => {
  const guests = Array.from({ length: 301 }, (_, index) => guest(`Ana ${index}`))
  const pages = splitPages(guests)
  expect(pages.flat()).toEqual(guests)
  for (const page of pages) expect(page.length).toBeLessThanOrEqual(60)
  expect(pages.every(({ length }) => length > 0)).toBe(true)
})
