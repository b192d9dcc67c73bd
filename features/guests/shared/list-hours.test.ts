import { expect, test } from 'vitest'
import {
  chooseClosing,
  computeConditionsEnd,
  computeDoorEnd,
  computeListClosing,
  findCondition,
  formatConditions,
} from './list-hours.ts'

const zone = 'America/Argentina/Buenos_Aires'
const at = (local: string) => Date.parse(`${local}-03:00`)
const conditions = [
  { until: '01:00', label: 'Gratis' },
  { until: null, label: '$ 6.000' },
]

test.each([
  ['22:00', '2026-11-27T23:59', '2026-11-27T22:00'],
  ['01:30', '2026-11-27T23:59', '2026-11-28T01:30'],
  [null, '2026-11-27T23:59', '2026-11-27T23:59'],
  [null, '2026-11-28T01:00', '2026-11-28T01:00'],
  [null, '2026-11-27', '2026-11-27T23:59'],
])('a list that closes at %s on the night %s closes at %s', (closes, date, expected) => {
  expect(computeListClosing(closes, date, zone)).toBe(at(expected))
})

test.each([
  ['2026-11-27T23:59', 'Gratis'],
  ['2026-11-28T00:59', 'Gratis'],
  ['2026-11-28T01:00', '$ 6.000'],
  ['2026-11-28T05:00', '$ 6.000'],
])('at %s the condition is %s', (time, label) => {
  expect(findCondition(conditions, '2026-11-27T23:59', at(time), zone)?.label).toBe(label)
})

test('no condition holds when all have ended', () => {
  expect(findCondition(conditions.slice(0, 1), '2026-11-27T23:59', at('2026-11-28T02:00'), zone)).toBeNull()
})

test('the last condition decides when all have ended', () => {
  const gratis = conditions.slice(0, 1)
  expect(computeConditionsEnd(conditions, '2026-11-27T23:59', zone)).toBe(Number.POSITIVE_INFINITY)
  const end = computeConditionsEnd(gratis, '2026-11-27T23:59', zone)
  expect(end).toBe(at('2026-11-28T01:00'))
  expect(findCondition(gratis, '2026-11-27T23:59', end - 1, zone)).not.toBeNull()
  expect(findCondition(gratis, '2026-11-27T23:59', end, zone)).toBeNull()
})

test('writes conditions in words', () => {
  expect(formatConditions(conditions)).toBe('Gratis hasta la 01:00, después $ 6.000')
})

test('door sessions end at noon after the night, also of a night that begins after midnight', () => {
  expect(computeDoorEnd('2026-11-27T23:59', zone)).toBe(at('2026-11-28T12:00'))
  expect(computeDoorEnd('2026-11-28T01:00', zone)).toBe(at('2026-11-28T12:00'))
})

test.each([
  ['before doors, at doors', '2026-11-27T23:58', '01:00', '06:00', null],
  ['after doors, with the last condition', '2026-11-27T23:59', '01:00', '06:00', '01:00'],
  ['after the last condition, at the end of the night', '2026-11-28T01:00', '01:00', '06:00', '06:00'],
  [
    'without an hour of the last condition, at the end of the night',
    '2026-11-28T00:30',
    null,
    '06:00',
    '06:00',
  ],
  ['on a night without an end, before the door ends', '2026-11-28T00:30', null, null, '11:59'],
  ['after its night, at doors', '2026-11-28T12:00', '01:00', '06:00', null],
])('a list that is created %s', (_when, time, until, endsAt, closes) => {
  const list = {
    conditions: [
      { until: '00:00', label: 'Con trago' },
      { until, label: 'Gratis' },
    ],
  }
  expect(chooseClosing(list, { date: '2026-11-27T23:59', endsAt }, at(time), zone)).toBe(closes)
})
