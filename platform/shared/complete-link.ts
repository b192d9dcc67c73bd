/** What people type for a link, made into one. */
import { isWebAddress } from './web-address.ts'

/** `ana`, `@ana.b`: the name of an account somewhere. */
const HANDLE = /^(?:@([\w.-]{1,60})|([\w-]{1,60}))$/

/** What names its scheme is taken at its word; a dot before the colon is a host with a port. */
const SCHEME = /^[a-z][a-z\d+-]*:/i

const HOST = /^[^\s/?#@]+\.[^\s/?#@.]{2,}(?:[/?#]|$)/

/**
 * A link with its scheme: `passline.com/x` is under https. What is no link even so comes back as it was typed.
 * @param accountsAt the address above accounts, where their names are understood: `@ana`
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
