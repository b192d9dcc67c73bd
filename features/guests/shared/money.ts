/** Prices of the door, and sums of money. */

export interface Price {
  /** Up to two decimals. 0: free */
  amount: number
  /** ISO 4217 */
  currency: string
}

/** The price that a person without a list pays, by its name on the night's price list. */
export interface NamedPrice extends Price {
  label: string
}

const CENTS = 100

const toCents = (amount: number): number => Math.round(amount * CENTS)

/** Multiplies a price without errors of binary fractions. */
export const multiplyAmount = (amount: number, count: number): number => (toCents(amount) * count) / CENTS

/** Adds amounts up by currency, in alphabetical order. */
export function sumByCurrency(prices: Iterable<Price>): Price[] {
  const cents = new Map<string, number>()
  for (const { amount, currency } of prices) cents.set(currency, (cents.get(currency) ?? 0) + toCents(amount))
  return [...cents].sort().map(([currency, sum]) => ({ amount: sum / CENTS, currency }))
}
