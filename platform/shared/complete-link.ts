/** Completes links that administrators type without a scheme. */
import { isWebAddress } from './web-address.ts'

/** Matches an account name of a social network: `ana`, `@ana.b`. */
const HANDLE = /^(?:@([\w.-]{1,60})|([\w-]{1,60}))$/

/** Matches a scheme, which has no dot before the colon. With a dot, the text is a host with a port. */
const SCHEME = /^[a-z][a-z\d+-]*:/i

const HOST = /^[^\s/?#@]+\.[^\s/?#@.]{2,}(?:[/?#]|$)/

/**
 * Adds https:// to a link without a scheme.
 * @param accountsAt URL prefix for account names such as `@ana`. Without it, account names stay unchanged
 * @returns the completed link, or the typed text when it is no link even with https://
 */
export function completeLink(typed: string, accountsAt?: string): string {
  const text = typed.trim()
  if (text === '' || SCHEME.test(text)) return text
  const [, marked, bare] = (accountsAt && HANDLE.exec(text)) || []
  const handle = marked ?? bare
  if (handle !== undefined) return `${accountsAt}${handle}`
  const whole = `https://${text.replace(/^\/\//, '')}`
  return HOST.test(whole.slice('https://'.length)) && isWebAddress(whole) ? whole : text
}
