/** Display of e-mail addresses to administrators. Stored and compared addresses stay unchanged. */

/** Control and format characters, letters without a shape (Unicode's Default_Ignorable_Code_Point), the empty Braille cell. */
export const INVISIBLE = /[\p{Cc}\p{Cf}\p{DI}\u2800]/u

const escaped = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`

/**
 * Shows the domain in punycode, so that a Cyrillic а differs from a Latin a, and invisible characters by their numbers. For
 * display only: mail is sent to the address itself.
 */
export function formatEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const name = email.slice(0, at + 1).replace(new RegExp(INVISIBLE, 'gu'), escaped)
  return (
    name +
    email
      .slice(at + 1)
      .split('.')
      .map(formatLabel)
      .join('.')
  )
}

/** One part of a domain. */
function formatLabel(label: string): string {
  if (isPlain(label)) return label
  // URL.parse also accepts and changes other spellings. Their result would be another label.
  const isWritten =
    /^[\p{L}\p{M}\p{N}-]+$/u.test(label) && !INVISIBLE.test(label) && label.normalize('NFKC') === label
  const known = isWritten ? (URL.parse(`http://${label}`)?.hostname ?? '') : ''
  return known.startsWith('xn--') ? known : label.replace(/[^ -~]/gu, escaped)
}

const isPlain = (text: string): boolean => /^[ -~]*$/.test(text)

/** A user's name, or otherwise their address. */
export const formatPerson = ({ name, email }: { name: string | null; email: string }): string =>
  name ?? formatEmail(email)

/** True when the part before the @ may look like another address. Punycode exists only for domains. */
export const hasUnusualLetters = (email: string): boolean =>
  !isPlain(email.slice(0, email.lastIndexOf('@') + 1))
