/**
 * The words of a text, for every search: of the site, of lists and of the door. An apostrophe, dot or hyphen between two
 * letters or digits does not end a word: "D'Angelo" is found as "dangelo", and by its parts as "angelo".
 */
import { fold } from './fold.ts'

export interface SearchWord {
  /** The word without apostrophes, dots and hyphens. */
  joined: string
  /** The letters and digits between them: at least one part. */
  parts: string[]
}

/** Longer words are cut. PostgreSQL limits a lexeme to 2 kB. Characters */
const WORD_MAX = 64

const WORD = /[\p{L}\p{N}]+(?:['.\u00b7\u2010-][\p{L}\p{N}]+)*/gu
const PART = /[\p{L}\p{N}]+/gu

const cut = (word: string): string => word.slice(0, WORD_MAX)

function toWord(parts: string[]): SearchWord {
  return { joined: cut(parts.join('')), parts: parts.map(cut) }
}

const listParts = (text: string): string[][] =>
  (fold(text).match(WORD) ?? []).map((word) => word.match(PART) as string[])

/** Returns the words that the index of a text contains: of each word its parts, and all of them joined. */
export const listIndexWords = (text: string): string[] =>
  listParts(text)
    .map(toWord)
    .flatMap(({ joined, parts }) => (parts.length === 1 ? parts : [...parts, joined]))

/** Returns the words of a query. @param most limit of their parts in all. Later ones are ignored */
export function readQueryWords(query: string, most: number): SearchWord[] {
  let left = most
  const words: SearchWord[] = []
  for (const parts of listParts(query)) {
    if (left === 0) break
    const read = parts.slice(0, left)
    left -= read.length
    words.push(toWord(read))
  }
  return words
}

/**
 * True when an indexed word begins with the joined word, or indexed words begin with each of its parts.
 * @param hasBeginning true when the index has a word with this beginning
 */
export const matchesWord = (
  { joined, parts }: SearchWord,
  hasBeginning: (beginning: string) => boolean,
): boolean => hasBeginning(joined) || parts.every(hasBeginning)
