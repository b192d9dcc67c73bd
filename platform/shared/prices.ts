/** Formats and compares ticket prices. */
import type { Language } from './languages.ts'

/**
 * Formats a price: '$ 8.000', 'USD 15', 'Entrada libre'. In English 'ARS 8,000', 'Free entry'.
 * @param price null when not known yet
 * @param currency ISO 4217
 * @returns null for an unknown price
 */
export function formatPrice(
  price: number | null,
  currency: string,
  language: Language = 'es',
): string | null {
  if (price === null) return null
  if (price === 0) return language === 'es' ? 'Entrada libre' : 'Free entry'
  return formatAmount(price, currency, language)
}

/** Formats an amount of money: '$ 0', '$ 8.000', 'USD 15'. @param currency ISO 4217 */
export const formatAmount = (amount: number, currency: string, language: Language = 'es'): string =>
  new Intl.NumberFormat(language === 'es' ? 'es-AR' : 'en-GB', {
    style: 'currency',
    currency,
    // English readers would take $ for US dollars, so pesos have their code.
    currencyDisplay: currency === 'ARS' && language === 'es' ? 'symbol' : 'code',
    ...(Number.isInteger(amount) && { minimumFractionDigits: 0 }),
  }).format(amount)

export interface PricedOffer {
  /** Price of the ticket. null when not known yet */
  price: number | null
  /** Currency code, ISO 4217 */
  currency: string
}

export interface LowestPrice {
  price: number
  currency: string
  /** True when other offers cost more. The page then shows "from". */
  isFrom: boolean
}

/**
 * Finds the lowest price above zero. Free offers usually have a condition, such as a guest list or an hour, so they count
 * only when all offers are free.
 * @param offers the offers still on sale
 * @returns 'free' when all are free; null when a price is unknown, currencies differ, or there are no offers
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
