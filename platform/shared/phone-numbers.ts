/**
 * Reads telephone numbers as people type them. The stored form is the international notation of ITU-T E.123:
 * `+54 11 4302 1965`. The table of all countries is large, so only the server loads this file.
 */
import parsePhoneNumber, { type CountryCode, isSupportedCountry } from 'libphonenumber-js/min'
import { PHONE_TYPED_MAX } from './limits.ts'
import { stripInvisible } from './text/clean.ts'

/** Words before a number: of a contact card (RFC 6350), of a link (RFC 3966) or of a list, such as `Cel.:`. */
const LABEL = /^(?:(?:item\d+\.)?tel;[^:+]*:|[\p{L} .]*:)(?:tel:)?/iu

/** Removes invisible characters and labels, and writes digits and signs of other widths as ASCII. */
const tidy = (typed: string): string =>
  stripInvisible(typed)
    .normalize('NFKC')
    .trim()
    .replace(LABEL, '')
    .trim()
    // The library reads `00` only in countries where it begins an international call.
    .replace(/^00/, '+')

/**
 * Writes a number with its country code and single spaces between the groups of digits.
 * @param typed longer texts than `PHONE_TYPED_MAX` characters are refused
 * @param country code of the country (ISO 3166-1) of numbers without country code. null: they are refused
 * @returns null when the text is no complete number
 */
export function normalizePhone(typed: string, country: string | null = null): string | null {
  if (typed.length > PHONE_TYPED_MAX) return null
  const found = parse(tidy(typed), country)
  // Neither links nor wa.me can dial an extension of every telephone system.
  return found?.isValid() && !found.ext ? found.formatInternational() : null
}

const parse = (text: string, country: string | null) =>
  parsePhoneNumber(text, { extract: false, ...(isKnown(country) && { defaultCountry: country }) })

const isKnown = (country: string | null): country is CountryCode =>
  country !== null && isSupportedCountry(country)

/** Returns the message for a text that `normalizePhone` has refused with the same country. */
export function explainInvalidPhone(typed: string, country: string | null = null): string {
  const text = tidy(typed.slice(0, PHONE_TYPED_MAX))
  const isNumber = /^[+\d\s().\-‐-―]+$/u.test(text) && text.lastIndexOf('+') <= 0
  if (/\d{3}/.test(text) && !isNumber) return 'Tiene que ser un solo número, sin interno ni palabras.'
  if (text.startsWith('+'))
    return parse(text, null)
      ? 'Ningún número de ese país tiene esas cifras. Revisá el código de país, la característica y el resto.'
      : 'Ese código de país no lo conocemos. Tiene que empezar como +54 11 4302 1965, con el de su país.'
  return isKnown(country)
    ? 'No es un número completo. Revisá las cifras, o escribilo con el código de país: +54 11 4302 1965.'
    : 'Escribilo con el código de país: +54 11 4302 1965.'
}
