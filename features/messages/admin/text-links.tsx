/**
 * Finds the links in a text by an untrusted visitor. Incomplete addresses and look-alike addresses do not become links.
 * Texts by administrators use platform/content/shared/richtext.ts, which finds more links. The search has no side effects,
 * and its time is linear in the length of the text.
 */
import { findLinkEnd } from '../../../platform/shared/complete-link.ts'

/** A piece of the text. It is a link when it has `href`. */
export interface TextPart {
  text: string
  /** An http, https, mailto or tel address. */
  href?: string
}

/** Longer addresses do not become links. Characters */
const LINK_MAX = 2048

/** Punctuation that ends a sentence and is not part of an address. */
const ENDS = /[.,;:!?'"»”’*_~]/

/** Invisible characters that make an address look like another one. Addresses with them do not become links. */
const MISLEADING = /[\p{Bidi_Control}\p{Cc}\u200b-\u200d\u2060\ufeff]/u

/** Splits a text at its links. The parts joined in order are the text again. */
export function splitAtLinks(text: string): TextPart[] {
  const parts: TextPart[] = []
  const add = (part: TextPart) => {
    const last = parts.at(-1)
    if (last && !last.href && !part.href) last.text += part.text
    else if (part.text !== '') parts.push(part)
  }
  const addText = (text: string) => {
    let from = 0
    for (const { 0: number, index } of text.matchAll(PHONE)) {
      const href = findPhone(number)
      if (href === null) continue
      add({ text: text.slice(from, index) })
      add({ text: number, href })
      from = index + number.length
    }
    add({ text: text.slice(from) })
  }
  /**
   * Start of the text after the last link. Telephone numbers can contain spaces, so the text between two links is searched
   * as a whole.
   */
  let textFrom = 0
  let at = 0
  for (const [run] of text.matchAll(/\s+|\S+/g)) {
    const link = /^\s/.test(run) || run.length > LINK_MAX ? null : findLink(run)
    if (link) {
      addText(text.slice(textFrom, at + link.from))
      add({ text: run.slice(link.from, link.to), href: link.href })
      textFrom = at + link.to
    }
    at += run.length
  }
  addText(text.slice(textFrom))
  return parts
}

interface Found {
  from: number
  to: number
  href: string
}

/** Matches a telephone number as people write it, unless it is part of a word, an address, a time or a longer number. */
const PHONE = /(?<![\p{L}\p{N}+@./:_-])\+?\(?\d[\d ().-]{6,20}\d(?![\p{L}\p{N}@/:_]|[-.]\d)/gu

/** Allowed number of digits of a number without country code. Numbers with one can have fewer digits. */
const LOCAL_DIGITS = { least: 10, most: 13 }
const FOREIGN_DIGITS = { least: 8, most: 15 }

/**
 * Digit groups that are no telephone number: single digits, several numbers, a date before a number, or a CUIT (the
 * Argentine tax number).
 */
const NO_PHONE = /^(?!.*\d{3})|^\d{2}-\d{8}-\d$|\d{1,4}[-.]\d{1,2}[-.]\d{1,4}| {2}|[-.]{2}/

function findPhone(typed: string): string | null {
  const digits = typed.replace(/\D/g, '')
  const isForeign = typed.startsWith('+')
  const { least, most } = isForeign ? FOREIGN_DIGITS : LOCAL_DIGITS
  if (digits.length < least || digits.length > most || NO_PHONE.test(typed)) return null
  return `tel:${isForeign ? '+' : ''}${digits}`
}

/** Finds the link in a word. @param run text without white space */
function findLink(run: string): Found | null {
  if (MISLEADING.test(run)) return null
  const from = run.search(/https?:\/\//i)
  if (from >= 0) {
    const to = findEnd(run, from)
    const href = parsePageUrl(run.slice(from, to))
    return href === null ? null : { from, to, href }
  }
  if (!run.includes('@')) return null
  const start = run.search(/[^(<[{"'«“‘]/)
  const begin = run.toLowerCase().startsWith('mailto:', start) ? start + 'mailto:'.length : start
  const to = findEnd(run, begin)
  const address = run.slice(begin, to)
  return isAddress(address)
    ? { from: begin, to, href: `mailto:${encodeURIComponent(address).replace('%40', '@')}` }
    : null
}

const findEnd = (run: string, from: number): number => findLinkEnd(run, from, (sign) => ENDS.test(sign))

/** @returns the complete address, or null when the text must not become a link */
function parsePageUrl(typed: string): string | null {
  const url = URL.parse(typed)
  if (!url?.hostname || !/^https?:$/.test(url.protocol) || url.username || url.password) return null
  return url.href
}

/** Matches an e-mail address as people write it in a sentence. */
const ADDRESS = /^[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}$/u

const isAddress = (text: string): boolean => text.length <= 254 && ADDRESS.test(text)

/** Links open in another tab, without a referrer, because visitors wrote them. */
const NEW_TAB = { target: '_blank', rel: 'noopener noreferrer nofollow' }

/** Renders a text with clickable links. */
export const LinkedText = ({ children }: { children: string }) =>
  splitAtLinks(children).map(({ text, href }, index) =>
    href ? (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other identity
        key={index}
        href={href}
        {...(!href.startsWith('tel:') && NEW_TAB)}
        className="text-link"
      >
        {text}
      </a>
    ) : (
      text
    ),
  )
