/** What a ticket costs, as people read it. */
import type { Language } from './languages.ts'

/**
 * @param price null: nobody knows yet
 * @param currency ISO 4217
 * @returns '$ 8.000', 'USD 15', 'Entrada libre', in English 'ARS 8,000', 'Free entry'; null: there is nothing to say
 */
export function formatPrice(
  price: number | null,
  currency: string,
  language: Language = 'es',
): string | null {
  if (price === null) return null
  if (price === 0) return language === 'es' ? 'Entrada libre' : 'Free entry'
  return new Intl.NumberFormat(language === 'es' ? 'es-AR' : 'en-GB', {
    style: 'currency',
    currency,
    // Who reads English takes a $ for another one.
    currencyDisplay: currency === 'ARS' && language === 'es' ? 'symbol' : 'code',
    ...(Number.isInteger(price) && { minimumFractionDigits: 0 }),
  }).format(price)
}

export interface PricedOffer {
  /** null: nobody knows yet. */
  price: number | null
  /** ISO 4217 */
  currency: string
}

/** What one pays at the least, where one pays. */
export interface LowestPrice {
  price: number
  currency: string
  /** Some cost more. */
  isFrom: boolean
}

/**
 * A row that costs nothing is as a rule on a condition, a list or an hour: it makes no other row free.
 * @param offers those that can still be had
 * @returns 'free': every one of them is; null: prices that are not told, or of two currencies, have no least
 */
export function findLowestPrice(offers: readonly PricedOffer[]): LowestPrice | 'free' | null {
  if (offers.length > 0 && offers.every(({ price }) => price === 0)) return 'free'
  const paid = offers.filter(({ price }) => price !== 0)
  const [least] = paid.toSorted((one, other) => Number(one.price) - Number(other.price))
  if (!least || paid.some(({ price, currency }) => price === null || currency !== least.currency)) return null
  return {
    price: Number(least.price),
    currency: least.currency,
    isFrom: paid.some(({ price }) => price !== least.price),
  }
}
