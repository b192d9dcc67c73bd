import { expect, test } from 'vitest'
import {
  describeArrival,
  describeClosing,
  describeLate,
  describeListChanges,
  describeUnsent,
  formatLongMoment,
  nameNewList,
  readWholeNumber,
} from './guest-words.ts'

test.each([
  ['2026-11-28T01:00:00.000Z', 'Cierra a las 22:00', 'Cerró a las 22:00'],
  ['2026-11-28T04:30:00.000Z', 'Cierra a la 01:30', 'Cerró a la 01:30'],
])('a list that closes at %s: %s, %s', (closesAt, before, after) => {
  const zone = 'America/Argentina/Buenos_Aires'
  const at = Date.parse(closesAt)
  expect(describeClosing({ closesAt }, at - 1, zone)).toBe(before)
  expect(describeClosing({ closesAt }, at, zone)).toBe(after)
})

test('formats a time in words', () => {
  expect(formatLongMoment('2026-11-26T15:00:00.000Z', 'America/Argentina/Buenos_Aires')).toBe(
    'el jueves 26 de noviembre a las 12:00',
  )
})

test.each([
  [0, 2, null],
  [1, 0, 'Entró'],
  [1, 2, 'Entró 1 de 3'],
  [3, 2, 'Entraron 3 de 3'],
  [4, 2, 'Entraron 4, y eran 3'],
])('%i arrived with %i companions: %s', (arrived, companions, words) => {
  expect(describeArrival({ arrived, companions })).toBe(words)
})

test('names a new list so that it differs from the others', () => {
  const named = (...names: string[]) => nameNewList(names.map((name) => ({ name })))
  expect(named()).toBe('Lista')
  expect(named('lista', 'Amigos')).toBe('Lista 2')
  expect(named('Lista', 'Lista 2')).toBe('Lista 3')
})

test.each([
  ['1.200', 1200],
  [' 40 ', 40],
  ['0', 0],
  ['', null],
  ['-3', null],
  ['4,5', null],
  ['4.5', null],
  ['1 5', null],
  ['1,200', 1200],
  ['1'.repeat(30), null],
])('%j is read as %s', (typed, value) => {
  expect(readWholeNumber(typed)).toBe(value)
})

test('describes what another administrator changed in a list', () => {
  const list = {
    name: 'Amigos',
    quota: null,
    closes: '22:00',
    conditions: [{ until: '01:00', label: 'Gratis', price: null }],
    maxCompanions: 1,
    isPublic: false,
    note: null,
  }
  expect(describeListChanges(list, { ...list, quota: 50, closes: null, isPublic: true })).toBe(
    'el cupo es 50, cierra al abrir, es pública',
  )
  expect(describeListChanges(list, list)).toBe('')
})

test.each([
  [3, 0, 'Le falta mandar 3 ingresos'],
  [1, 600_000, 'Le falta mandar 1 ingreso'],
  [0, 0, 'Mandó todo'],
  [null, 0, null],
  [0, 600_000, 'Desde entonces puede deber ingresos'],
  [null, 600_000, 'Desde entonces puede deber ingresos'],
])('a phone with %s unsent entries, seen %i ms ago: %s', (unsent, ago, words) => {
  const now = Date.parse('2026-11-28T04:00:00Z')
  expect(describeUnsent({ unsent, seenAt: new Date(now - ago).toISOString() }, now)).toBe(words)
})

test('describes late entries', () => {
  const none = { guests: 0, tickets: 0, walkIns: 0, exits: 0, undos: 0 }
  expect(describeLate({ ...none, undos: 2 })).toBe('2 deshechos')
  expect(describeLate({ ...none, guests: 1_200, exits: 1 })).toBe('1.200 de la lista, 1 salida')
  expect(describeLate({ ...none, tickets: 2, walkIns: 3 })).toBe('2 con entrada, 3 sin lista')
})
