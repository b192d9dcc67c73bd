/** The rule for a news title: hyphen-separated words, which are also its address. */
import { limitMarks } from '../../shared/text.ts'

/**
 * Trims, turns white space into hyphens, keeps Unicode letters (with their marks), digits and hyphens, drops the
 * rest and collapses hyphens. Empty when no letter or digit is left.
 */
export function toTitle(typed: string): string {
  const cleaned = typed
    .trim()
    .replace(/\s+/gu, '-')
    .replace(/[^\p{L}\p{M}\p{N}-]/gu, '')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '')
  // Last, because a dropped sign can be between a letter and its accent.
  const title = limitMarks(cleaned).normalize('NFC')
  return /[\p{L}\p{N}]/u.test(title) ? title : ''
}

/** Texts with the same fold are equal, ignoring case and accents. */
export const fold = (words: string): string =>
  limitMarks(words).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().normalize('NFC')

/** Length of a sort key. PostgreSQL limits the size of an index entry. */
const SORT_KEY_MAX = 100

/** The sort key of a name, compared by bytes: without case, accents, and signs before the first letter. */
export const sortKey = (words: string): string =>
  fold(words)
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .slice(0, SORT_KEY_MAX)
    .toWellFormed()
