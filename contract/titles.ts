/** The rule for a news title (decisions §3, News): hyphen-separated words, which are also its address. */

/**
 * Trims, turns white space into hyphens, keeps Unicode letters (with their marks), digits and hyphens, drops the
 * rest and collapses hyphens. The result may be empty.
 */
export const toTitle = (typed: string): string =>
  typed
    .normalize('NFC')
    .trim()
    .replace(/\s+/gu, '-')
    .replace(/[^\p{L}\p{M}\p{N}-]/gu, '')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '')

/** A title as people read it. */
export const fromTitle = (title: string): string => title.replaceAll('-', ' ')

/** Two texts with the same fold are the same without regard to case or accents. */
export const fold = (words: string): string =>
  words.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().normalize('NFC')
