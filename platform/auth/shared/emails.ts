/** How an e-mail address is shown to whoever decides about it. What is stored and compared stays as it was written. */

/** Control and format characters, letters without a shape (Unicode's Default_Ignorable_Code_Point), the empty Braille cell. */
export const UNSEEN = /[\p{Cc}\p{Cf}\p{DI}\u2800]/u

const escaped = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`

/**
 * The domain in the letters that mail servers know it by (punycode), so that a Cyrillic а is no Latin a; characters that
 * nobody sees by their numbers. For eyes only: mail goes to the address itself.
 */
export function shownEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const name = email.slice(0, at + 1).replace(new RegExp(UNSEEN, 'gu'), escaped)
  return (
    name +
    email
      .slice(at + 1)
      .split('.')
      .map(shownLabel)
      .join('.')
  )
}

/** One part of a domain. */
function shownLabel(label: string): string {
  if (isPlain(label)) return label
  // What another spelling of other letters is shown as would be theirs, not this one's.
  const isWritten =
    /^[\p{L}\p{M}\p{N}-]+$/u.test(label) && !UNSEEN.test(label) && label.normalize('NFKC') === label
  const known = isWritten ? (URL.parse(`http://${label}`)?.hostname ?? '') : ''
  return known.startsWith('xn--') ? known : label.replace(/[^ -~]/gu, escaped)
}

const isPlain = (text: string): boolean => /^[ -~]*$/.test(text)

/** What a person is called where others are told of them. A name is as its schema left it. */
export const shownPerson = ({ name, email }: { name: string | null; email: string }): string =>
  name ?? shownEmail(email)

/** Whether what stands before the @ may look like another address: a domain has punycode for that, a name has nothing. */
export const hasUnusualLetters = (email: string): boolean =>
  !isPlain(email.slice(0, email.lastIndexOf('@') + 1))
