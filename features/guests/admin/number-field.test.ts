import { expect, test } from 'vitest'
import { wholeNumber } from './number-field.tsx'

test.each([
  ['1.500', 1500, true],
  [' 7 ', 7, true],
  ['0', 0, 'Tiene que ser un número de 1 a 2.000.'],
  ['2001', 2001, 'Tiene que ser un número de 1 a 2.000.'],
  ['mil', 'mil', 'Tiene que ser un número de 1 a 2.000.'],
  [' ', null, true],
  [null, null, true],
])('an optional number: %s', (typed, value, checked) => {
  const { setValueAs, validate } = wholeNumber(1, 2000, null)
  expect(setValueAs(typed)).toBe(value)
  expect(validate(setValueAs(typed))).toBe(checked)
})

test('a blank number has its default, or is refused', () => {
  expect(wholeNumber(0, 20, 0).setValueAs('')).toBe(0)
  const required = wholeNumber(0, 20)
  expect(required.validate(required.setValueAs(''))).toBe('Tiene que ser un número de 0 a 20.')
})
