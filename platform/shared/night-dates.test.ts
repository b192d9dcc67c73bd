import { expect, it } from 'vitest'
import { parseNightDate } from './night-dates.ts'

it('reads the first characters of a date and ignores its zone', () => {
  const night = { weekday: 'sábado', day: '28', month: 'noviembre', time: '23:59' }
  expect(parseNightDate('2026-11-28T23:59')).toEqual(night)
  expect(parseNightDate('2026-11-28T23:59:00-03:00')).toEqual(night)
  expect(parseNightDate('2026-11-28T23:59Z')).toEqual(night)
})

it('accepts a date without a time', () => {
  expect(parseNightDate('2028-02-29')).toEqual({ weekday: 'martes', day: '29', month: 'febrero', time: null })
})
