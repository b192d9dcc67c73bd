/** The rule for a news title: hyphen-separated words, which are also its address. */
import { fold } from '../../shared/text/fold.ts'
import { limitMarks } from '../../shared/text/text.ts'

/** Error of a title from which no address can be made, such as one of emoji alone. */
export const TITLE_WITHOUT_LETTERS = 'Necesita alguna letra o número.'

/**
 * Converts a typed text to a title: trims it, turns white space into hyphens, keeps Unicode letters (with their marks),
 * digits and hyphens, drops the rest, and joins hyphens. Empty when no letter or digit is left.
 */
export function toTitle(typed: string): string {
  const cleaned = typed
    .trim()
    .replace(/\s+/gu, '-')
    // Some invisible characters are letters or marks, such as the selector of a coloured emoji.
    .replace(/[^\p{L}\p{M}\p{N}-]|[\p{DI}\p{Me}]/gu, '')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '')
  // This step comes last, because a dropped character can lie between a letter and its accent.
  const title = limitMarks(cleaned).normalize('NFC')
  return /[\p{L}\p{N}]/u.test(title) ? title : ''
}

/** Limit of a sort key, because PostgreSQL limits the size of an index entry. Characters */
const SORT_KEY_MAX = 100

/**
 * Returns the sort key of a name, which is compared byte by byte. It has no case, no accents and no signs before the first
 * letter.
 */
export const sortKey = (words: string): string =>
  fold(words)
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .slice(0, SORT_KEY_MAX)
    .toWellFormed()
