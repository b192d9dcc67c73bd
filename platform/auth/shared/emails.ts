/** Displays e-mail addresses to administrators. Stored and compared addresses stay unchanged. */

import { INVISIBLE } from '../../shared/text/text.ts'

const escaped = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`

/**
 * Formats an address for display. The domain is in punycode, so a Cyrillic а differs from a Latin a, and invisible
 * characters appear as numbers. Mail is sent to the address itself.
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

/** Formats one part of a domain. */
function formatLabel(label: string): string {
  if (isPlain(label)) return label
  // URL.parse also accepts other spellings and changes them. The result would then be another domain, so such parts are
  // shown as typed.
  const isWritten =
    /^[\p{L}\p{M}\p{N}-]+$/u.test(label) && !INVISIBLE.test(label) && label.normalize('NFKC') === label
  const known = isWritten ? (URL.parse(`http://${label}`)?.hostname ?? '') : ''
  return known.startsWith('xn--') ? known : label.replace(/[^ -~]/gu, escaped)
}

const isPlain = (text: string): boolean => /^[ -~]*$/.test(text)

/** Returns a user's name, or the address of a user without a name. */
export const formatPerson = ({ name, email }: { name: string | null; email: string }): string =>
  name ?? formatEmail(email)

/** True when the part before the @ may look like another address. Punycode exists only for domains. */
export const hasUnusualLetters = (email: string): boolean =>
  !isPlain(email.slice(0, email.lastIndexOf('@') + 1))
