/**
 * What a rich text may hold. The server cuts every text down to this on each write, and the editor
 * can hold neither more nor less, so that an edit loses nothing that was there and stores nothing that was not seen.
 */
import { RICH_TEXT_TAGS_MAX, URL_MAX } from '../../shared/limits.ts'
import { isWebAddress } from '../../shared/web-address.ts'

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
  'figure',
  'figcaption',
] as const

/**
 * A picture with its caption, as it is stored: `<figure><img><figcaption>words</figcaption></figure>`. The words are plain, a
 * picture without them stands alone, and there is no other figure.
 */
export const cleanCaption = (words: string): string => words.replace(/\s+/g, ' ').trim()

/** Counts every `<` without parsing, so that an oversized text is rejected before a parser reads it. */
export function hasTooManyTags(html: string): boolean {
  let count = 0
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at + 1))
    if (++count > RICH_TEXT_TAGS_MAX) return true
  return false
}

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
  'Tiene que ser un enlace completo (https://…), una página de este sitio (/news) o un e-mail.'

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

/** Of sites that are named without `https://` in the middle of a text: a full stop may also end a sentence. */
const SITE =
  /^(?:www\.\S+\.\S+|(?:[\p{L}\p{N}-]+\.)+(?:\p{L}{2,}\/\S*|(?:com|net|org|info|club|bar|app|live|fm|tv|io|ar|uy|cl|br|mx|es|uk|eu)))$/u
const WITH_SCHEME = /^https?:\/\/\S/i
const MAIL = /^[^\s@/:]+@[^\s@/:]+\.\p{L}{2,}$/u

/** An address among words. */
export interface TextLink {
  /** As it stands there, at this index. */
  text: string
  index: number
  href: string
}

/** The addresses in a text, without the marks of the sentence around them. */
export function findLinks(text: string): TextLink[] {
  const found: TextLink[] = []
  for (const { 0: word, index } of text.matchAll(/[^\s<>"“”«»]+/g)) {
    if (word.length > URL_MAX) continue
    const before = /^[([{'‘¿¡]*/.exec(word)?.[0].length ?? 0
    let end = word.length
    // A bracket that the address opened is its own.
    while (/[.,;:!?…'’\])}]/.test(word[end - 1] ?? '') && !endsWithOwnBracket(word.slice(before, end))) end--
    const address = word.slice(before, end)
    if (![WITH_SCHEME, MAIL, SITE].some((form) => form.test(address))) continue
    const href = completeLink(address)
    if (isTextLink(href)) found.push({ text: address, index: index + before, href })
  }
  return found
}

const endsWithOwnBracket = (address: string): boolean =>
  address.endsWith(')') && address.split('(').length >= address.split(')').length

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }

/** The words of a rich text, without its markup, a blank between them. */
export const plainText = (html: string): string =>
  html
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity)
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,;:!?…)]|$)/g, '')
    .trimStart()
