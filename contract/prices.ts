/** What a ticket costs, as people read it. */
import type { Language } from './languages.ts'

/**
 * @param price null: nobody knows yet
 * @param currency ISO 4217
 * @returns '$ 8.000', 'USD 15', 'Entrada libre', in English 'ARS 8,000', 'Free entry'; null: there is nothing to say
 */
export function showPrice(price: number | null, currency: string, language: Language = 'es'): string | null {
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
