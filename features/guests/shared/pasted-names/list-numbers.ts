/** Reads the number or bullet at the beginning of a line of a list. */
import { isCounted, readNumber } from './companions.ts'

export interface ListNumber {
  /** null without a number. */
  number: number | null
  /**
   * `sure`: a sign such as ")" follows. `bare`: only a space or a capital letter follows, so that it can belong to the text.
   * `glued`: "50-Cent". `word`: "uno Ana", as it is dictated.
   */
  style: 'sure' | 'bare' | 'glued' | 'word' | null
  /** True when a bullet or a number precedes the text. */
  isMarked: boolean
  /** The line without bullets, and without the number too. */
  line: string
  rest: string
}

/** Bullets, arrows, boxes, ticks, and an empty or crossed pair of brackets. */
const BULLET = /^(?:[-‐-―•·∙◦‣⁃▪▫■-●◉◆◇○☐☑☒✓✔→➔➜➡►▶▸»>|=~.,;:]+ ?|\p{So} ?|\[[ x✓✔]?\] ?|\( ?\) ?)+/iu

/** "Nº1", "N° 1", "Nro. 1", "#11". NFKC writes "№" as "No". */
const MARKED = /^(?:n(?:ro|[um]m|[°º]|o|[uú]mero)\.? ?|# ?)(\d{1,4})(?!\d)[.):°º-]* ?/i
/** "(12)", "[12]" */
const BRACKETED = /^[([](\d{1,4})[)\]][.:-]? ?/
/** "1.", "1)", "1.-", "1.)", "1 -", "3°", "1:". A digit after it means a time, a date or a number with dots. */
const SIGNED =
  /^(\d{1,4})(?: ?(?:[°º][.)-]*|[.:]\)?-?|\)[.-]?)| ?[-–—/] | [-–—]|[-–—]$|(?:er|r[oa]|d[oa]|t[oa]|m[oa]|v[oa]|n[oa])[.)]? )(?!\d) ?/i
/** "50-Cent", "1-Ana" */
const GLUED = /^(\d{1,4})[-–—_/](?=\p{L})/u
/** "8 Ana", "8Ana", "8" */
const BARE = /^(\d{1,3})(?: (?=([^\d\s]+))|(?=\p{Lu}\p{Ll})|$)/u
/** "uno Ana", "número dos", "tres, Caro". Companions follow other numbers */
const WORD = /^(?:(?:n[uú]mero|el) )?(\p{Ll}{3,})(?:[.,:;]? |$)/iu
/** "a) Ana", "b)" */
const LETTER = /^[a-z]\)(?: (?=\p{L}{2})|$)/iu

export function readListNumber(text: string): ListNumber {
  const line = text.replace(BULLET, '')
  for (const [pattern, style] of [
    [MARKED, 'sure'],
    [BRACKETED, 'sure'],
    [SIGNED, 'sure'],
    [GLUED, 'glued'],
    [BARE, 'bare'],
  ] as const) {
    const found = pattern.exec(line)
    if (found && !(style === 'bare' && isCounted(found[2] ?? '')))
      return {
        number: Number(found[1]),
        // "○ 3 Marías"
        style:
          style !== 'bare' ? style : found[1]?.startsWith('0') ? 'sure' : line !== text ? 'word' : 'bare',
        isMarked: true,
        line,
        rest: line.slice(found[0].length).replace(BULLET, '').trim(),
      }
  }
  const [spoken = '', word] = WORD.exec(line) ?? []
  const number = word === 'una' ? null : readNumber(word)
  if (number !== null && !isCounted(line.slice(spoken.length).split(' ')[0] ?? ''))
    return { number, style: 'word', isMarked: line !== text, line, rest: line.slice(spoken.length).trim() }
  const rest = line.replace(LETTER, '')
  return { number: null, style: null, isMarked: rest !== text, line, rest: rest.trim() }
}

/**
 * Splits a line with several guests of a numbered or dictated list: "1. Ana 2. Beto", "uno Ana dos Beto". Their numbers
 * become breaks. @param number of the first guest
 */
export function breakAtNumbers(text: string, number: number): string {
  let last = number
  return text
    .split(' ')
    .map((word, index, all) => {
      const next = all[index + 1] ?? ''
      const isNext = index > 0 && readNumber(word.replace(/[.):-]+$/, '')) === last + 1
      if (
        !isNext ||
        !/^\p{L}/u.test(next) ||
        isCounted(next) ||
        /^(?:y|e|con|m[aá]s|\+|x)$/i.test(all[index - 1] ?? '')
      )
        return word
      last++
      return '|'
    })
    .join(' ')
}

/** Lines before and after a number in which its neighbour is searched. Empty places and answers can be between. */
const NEAR = 3

/** True for each number that has the number before or after it near it in the list. @param numbers null without a number */
export function findRuns(numbers: readonly (number | null)[]): boolean[] {
  const numbered = numbers.flatMap((number, index) => (number === null ? [] : [{ number, index }]))
  const isInRun = numbers.map(() => false)
  for (const [at, { number, index }] of numbered.entries()) {
    const before = numbered.slice(Math.max(0, at - NEAR), at)
    const after = numbered.slice(at + 1, at + 1 + NEAR)
    isInRun[index] =
      before.some((other) => other.number === number - 1) ||
      after.some((other) => other.number === number + 1)
  }
  return isInRun
}
