/** Names of guests: their stored form, duplicates, search, and texts pasted from a chat. */
import { fold } from '../../../platform/content/shared/titles.ts'
import { limitMarks } from '../../../platform/shared/text.ts'
import { COMPANIONS_MAX, GUEST_NAME_MAX, PASTED_LINES_MAX, PASTED_TEXT_MAX } from './guest-limits.ts'

/** Characters of a name that are read. The rest cannot be part of a name of GUEST_NAME_MAX characters. */
const READ_MAX = 4 * GUEST_NAME_MAX

/**
 * Returns the stored form of a typed name: NFKC, one line, without control characters and characters that change the
 * direction of text. It can be empty. Reads at most READ_MAX characters.
 */
export const normalizeName = (typed: string): string =>
  limitMarks(typed.slice(0, READ_MAX).toWellFormed())
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()

/** Returns the words of a name without case and accents, in alphabetical order, so that "Gómez Ana" equals "ana gomez". */
export const getNameKey = (name: string): string =>
  fold(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .sort()
    .join(' ')

/**
 * Returns the text of a guest that the door searches, made once for each guest: the words of name and code without case and
 * accents, each after a blank.
 */
export const getSearchText = ({ name, code }: { name: string; code?: string | null }): string =>
  ` ${fold(`${name} ${code ?? ''}`)
    .split(/[^\p{L}\p{N}]+/u)
    .join(' ')}`

/** Splits a query into the beginnings of words that `matchesSearch` compares. */
export const getSearchWords = (query: string): string[] =>
  fold(query.slice(0, READ_MAX))
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => ` ${word}`)

/** True when each word of the query begins a word of the guest. @param text of `getSearchText` */
export const matchesSearch = (text: string, words: readonly string[]): boolean =>
  words.every((word) => text.includes(word))

export interface PastedGuest {
  name: string
  companions: number
}

export type PastedGuests =
  | { ok: true; guests: PastedGuest[] }
  /** `lines` is null when the text is too long to be read. */
  | { ok: false; lines: number | null }

/** Numbers and bullets at the beginning of a line of a chat: "1.", "2)", "3 -", "•", "- [ ]". */
const BULLET = /^(?:\d{1,4}\s*[.):-]\s*|[-*•·–—>]\s*|\[[ x]?\]\s*)+/iu

/** Companions at the end of a line: "+2", "+ 2", "y 1", "más 2", "(+1)". */
const COMPANIONS = /(?:\+ ?|\b(?:y|e|mas|más) )(\d{1,3}) ?\)?$/iu
/** Only this part of a line is searched for COMPANIONS, because a search from each character takes quadratic time. */
const COMPANIONS_LENGTH = 16

/**
 * Reads the names of a text, one per line. Empty lines are skipped. Names are in their stored form, so they can be longer
 * than GUEST_NAME_MAX, and the caller refuses these.
 */
export function parsePastedNames(text: string): PastedGuests {
  if (text.length > PASTED_TEXT_MAX) return { ok: false, lines: null }
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== '')
  if (lines.length > PASTED_LINES_MAX) return { ok: false, lines: lines.length }
  return {
    ok: true,
    guests: lines.map(parseLine).filter(({ name }) => name !== ''),
  }
}

function parseLine(line: string): PastedGuest {
  const clean = normalizeName(line).replace(BULLET, '')
  const start = Math.max(0, clean.length - COMPANIONS_LENGTH)
  const companions = COMPANIONS.exec(clean.slice(start))
  if (!companions) return { name: clean, companions: 0 }
  let end = start + companions.index
  while (end > 0 && ' ,('.includes(clean[end - 1] as string)) end--
  return {
    name: clean.slice(0, end).trim(),
    companions: Math.min(Number(companions[1]), COMPANIONS_MAX),
  }
}
