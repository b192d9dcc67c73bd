/** What holds for a text before anything else is done to it. */

/**
 * A run of combining marks longer than this (UTF-16 code units) is cut to it, as in the Stream-Safe Text Format (UAX #15
 * §13): normalisation sorts a run in quadratic time, and no writing system stacks more.
 */
const MARKS_MAX = 30

/**
 * The text without runs of combining marks that normalisation would take long for. Linear time. The halfwidth sound marks
 * U+FF9E and U+FF9F are letters, and become marks when they are normalised (NFKC, NFKD).
 */
export const limitMarks = (text: string): string =>
  text.replace(/[\p{M}\uff9e\uff9f]{2,}/gu, (run) =>
    run.length > MARKS_MAX ? run.slice(0, findCut(run)) : run,
  )

/** Where a run is cut: not within a surrogate pair, half of which is no character. */
const findCut = (run: string): number =>
  (run.codePointAt(MARKS_MAX - 1) as number) > 0xffff ? MARKS_MAX - 1 : MARKS_MAX

/** Nothing to see: white space, characters that only steer how others are shown, letters without a shape. */
export const isBlank = (text: string): boolean => !/[^\p{Z}\p{Cc}\p{Cf}\p{DI}\u2800]/u.test(text)

/** As many words as have room. @param most characters */
export function truncateAtWord(text: string, most: number): string {
  if (text.length <= most) return text
  const cut = text.slice(0, most - 1)
  return `${(cut.slice(0, cut.lastIndexOf(' ')) || cut).replace(/[\s,.]+$/, '')}…`
}

export const capitalised = (text: string): string => text.charAt(0).toLocaleUpperCase('es') + text.slice(1)
