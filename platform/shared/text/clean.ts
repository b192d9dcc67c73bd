/**
 * Removes invisible characters of typed and pasted texts. All functions take time linear in the length of the text, and have
 * no limit of their own: the caller checks the length first.
 */

/**
 * Matches a character without a glyph: Default_Ignorable_Code_Point, format and direction characters. The excepted format
 * characters are visible: signs around Arabic, Syriac and Kaithi numbers, and joiners of Egyptian hieroglyphs.
 */
const HIDDEN =
  '(?![\\u0600-\\u0605\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u{110bd}\\u{110cd}\\u{13430}-\\u{1343f}])[\\p{DI}\\p{Bidi_Control}\\p{Cf}]'

/** Scripts in which a joiner between two letters changes how they are written (Unicode Standard, chapters 9, 12, 13, 16). */
const JOINING_SCRIPT = `[${'Arab Syrc Mong Nkoo Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Tibt Khmr Mymr'
  .split(' ')
  .map((script) => `\\p{scx=${script}}`)
  .join('')}]`
const JOINING_LETTER = `(?!${HIDDEN})${JOINING_SCRIPT}`
const EMOJI = '[\\p{Extended_Pictographic}\\p{Emoji_Modifier}]'

/**
 * Matches a character of a set behind a position. WebKit looks back by one UTF-16 code unit for a set that also has characters
 * of two, so a character of each length is looked up first.
 */
const behind = (set: string, then = ''): string =>
  `(?<=(?=${set})(?:[\\0-\\uffff]|[\\u{10000}-\\u{10ffff}])${then})`

/** Longest subdivision code of an emoji flag (ISO 3166-2), such as the six letters of Scotland. */
const FLAG_LETTERS_MAX = 6

/**
 * Matches an invisible character that a script or an emoji needs. Each alternative looks at a limited number of characters,
 * and only at visible ones or at a chain that begins with a visible one, so that a second pass finds the same characters.
 */
const NEEDED = [
  `${behind(JOINING_LETTER)}[\\u200c\\u200d\\u180e](?=${JOINING_LETTER})`,
  '(?<=[\\d#*])\\ufe0f(?=\\u20e3)',
  `${behind(EMOJI, '\\ufe0f?')}\\u200d(?=${EMOJI})`,
  `${behind(`${EMOJI}|\\p{Script=Han}|(?!${HIDDEN})\\p{scx=Mong}`)}\\p{Variation_Selector}`,
  `(?<=\\u{1f3f4}[\\u{e0061}-\\u{e007a}\\u{e0030}-\\u{e0039}]{0,${FLAG_LETTERS_MAX}})[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}\\u{e007f}]`,
].join('|')

const UNNEEDED = new RegExp(`(?!${NEEDED})${HIDDEN}`, 'gu')
const VISIBLE = new RegExp(`(?!${HIDDEN})\\S`, 'u')

/** Removes all invisible characters apart from those that a script or an emoji needs. */
export const stripInvisible = (text: string): string => text.replace(UNNEEDED, '')

/**
 * Removes white space and invisible characters at both ends, apart from those that a script or an emoji needs, and the ends
 * of embeddings and isolates that begin inside the text.
 */
export function trimInvisible(text: string): string {
  const start = text.search(VISIBLE)
  if (start === -1) return ''
  // An expression that ends in `$` would take quadratic time.
  let last = text.length
  do last = findCharacterBefore(text, last)
  while (last > start && !VISIBLE.test(String.fromCodePoint(text.codePointAt(last) as number)))
  const body = text.slice(start, last) + stripInvisible(text.slice(last)).trimEnd()
  const unclosed =
    countMatches(body, /[\u202a\u202b\u202d\u202e\u2066-\u2068]/g) - countMatches(body, CLOSING)
  return unclosed > 0 ? body + (text.slice(last).match(CLOSING) ?? []).slice(0, unclosed).join('') : body
}

const CLOSING = /[\u202c\u2069]/g
const countMatches = (text: string, characters: RegExp): number => text.match(characters)?.length ?? 0

/** Returns the index of the character that ends at `end`. A surrogate pair is one character. */
const findCharacterBefore = (text: string, end: number): number =>
  end > 1 && (text.codePointAt(end - 2) as number) > 0xffff ? end - 2 : end - 1

/** Replaces spaces of a fixed width and spaces that do not break, U+3000 excepted, because Japanese texts need it. */
export const plainSpaces = (text: string): string => text.replace(/[\u00a0\u2000-\u200a\u202f\u205f]/g, ' ')

const FULL_WIDTH = 0xfee0
const toAscii = (character: string): string => String.fromCharCode(character.charCodeAt(0) - FULL_WIDTH)

/** Replaces full-width digits, which keyboards for East Asian scripts type. */
export const plainDigits = (text: string): string => text.replace(/[０-９]/g, toAscii)
