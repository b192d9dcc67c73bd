import { expect, test } from 'vitest'
import { isDayMoved } from './new-date.ts'

const ZONE = 'America/Argentina/Buenos_Aires'
const NOW = Date.parse('2027-03-01T12:00:00-03:00')
const stored = { date: '2027-03-06T23:59', draft: false, publishAt: null, unpublishAt: null }

test.each([
  ['another day', stored, '2027-03-09T23:59', true],
  ['another day without an hour', stored, '2027-03-09', true],
  ['another hour of the same day', stored, '2027-03-06T22:00', false],
  // The night of a Saturday lasts until Sunday morning.
  ['the early morning of the same night', stored, '2027-03-07T01:00', false],
  ['an incomplete date', stored, '', false],
  ['a day that is over', stored, '2027-02-06T23:59', false],
  ['a draft', { ...stored, draft: true }, '2027-03-09T23:59', false],
  [
    'a night whose publication is scheduled',
    { ...stored, publishAt: '2027-03-02T12:00:00.000Z' },
    '2027-03-09',
    false,
  ],
  ['a past night', { ...stored, date: '2027-02-20T23:59' }, '2027-03-09T23:59', false],
  ['a new night', undefined, '2027-03-09T23:59', false],
])('the day is moved for %s', (_, night, typed, isMoved) => {
  expect(isDayMoved(night, typed, NOW, ZONE)).toBe(isMoved)
})
