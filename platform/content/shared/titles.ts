/** The rule for a news title: hyphen-separated words, which are also its address. */
import { limitMarks } from '../../shared/text.ts'

/**
 * Trims, turns white space into hyphens, keeps Unicode letters (with their marks), digits and hyphens, drops the
 * rest and collapses hyphens. Empty when no letter or digit is left.
 */
export function toTitle(typed: string): string {
  const kept = typed
    .trim()
    .replace(/\s+/gu, '-')
    .replace(/[^\p{L}\p{M}\p{N}-]/gu, '')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '')
  // Last, since what is dropped may have stood between a letter and its accent.
  const title = limitMarks(kept).normalize('NFC')
  return /[\p{L}\p{N}]/u.test(title) ? title : ''
}

/** Two texts with the same fold are the same without regard to case or accents. */
export const fold = (words: string): string =>
  limitMarks(words).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().normalize('NFC')

/** Enough of a name to put it in its place; PostgreSQL bounds what an index takes. */
const SORT_KEY_MAX = 100

/** What names are ordered by, byte by byte: no case, no accents, no signs before the first letter. */
export const sortKey = (words: string): string =>
  fold(words)
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .slice(0, SORT_KEY_MAX)
    .toWellFormed()
