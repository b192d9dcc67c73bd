/** The rule of every link. A file of its own: public pages use it without the schemas and zod. */
import { URL_MAX } from './limits.ts'

/**
 * Scheme, two slashes, host, perhaps a port, and then nothing or a path, query or fragment. URL parsers take more for the
 * same: other numbers of slashes, backslashes, a user before the host, line breaks anywhere. A host's labels are letters
 * and digits; of the rest that a name may hold (signs that look like slashes among them) one writes the xn-- form.
 */
const WEB_ADDRESS =
  /^https?:\/\/(\[[\da-f:.]+\]|[\p{L}\p{M}\p{N}·_-]+(?:\.[\p{L}\p{M}\p{N}·_-]+)*\.?)(?::\d+)?(?:[/?#][^\s\\\p{Cc}\p{Bidi_Control}]*)?$/iu

/** An absolute http(s) URL without credentials, whose host is to every parser the one that a person reads. */
export function isWebAddress(text: string): boolean {
  if (text.length > URL_MAX) return false
  const host = WEB_ADDRESS.exec(text)?.[1]
  const hostname = URL.parse(text)?.hostname
  if (host === undefined || !hostname) return false
  if (host.startsWith('[')) return true
  // Numbers are addresses too, in forms that nobody reads as such: 0x7f.1 is 127.0.0.1.
  if (/^[\w.-]+$/.test(host)) return hostname === host.toLowerCase()
  // Parsers drop what cannot be seen, and replace letters by those that they stand for.
  return !/\p{Default_Ignorable_Code_Point}/u.test(host) && host.normalize('NFKC') === host.normalize('NFC')
}

const CREDENTIALS = /^https?:\/\/[^/?#]*@/i

/** Why a text is not a web address: fit to show beside the field. */
export const explainInvalidWebAddress = (text: string): string =>
  CREDENTIALS.test(text.slice(0, URL_MAX))
    ? 'Un enlace no puede llevar usuario ni contraseña.'
    : 'Tiene que ser un enlace completo, con https:// adelante.'

/** True for a host name that leads to this machine. */
export const isLoopbackHost = (hostname: string): boolean =>
  /^(localhost|.+\.localhost|127\.[\d.]+|\[::1\])$/.test(hostname)
