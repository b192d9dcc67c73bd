import { expect, test } from 'vitest'
import { findCountryCode } from './countries.ts'

test.each([
  ['Argentina', 'AR'],
  [' argentina ', 'AR'],
  ['México', 'MX'],
  ['Mexico', 'MX'],
  ['España', 'ES'],
  ['Spain', 'ES'],
  ['Alemania', 'DE'],
  ['Reino Unido', 'GB'],
  ['Rusia', 'RU'],
  ['Uruguay', 'UY'],
  ['Barracas', null],
  ['', null],
])('finds the code of %j', (name, code) => {
  expect(findCountryCode(name)).toBe(code)
})
