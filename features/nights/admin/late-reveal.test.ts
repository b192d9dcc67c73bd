import { expect, test } from 'vitest'
import { isAfterStart, LATE } from '../shared/late-moments.ts'
import { warnOfLateReveal } from './late-reveal.ts'

const ZONE = 'America/Argentina/Buenos_Aires'
const at = (clock: string) => Date.parse(`${clock}:00-03:00`)
const NOW = at('2027-03-01T12:00')
const DATE = '2027-03-06T23:59'

test.each([
  ['2027-03-06T23:59', DATE, false],
  ['2027-03-07T00:30', DATE, true],
  // Without an hour the night starts on its day at the latest.
  ['2027-03-06T23:30', '2027-03-06', false],
  ['2027-03-07T00:30', '2027-03-06', true],
  // A past moment hides no artist.
  ['2027-02-07T12:00', '2027-02-06T23:59', false],
  ['2027-03-07T00:30', '', false],
])('%s is after the start of a night of %s: %s', (clock, date, isLate) => {
  expect(isAfterStart(at(clock), date, NOW, ZONE)).toBe(isLate)
})

test('a late reveal names its artists, unless it hides the whole line-up', () => {
  const row = (name: string, revealAt = '') => ({ _id: name, name, revealAt })
  const warn = (...rows: ReturnType<typeof row>[]) => warnOfLateReveal(rows, DATE, NOW, ZONE)
  const late = '2027-03-07T12:00'
  expect(warn(row('Ana'), row('Beto', '2027-03-05T12:00'))).toBe('')
  expect(warn(row('Ana', late), row('Beto', late))).toBe(LATE)
  expect(warn(row('Ana', late), row('Beto'))).toBe('Se revela después de que empieza la fecha: Ana.')
  expect(warn(...['Ana', 'Beto', 'Caro', 'Dani'].map((name) => row(name, late)), row('Eva'))).toBe(
    'Se revelan después de que empieza la fecha: Ana, Beto, Caro y 1 más.',
  )
})
