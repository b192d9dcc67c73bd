import { expect, test } from 'vitest'
import { formatAge } from './user-list.tsx'

const now = Date.parse('2026-11-22T20:00:00Z')

test.each([
  ['2026-11-22T20:03:00Z', 'hace menos de una hora'],
  ['2026-11-22T19:01:00Z', 'hace menos de una hora'],
  ['2026-11-22T19:00:00Z', 'hace 1 hora'],
  ['2026-11-21T20:01:00Z', 'hace 23 horas'],
  ['2026-11-21T20:00:00Z', 'hace 1 día'],
  ['2026-10-23T20:00:00Z', 'hace 30 días'],
  ['2026-10-22T19:00:00Z', null],
])('formats %s as %s', (instant, words) => expect(formatAge(instant, now)).toBe(words))
