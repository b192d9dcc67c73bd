/** Names of guests: their stored form, duplicates and search. */
import { stripInvisible } from '../../../platform/shared/text/clean.ts'
import { fold } from '../../../platform/shared/text/fold.ts'
import {
  listIndexWords,
  matchesWord,
  readQueryWords,
  type SearchWord,
} from '../../../platform/shared/text/search-words.ts'
import { limitMarks } from '../../../platform/shared/text/text.ts'
import { GUEST_NAME_MAX } from './guest-limits.ts'

/** Characters of a name that are read. The rest cannot be part of a name of GUEST_NAME_MAX characters. */
const READ_MAX = 4 * GUEST_NAME_MAX

/**
 * Returns the stored form of a typed name: NFKC, one line, without control and invisible characters. A character that
 * changes the direction of text, or ends a word without a glyph, becomes a space. It can be empty. Reads at most READ_MAX
 * characters.
 */
export const normalizeName = (typed: string): string =>
  stripInvisible(
    limitMarks(typed.slice(0, READ_MAX).toWellFormed())
      .normalize('NFKC')
      .replace(/[\p{Cc}\p{Bidi_Control}\u200b\s]+/gu, ' '),
  )
    .replace(/ +/g, ' ')
    .trim()

/**
 * Returns the words of a name without case, accents, apostrophes and dots, in alphabetical order: "Gómez Ana" equals "ana
 * gomez", "D'Angelo" equals "Dangelo". A hyphen separates, because "Santa-Cruz" is also written "Santa Cruz".
 */
export const getNameKey = (name: string): string =>
  fold(name)
    .replace(/(?<=[\p{L}\p{N}])['.](?=[\p{L}\p{N}])/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .sort()
    .join(' ')

interface SearchedGuest {
  name: string
  code?: string | null
  document?: string | null | undefined
  note?: string | null
}

/**
 * Returns the text of a guest that the door searches, made once for each guest: the words of name, code and document, and those of the
 * note that have a digit, such as the number of a document. Each follows a blank.
 */
export const getSearchText = ({ name, code, document, note }: SearchedGuest): string =>
  [
    '',
    ...listIndexWords(`${name} ${code ?? ''} ${document ?? ''}`),
    ...listIndexWords(note ?? '').filter((word) => /\p{N}/u.test(word)),
  ].join(' ')

/** Splits a query into the words that `matchesSearch` compares. */
export const getSearchWords = (query: string): SearchWord[] =>
  readQueryWords(query.slice(0, READ_MAX), READ_MAX)

/** True when each word of the query begins a word of the guest. @param text of `getSearchText` */
export const matchesSearch = (text: string, words: readonly SearchWord[]): boolean =>
  words.every((word) => matchesWord(word, (beginning) => text.includes(` ${beginning}`)))
