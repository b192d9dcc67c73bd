/** Telephone numbers with country code, in the international notation of ITU-T E.123: `+54 11 4302 1965`. */

/** Limit of a typed number, with its separators. Characters */
export const PHONE_TYPED_MAX = 40

/** Number of digits, with country code. E.164 allows 15; no complete number has fewer than 8. */
const DIGITS = { min: 8, max: 15 }

/** Characters that people write between the digits of a number. */
const SEPARATORS = /[\s().\-‐‑–/]+/g

/**
 * Writes a number with single spaces between its groups of digits.
 * @param typed a number that begins with `+` or `00`, of at most `PHONE_TYPED_MAX` characters
 * @returns null when the text is no complete international number
 */
export function normalizePhone(typed: string): string | null {
  if (typed.length > PHONE_TYPED_MAX) return null
  // In "+44 (0)20 7946 0000" the zero is dialled only within the country.
  const [, rest] = /^(?:\+|00)(.*)$/.exec(typed.trim().replace('(0)', ' ')) ?? []
  if (rest === undefined) return null
  const groups = rest.replace(SEPARATORS, ' ').trim()
  const digits = groups.replaceAll(' ', '')
  const isComplete = /^[1-9]\d*$/.test(digits) && digits.length >= DIGITS.min && digits.length <= DIGITS.max
  return isComplete ? `+${groups}` : null
}

/** Returns the link that dials a normalised number (RFC 3966). */
export const createTelLink = (phone: string): string => `tel:${phone.replaceAll(' ', '')}`

/** Returns the link that opens a chat with a normalised number. WhatsApp expects only digits. */
export const createWhatsAppLink = (phone: string): string => `https://wa.me/${phone.replace(/\D/g, '')}`
