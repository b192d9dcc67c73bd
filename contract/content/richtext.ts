/**
 * What a rich text may hold. The server cuts every text down to this on each write, and the editor
 * can hold neither more nor less, so that an edit loses nothing that was there and stores nothing that was not seen.
 */
import { URL_MAX } from '../limits.ts'
import { isWebAddress } from '../web-address.ts'

export const RICH_TEXT_TAGS = [
  'h2',
  'h3',
  'h4',
  'p',
  'br',
  'hr',
  'ul',
  'ol',
  'li',
  'blockquote',
  'strong',
  'em',
  'u',
  's',
  'a',
  'img',
] as const

/** Headings of levels that a text may not have: the page's own title is the only h1. */
export const RICH_TEXT_HEADINGS = { h1: 'h2', h5: 'h4', h6: 'h4' } as const

/** A page of this site; `//host` and `/\host` lead to another one. */
const OWN_PATH = /^\/(?![/\\])\S*$/
const MAILBOX = /^mailto:[^\s@]+@[^\s@]+$/i
const TELEPHONE = /^tel:[\d+().-]+$/i
/** The server's sanitiser refuses these too, wherever they hide. */
const hasControl = (text: string): boolean => /\p{Cc}/u.test(text)

/** Where a link in a text may lead: another site, a page of ours, a mailbox, a telephone. */
export const isTextLink = (href: string): boolean =>
  href.length <= URL_MAX &&
  !hasControl(href) &&
  (isWebAddress(href) || [OWN_PATH, MAILBOX, TELEPHONE].some((form) => form.test(href)))

export const NOT_A_TEXT_LINK =
  'Tiene que ser un link completo (https://…), una página de este sitio (/news) o un e-mail.'

/**
 * What somebody meant who left something out: `club.example/x` is a site, `ana@club.example` is a mailbox.
 * @returns what was typed, trimmed, where nothing is to be guessed
 */
export function completeLink(typed: string): string {
  const text = typed.trim()
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(text)) return `mailto:${text}`
  if (/^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(:\d+)?([/?#]\S*)?$/u.test(text)) return `https://${text}`
  return text
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }

/** The words of a rich text, without its markup. */
export const plainText = (html: string): string =>
  html.replace(/<[^<>]*>/g, ' ').replace(/&(\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity)
