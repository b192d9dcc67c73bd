import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatDoorPrice, readPrice } from './price-text.ts'

test.each([
  ['Gratis', 0, 'ARS'],
  ['  gratis ', 0, 'ARS'],
  ['6000', 6000, 'ARS'],
  ['$ 6.000', 6000, 'ARS'],
  ['8 mil', 8000, 'ARS'],
  ['8000 pesos', 8000, 'ARS'],
  ['1.500,50', 1500.5, 'ARS'],
  ['USD 15', 15, 'USD'],
  ['u$s 15', 15, 'USD'],
  ['€ 20', 20, 'EUR'],
  ['CLP 9.000', 9000, 'CLP'],
])('%s is %d %s', (typed, amount, currency) => {
  expect(readPrice(typed)).toEqual({ amount, currency })
})

test.each(['', 'Con trago', '6.000 con trago', '-5', 'Gratis hasta la 1', '2x1', '99999999999'])(
  '"%s" is no price',
  (typed) => {
    expect(readPrice(typed)).toBeNull()
  },
)

test('a formatted price is read as the same price', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1e11 }),
      fc.constantFrom('ARS', 'USD', 'EUR', 'BRL', 'UYU', 'GBP'),
      (cents, currency) => {
        const price = { amount: cents / 100, currency }
        expect(readPrice(formatDoorPrice(price))).toEqual(price)
      },
    ),
  )
})
