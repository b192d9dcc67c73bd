/**
 * Defines the allowed content of a rich text. The server reduces every text to it on each write. The editor supports
 * exactly the same content, so that an edit loses nothing and stores nothing that the editor did not show.
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
  'span',
  'a',
  'img',
  'figure',
  'figcaption',
] as const

/** Languages that a phrase in a text can have, as its `span` stores them (BCP 47). Screen readers pronounce the phrase in it. */
export const PHRASE_LANGUAGES = {
  en: 'Inglés',
  de: 'Alemán',
  fr: 'Francés',
  it: 'Italiano',
  pt: 'Portugués',
} as const

export type PhraseLanguage = keyof typeof PHRASE_LANGUAGES

export const isPhraseLanguage = (lang: unknown): lang is PhraseLanguage =>
  typeof lang === 'string' && Object.hasOwn(PHRASE_LANGUAGES, lang)

/**
 * Cleans the caption of a picture. A caption is plain text, stored as
 * `<figure><img><figcaption>words</figcaption></figure>`. A picture without a caption has no figure, and there are no other
 * figures.
 */
export const cleanCaption = (words: string): string => words.replace(/\s+/g, ' ').trim()

/** Counts every `<` without parsing, so that an oversized text is refused before a parser reads it. */
export function hasTooManyTags(html: string): boolean {
  let count = 0
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at + 1))
    if (++count > RICH_TEXT_TAGS_MAX) return true
  return false
}

/** Heading levels that are replaced. The title of the page is the only h1. */
export const RICH_TEXT_HEADINGS = { h1: 'h2', h5: 'h4', h6: 'h4' } as const

/**
 * Returns a function that closes jumps in the levels of headings: after an h2, an h4 becomes an h3. The title of the page is
 * the h1, so the first heading is an h2.
 */
export function createLevelCloser(): (level: number) => number {
  const open: { from: number; to: number }[] = []
  return (level) => {
    while ((open.at(-1)?.from ?? 0) >= level) open.pop()
    const to = (open.at(-1)?.to ?? 1) + 1
    open.push({ from: level, to })
    return to
  }
}

/** Matches a path of this site. `//host` and `/\host` are addresses of other sites. */
const OWN_PATH = /^\/(?![/\\])\S*$/
const MAILBOX = /^mailto:[^\s@]+@[^\s@]+$/i
const TELEPHONE = /^tel:[\d+().-]+$/i
/** True for a text with control characters. The sanitiser of the server refuses them too. */
const hasControl = (text: string): boolean => /\p{Cc}/u.test(text)

/** True for allowed targets of a link: another site, a page of this site, a mailbox, a telephone number. */
export const isTextLink = (href: string): boolean =>
  href.length <= URL_MAX &&
  !hasControl(href) &&
  (isWebAddress(href) || [OWN_PATH, MAILBOX, TELEPHONE].some((form) => form.test(href)))

export const NOT_A_TEXT_LINK =
  'Tiene que ser un enlace completo (https://…), una página de este sitio (/news) o un e-mail.'

/**
 * Completes a typed link: `club.example/x` is a site, `ana@club.example` a mailbox.
 * @returns the trimmed text when it needs no completion
 */
export function completeTextLink(typed: string): string {
  const text = typed.trim()
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(text)) return `mailto:${text}`
  if (/^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(:\d+)?([/?#]\S*)?$/u.test(text)) return `https://${text}`
  return text
}

/**
 * Matches sites without `https://` within a text. Only these endings count, because a full stop can also end a sentence.
 */
const SITE =
  /^(?:www\.\S+\.\S+|(?:[\p{L}\p{N}-]+\.)+(?:\p{L}{2,}\/\S*|(?:com|net|org|info|club|bar|app|live|fm|tv|io|ar|uy|cl|br|mx|es|uk|eu)))$/u
const WITH_SCHEME = /^https?:\/\/\S/i
const MAIL = /^[^\s@/:]+@[^\s@/:]+\.\p{L}{2,}$/u

/** An address that was found in a text. */
export interface TextLink {
  /** The address as it stands in the text. */
  text: string
  index: number
  href: string
}

/** Finds the addresses in a text. Punctuation of the sentence is not part of them. */
export function findLinks(text: string): TextLink[] {
  const found: TextLink[] = []
  for (const { 0: word, index } of text.matchAll(/[^\s<>"“”«»]+/g)) {
    if (word.length > URL_MAX) continue
    const before = /^[([{'‘¿¡]*/.exec(word)?.[0].length ?? 0
    let end = word.length
    // A closing bracket belongs to the address if the address contains the opening one.
    while (/[.,;:!?…'’\])}]/.test(word[end - 1] ?? '') && !endsWithOwnBracket(word.slice(before, end))) end--
    const address = word.slice(before, end)
    if (![WITH_SCHEME, MAIL, SITE].some((form) => form.test(address))) continue
    const href = completeTextLink(address)
    if (isTextLink(href)) found.push({ text: address, index: index + before, href })
  }
  return found
}

const endsWithOwnBracket = (address: string): boolean =>
  address.endsWith(')') && address.split('(').length >= address.split(')').length

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }

/** Returns the words of a rich text without markup, separated by spaces. */
export const plainText = (html: string): string =>
  html
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity)
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,;:!?…)]|$)/g, '')
    .trimStart()
