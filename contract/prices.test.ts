import { expect, test } from 'vitest'
import { showPrice } from './prices.ts'

test.each([
  [null, 'ARS', null],
  [0, 'ARS', 'Entrada libre'],
  [8000, 'ARS', '$ 8.000'],
  [8000.5, 'ARS', '$ 8.000,50'],
  [0.05, 'ARS', '$ 0,05'],
  [1e9, 'ARS', '$ 1.000.000.000'],
  [15, 'USD', 'USD 15'],
  // A code that nobody uses is still told apart.
  [15, 'XXZ', 'XXZ 15'],
])('%s %s is %s', (price, currency, shown) => {
  expect(showPrice(price, currency)?.replaceAll('\u00a0', ' ') ?? null).toBe(shown)
})
