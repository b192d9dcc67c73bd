/** Removes differences of spelling, so that texts can be compared and searched. */
import { limitMarks } from './text.ts'

/** Letters that Unicode does not decompose, and how keyboards without them write them. */
const LATIN: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
}
const LATIN_LETTER = new RegExp(`[${Object.keys(LATIN).join('')}]`, 'g')

/** A text without a mark or another letter, which is folded three times as fast. */
const PRINTABLE_ASCII = /^[ -~]*$/

/** The acute accent as a character of its own, which people type as an apostrophe. It decomposes to a space. */
const ACUTE = /[\u00b4\u1ffd]/g
/** Apostrophes, and other characters and letters that people type as one. */
const APOSTROPHE = /[\u2018\u2019\u201b\u02b9\u02bb\u02bc\u02bd\u2032`]/g

const ANY_MARK = /[\p{M}\p{DI}\p{Cf}]/gu
/**
 * Marks that several scripts share, such as accents. Marks of one script are parts of its letters, such as the vowels of
 * Devanagari and Thai. So are the two sound marks of Japanese, which Unicode counts as shared.
 */
const SHARED_MARK = /(?![\u3099\u309a])(?=\p{M})\p{Script=Inherited}|[\p{DI}\p{Cf}]/gu

const removeMarks = (text: string, mark: RegExp): string =>
  limitMarks(text)
    .replace(ACUTE, "'")
    .normalize('NFKD')
    .replace(APOSTROPHE, "'")
    .replace(mark, '')
    .toLowerCase()

const replaceLatin = (text: string): string =>
  text.replace(LATIN_LETTER, (letter) => LATIN[letter] as string).normalize('NFC')

/**
 * Removes case, accents and invisible characters, and writes Latin letters without a decomposition with those of English.
 * Texts that differ only in them become equal. The result can be longer: a ligature becomes up to 18 characters.
 */
export const fold = (text: string): string =>
  PRINTABLE_ASCII.test(text)
    ? text.replaceAll('`', "'").toLowerCase()
    : replaceLatin(removeMarks(text, ANY_MARK))

/** Folds a text for an address. Marks of one script stay, because its words cannot be read without them. */
export const foldForAddress = (text: string): string => replaceLatin(removeMarks(text, SHARED_MARK))

/** Folds an address, which is stored or typed. All its letters stay, because addresses of earlier releases have them. */
export const foldAddress = (address: string): string => removeMarks(address, SHARED_MARK).normalize('NFC')

/** Folds a title as releases before migration 0021 did: without case and marks, with all its letters. */
export const foldSpelling = (text: string): string =>
  limitMarks(text).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().normalize('NFC')
