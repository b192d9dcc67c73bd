import { stripInvisible } from '../../shared/text/clean.ts'

/**
 * Makes one safe line of a text for the header of a mail: the subject, or a name before an address.
 *
 * - A line break starts another header. Control characters become spaces.
 * - Characters that cannot be seen or that change the direction of text make a header look like another one. They are
 *   removed, except those that emoji and some scripts need.
 * - Mail programs decode encoded words (RFC 2047), also those that somebody typed. A space makes `=?` plain text.
 */
export const toHeaderLine = (text: string): string =>
  stripInvisible(text)
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll('=?', '= ?')
    .trim()
