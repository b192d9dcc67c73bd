/** Validates links. The file uses no zod, so that public pages can load it. */
import { URL_MAX } from './limits.ts'
import { INVISIBLE } from './text/text.ts'

/**
 * Matches a scheme, two slashes, a host, an optional port, and optionally a path, query or fragment. URL parsers also
 * accept other numbers of slashes, backslashes, a user before the host, and line breaks anywhere. Labels of the host are
 * letters and digits. Other characters, some of which look like slashes, need the xn-- form.
 */
const WEB_ADDRESS =
  /^https?:\/\/(\[[\da-f:.]+\]|[\p{L}\p{M}\p{N}·_-]+(?:\.[\p{L}\p{M}\p{N}·_-]+)*\.?)(?::\d+)?(?:[/?#][^\s\\\p{Cc}\p{Bidi_Control}]*)?$/iu

/** True for an absolute http(s) URL without credentials, whose host is the same for every parser and for a reader. */
export function isWebAddress(text: string): boolean {
  if (text.length > URL_MAX) return false
  const host = WEB_ADDRESS.exec(text)?.[1]
  const hostname = URL.parse(text)?.hostname
  if (host === undefined || !hostname) return false
  if (host.startsWith('[')) return true
  // Parsers accept unusual numbers as IP addresses: 0x7f.1 is 127.0.0.1. Such a host is refused, because it changes in
  // parsing.
  if (/^[\w.-]+$/.test(host)) return hostname === host.toLowerCase()
  // Parsers drop invisible characters and replace compatibility letters. Such a host is refused, because a reader sees
  // another one.
  return !/\p{Default_Ignorable_Code_Point}/u.test(host) && host.normalize('NFKC') === host.normalize('NFC')
}

/**
 * Writes a valid link as the WHATWG URL parser does: quotes, `<`, spaces and other letters are percent-encoded, so that the
 * link is the same in HTML, JSON-LD and iCalendar. A text that is no link stays unchanged.
 */
export const normalizeLink = (text: string): string => (isWebAddress(text) ? new URL(text).href : text)

/**
 * Writes the letters of a stored link, so that a person can read it: `https://club.example/año`. The host stays in punycode,
 * because letters of several scripts look alike. `normalizeLink` turns the result back into the stored link.
 */
export const formatLink = (link: string): string =>
  link.replace(/(?:%[89a-f][\da-f])+/gi, (encoded) => {
    try {
      const letters = decodeURIComponent(encoded)
      return /^[\p{L}\p{M}\p{N}]+$/u.test(letters) && !INVISIBLE.test(letters) ? letters : encoded
    } catch {
      return encoded
    }
  })

const CREDENTIALS = /^https?:\/\/[^/?#]*@/i

/** Returns the message for a form field whose text `isWebAddress` has refused. */
export const explainInvalidWebAddress = (text: string): string =>
  CREDENTIALS.test(text.slice(0, URL_MAX))
    ? 'Un enlace no puede llevar usuario ni contraseña.'
    : 'Tiene que ser un enlace completo, con https:// adelante.'

/** True for a host name that leads to this machine. */
export const isLoopbackHost = (hostname: string): boolean =>
  /^(localhost|.+\.localhost|127\.[\d.]+|\[::1\])$/.test(hostname)
