/** Reads numbers as people type them: `10.000`, `10,000`, `$ 10 000`, `10,5`, `8 mil`. */

/** Longer texts are not numbers. UTF-16 code units */
const NUMBER_TYPED_MAX = 60

/** Distance of a full-width sign (U+FF01 to U+FF5E) from its ASCII sign. */
const FULL_WIDTH = 0xfee0

/** Numbers of fields with more decimals are positions, which have decimals of any length and no thousands. */
const MONEY_DECIMALS = 2

/** Three digits after a separator are thousands, one or two are decimals. With both kinds, the last one is the decimals. */
const WITH_THOUSANDS = [
  /^\d+(?:[.,]\d{1,2})?$/,
  ...["['’]", '\\.', ',', '\\s'].map(
    (separator) => new RegExp(`^[1-9]\\d{0,2}(?:${separator}\\d{3})+(?:(?!${separator})[.,]\\d{1,2})?$`),
  ),
]

const DECIMAL = /^\d+(?:[.,]\d+)?$/

/** A multiplier follows a number below a thousand: `10k`, `1,5 mil`. */
const IN_THOUSANDS = /^(\d{1,3}(?:[.,]\d{1,2})?)\s?(?:k|mil)$/i

/** Other signs of a currency than `$`, which several have. */
const CURRENCY_WORDS: Record<string, string[]> = {
  ARS: ['ar$', 'pesos', 'peso'],
  USD: ['us$', 'u$s', 'u$d', 'usd$', 'dólares', 'dolares'],
  EUR: ['€', 'euros'],
  BRL: ['r$', 'reales'],
  UYU: ['$u'],
}

/**
 * Reads a typed number.
 * @param decimals number of decimals that the field has
 * @param currency ISO 4217 code of a price. A text with the code of another currency is refused
 * @returns null for a text that is no number, or that could mean several numbers
 */
export function readTypedNumber(typed: string, decimals: number, currency?: string): number | null {
  if (typed.length > NUMBER_TYPED_MAX) return null
  const text = removeCurrency(
    typed
      .replace(/[\p{Cf}\p{DI}]/gu, '')
      // Full-width digits and signs. NFKC would also turn 10² into 102.
      .replace(/[！-～]/g, (sign) => String.fromCodePoint(sign.charCodeAt(0) - FULL_WIDTH))
      .replace('−', '-')
      .trim(),
    currency,
  )
  const [, sign = '', amount = ''] = /^(-?)(.*)$/s.exec(text) ?? []
  const value = readAmount(amount, decimals)
  return value === null ? null : Number(`${sign}${value}`)
}

/** Returns a text that `Number` reads. null when the text is no number */
function readAmount(amount: string, decimals: number): string | null {
  if (decimals > MONEY_DECIMALS) return DECIMAL.test(amount) ? amount.replace(',', '.') : null
  const [, thousands] = IN_THOUSANDS.exec(amount) ?? []
  if (thousands !== undefined) return String(Math.round(Number(thousands.replace(',', '.')) * 1000))
  // In Argentina a price without cents ends in ".-" or ",-".
  const plain = amount.replace(/[.,]-$/, '')
  if (!WITH_THOUSANDS.some((form) => form.test(plain))) return null
  const [, whole = '', cents = '0'] = /^(.*?)(?:[.,](\d{1,2}))?$/s.exec(plain) ?? []
  return `${whole.replace(/\D/g, '')}.${cents}`
}

/** Removes the signs and the code of a currency before or after a number. */
function removeCurrency(text: string, currency?: string): string {
  const own = currency === undefined ? [] : [currency.toLowerCase(), ...(CURRENCY_WORDS[currency] ?? [])]
  let rest = text
  for (const word of [...own, '$']) {
    const lower = rest.toLowerCase()
    if (lower.startsWith(word)) rest = rest.slice(word.length).trimStart()
    else if (lower.endsWith(word)) rest = rest.slice(0, -word.length).trimEnd()
  }
  return rest
}
