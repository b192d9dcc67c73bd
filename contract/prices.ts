/** What a ticket costs, as people read it. */

/**
 * @param price null: nobody knows yet
 * @param currency ISO 4217
 * @returns '$ 8.000', 'USD 15', 'Entrada libre'; null: there is nothing to say
 */
export function showPrice(price: number | null, currency: string): string | null {
  if (price === null) return null
  if (price === 0) return 'Entrada libre'
  return new Intl.NumberFormat('es-AR', {
    style: 'currency',
    currency,
    currencyDisplay: currency === 'ARS' ? 'symbol' : 'code',
    ...(Number.isInteger(price) && { minimumFractionDigits: 0 }),
  }).format(price)
}
