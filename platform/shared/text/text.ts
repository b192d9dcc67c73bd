/** Functions for texts of users. */

/** Text beside each field that must be filled in and is empty. */
export const REQUIRED = 'Completá este campo.'

/**
 * Matches characters that cannot be seen: control and format characters, Unicode's Default_Ignorable_Code_Point, the empty
 * Braille cell.
 */
export const INVISIBLE = /[\p{Cc}\p{Cf}\p{DI}\u2800]/u

/**
 * Longest accepted run of combining marks, as in the Stream-Safe Text Format (UAX #15 §13). Normalisation sorts a run in
 * quadratic time, and no writing system needs longer runs. UTF-16 code units
 */
const MARKS_MAX = 30

/**
 * Shortens long runs of combining marks in linear time. The halfwidth sound marks U+FF9E and U+FF9F count as marks, because
 * normalisation (NFKC, NFKD) turns these letters into marks.
 */
export const limitMarks = (text: string): string =>
  text.replace(/[\p{M}\uff9e\uff9f]{2,}/gu, (run) =>
    run.length > MARKS_MAX ? run.slice(0, findCut(run)) : run,
  )

/** Returns where to cut a run. The place is never within a surrogate pair. */
const findCut = (run: string): number =>
  (run.codePointAt(MARKS_MAX - 1) as number) > 0xffff ? MARKS_MAX - 1 : MARKS_MAX

/** True for a text without visible characters: only white space, format characters and letters without a glyph. */
export const isBlank = (text: string): boolean => !/[^\p{Z}\p{Cc}\p{Cf}\p{DI}\u2800]/u.test(text)

/** Shortens a text at the end of a word and adds '…'. @param most limit of the result in characters */
export function truncateAtWord(text: string, most: number): string {
  if (text.length <= most) return text
  const cut = text.slice(0, most - 1)
  return `${(cut.slice(0, cut.lastIndexOf(' ')) || cut).replace(/[\s,.]+$/, '')}…`
}

export const capitalised = (text: string): string => text.charAt(0).toLocaleUpperCase('es') + text.slice(1)
