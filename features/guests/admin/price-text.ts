/** Reads and formats prices as administrators type them. */
import { formatAmount } from '../../../platform/shared/prices.ts'
import { isBlank } from '../../../platform/shared/text/text.ts'
import { readTypedNumber } from '../../../platform/shared/typed-number.ts'
import { PRICE_MAX } from '../shared/guest-limits.ts'
import type { Price } from '../shared/money.ts'

const HOME_CURRENCY = 'ARS'
/** Currencies that are read by their signs and words, such as `u$s`. Others are read by their code. */
const CURRENCIES = [HOME_CURRENCY, 'USD', 'EUR', 'BRL', 'UYU']
const FREE = /^(gratis|free|entrada libre|sin cargo)$/i

/** Reads a price: '$ 6.000', 'USD 15', 'Gratis'. A price without a currency is in pesos. null when the text is no price */
export function readPrice(typed: string): Price | null {
  const text = typed.trim()
  if (FREE.test(text)) return { amount: 0, currency: HOME_CURRENCY }
  const code = /^[A-Z]{3}(?=\s|\d)/.exec(text)?.[0]
  for (const currency of code === undefined ? CURRENCIES : [code]) {
    const amount = readTypedNumber(text, 2, currency)
    if (amount !== null) return amount >= 0 && amount <= PRICE_MAX ? { amount, currency } : null
  }
  return null
}

/** Formats a price: '$ 6.000', 'USD 15', 'Gratis'. */
export const formatDoorPrice = ({ amount, currency }: Price): string =>
  amount === 0 && currency === HOME_CURRENCY ? 'Gratis' : formatAmount(amount, currency)

/** Rules of a price field, whose form value is the typed text. */
export const priceRules = (isOptional: boolean) => ({
  validate: (typed: string) =>
    (isOptional && isBlank(typed)) ||
    readPrice(typed) !== null ||
    'Tiene que ser un precio, como 6.000 o USD 15.',
})
