import { expect, test } from 'vitest'
import { findLowestPrice, formatPrice } from './prices.ts'

test.each([
  [null, 'ARS', null],
  [0, 'ARS', 'Entrada libre'],
  [8000, 'ARS', '$ 8.000'],
  [8000.5, 'ARS', '$ 8.000,50'],
  [0.05, 'ARS', '$ 0,05'],
  [1e9, 'ARS', '$ 1.000.000.000'],
  [15, 'USD', 'USD 15'],
  // An unknown currency code stays visible.
  [15, 'XXZ', 'XXZ 15'],
])('formats %s %s as %s', (price, currency, shown) => {
  expect(formatPrice(price, currency)?.replaceAll('\u00a0', ' ') ?? null).toBe(shown)
})

test('findLowestPrice ignores free offers among paid ones, and returns null for unknown prices', () => {
  const of = (...prices: (number | null)[]) =>
    findLowestPrice(prices.map((price) => ({ price, currency: 'ARS' })))
  expect(of()).toBeNull()
  expect(of(0, 0)).toBe('free')
  expect(of(10_000, 0)).toEqual({ price: 10_000, currency: 'ARS', isFrom: false })
  expect(of(0, 12_000, 10_000)).toEqual({ price: 10_000, currency: 'ARS', isFrom: true })
  expect(of(0, null)).toBeNull()
  expect(of(null, 10_000)).toBeNull()
  expect(
    findLowestPrice([
      { price: 15, currency: 'USD' },
      { price: 12_000, currency: 'ARS' },
    ]),
  ).toBeNull()
})
