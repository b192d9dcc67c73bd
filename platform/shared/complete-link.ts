/** Completes links that administrators type without a scheme, or paste with the text around them. */
import { URL_MAX } from './limits.ts'
import { stripInvisible } from './text/clean.ts'
import { isWebAddress } from './web-address.ts'

/** Longest text that is read, with invisible characters and the words around a link. Characters */
const RAW_MAX = 2 * URL_MAX

/** Matches an account name of a social network: `ana`, `@ana.b`. */
const HANDLE = /^(?:@([\w.-]{1,60})|([\w-]{1,60}))$/

/** Matches a scheme, which has no dot before the colon. With a dot, the text is a host with a port. */
const SCHEME = /^[a-z][a-z\d+-]*:/i

const HOST = /^[^\s/?#@]+\.[^\s/?#@.]{2,}(?:[/?#]|$)/

const WITH_SCHEME = /^https?:\/\//i

/** Signs that people put before a link. */
const OPENINGS = /^[([{<"'«“‘*]*/

/** Punctuation that ends a sentence and is not part of an address. */
const ENDS = /[.,;:!?'"»”’]/

const PAIRS: Record<string, string> = { ')': '(', ']': '[', '}': '{', '>': '<' }

/**
 * Adds https:// to a link without a scheme, and removes invisible characters and the text around a link:
 * `Entradas: https://passline.com/e/1 🎟`.
 * @param accountsAt URL prefix for account names such as `@ana`. Without it, account names stay unchanged
 * @returns the completed link, or the typed text when it contains no link or several
 */
export function completeLink(typed: string, accountsAt?: string): string {
  if (typed.length > RAW_MAX) return typed.trim()
  const text = stripInvisible(typed).trim()
  if (text.length > URL_MAX) return text
  return (/\s/.test(text) ? findOnlyLink(text) : complete(text, accountsAt)) ?? text
}

/** @param word text without white space */
function complete(word: string, accountsAt?: string): string | null {
  const link = trimSigns(word)
  if (SCHEME.test(link)) return isWebAddress(link) ? link : null
  const [, marked, bare] = (accountsAt && HANDLE.exec(link)) || []
  const handle = marked ?? bare
  if (handle !== undefined) return `${accountsAt}${handle}`
  const whole = `https://${link.replace(/^\/\//, '')}`
  return HOST.test(whole.slice('https://'.length)) && isWebAddress(whole) ? whole : null
}

/** Removes signs around a link. A sign that the link itself has in pairs stays, as in `https://x.com/a_(b)`. */
function trimSigns(word: string): string {
  const from = OPENINGS.exec(word)?.[0].length ?? 0
  const isBold = word.slice(0, from).includes('*')
  return word.slice(
    from,
    findLinkEnd(word, from, (sign) => ENDS.test(sign) || (isBold && sign === '*')),
  )
}

/**
 * Returns where a link ends: before the punctuation of a sentence, and before a closing bracket whose opening bracket is not
 * in the link.
 */
export function findLinkEnd(word: string, from: number, isEnd: (sign: string) => boolean): number {
  const count = new Map<string, number>()
  for (const sign of word.slice(from)) count.set(sign, (count.get(sign) ?? 0) + 1)
  let to = word.length
  for (; to > from; to--) {
    const last = word[to - 1] as string
    const opening = PAIRS[last]
    const closings = count.get(last) ?? 0
    const isLoose = opening !== undefined && closings > (count.get(opening) ?? 0)
    if (!isLoose && !isEnd(last)) break
    count.set(last, closings - 1)
  }
  return to
}

/** Returns the link in a text of several words. null when there is none, or more than one */
function findOnlyLink(text: string): string | null {
  // A word after a link that has no text before it may be the end of a link with a space, which would be cut off.
  if (/^\S+[^\S\n]+[\p{L}\p{N}]/u.test(text) && complete(text.split(/\s/, 1)[0] ?? '')) return null
  const links = text.split(/\s+/).flatMap((word) => {
    const link = trimSigns(word)
    // Without a scheme, only a host with a path is a link: `23.30hs` and `Chau.Ana` are words.
    const isMeant =
      WITH_SCHEME.test(link) || /^www\./i.test(link) || (!SCHEME.test(link) && link.includes('/'))
    return (isMeant && complete(word)) || []
  })
  const [first, ...others] = new Set(links)
  return first !== undefined && others.length === 0 ? first : null
}
