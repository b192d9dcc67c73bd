/**
 * Breaks titles into lines that reach from margin to margin. A line is fitted with the width axis of the font first, and
 * then with the font size.
 */
import { ARCHIVO_WIDTHS } from '../../../platform/shared/font-characters.ts'
import { computeLineHeight, type Measures, NARROWEST, WIDEST } from './fonts.ts'

/** Space between two words, including the side bearings of their letters. A multiple of the font size. */
const SPACE = 0.25

interface SizedLine {
  text: string
  /** Font size. px */
  size: number
}

/** A line that is as long as the measure (the width of the text area). */
export interface FittedLine extends SizedLine {
  width: (typeof ARCHIVO_WIDTHS)[number]
  /** Left edge of the visible letters, as a multiple of the font size. */
  start: number
  /** Horizontal scale that corrects the remaining difference to the measure. */
  stretch: number
}

interface Room {
  /** Length of a line. px */
  measure: number
  /** Height of all lines and the gaps between them. px */
  height: number
  gap: number
  /** Maximum number of lines. */
  most: number
}

/** The average height of the lines is at most this share of the height of the largest line. */
const CONTRAST = 0.8

/** Repeats the same words until the height is full, from narrow and tall to wide and low lines. */
export function repeatLines(
  text: string,
  measures: Measures,
  { measure, height, gap, most }: Room,
): FittedLine[] {
  if (text === '') return []
  const sizeAt = (width: number) => measure / measures.length(text, width)
  const [largest, smallest] = [sizeAt(NARROWEST), sizeAt(WIDEST)]
  const getAverage = (rows: number) => (height - gap * (rows - 1)) / rows / computeLineHeight(text)
  let rows = 1
  while (rows < most && getAverage(rows) > largest * (rows === 1 ? 1 : CONTRAST)) rows++
  const average = getAverage(rows)
  const first = Math.min(largest, 2 * average - smallest)
  const last = Math.min(first, 2 * average - first)
  return Array.from({ length: rows }, (_, row) => {
    const size = first + ((last - first) * row) / Math.max(1, rows - 1)
    return set({ text, size }, measures, measure)
  })
}

/** @returns the line breaks with which the letters of the title are largest */
export function breakLines(text: string, measures: Measures, room: Room): FittedLine[] {
  if (text === '') return []
  const words = text.split(' ')
  let best: SizedLine[] = []
  let bestSize = 0
  for (let count = 1; count <= Math.min(room.most, words.length); count++) {
    const lines = chooseSizes(splitEvenly(words, count, measures), measures, room)
    const smallest = Math.min(...lines.map(({ size }) => size))
    if (smallest > bestSize) {
      best = lines
      bestSize = smallest
    }
  }
  return best.map((line) => set(line, measures, room.measure))
}

function set({ text, size }: SizedLine, measures: Measures, measure: number): FittedLine {
  const stretchAt = (width: number) => measure / (measures.length(text, width) * size)
  const distance = (width: number) => Math.abs(Math.log(stretchAt(width)))
  const width = ARCHIVO_WIDTHS.reduce((best, each) => (distance(each) < distance(best) ? each : best))
  // A line of few letters reaches the height limit before it fills the measure, so it stays shorter.
  const stretch = stretchAt(WIDEST) > 1 ? 1 : stretchAt(width)
  return { text, size, width, start: measures.ink(text, width).start, stretch }
}

/** Splits words into `count` lines of similar length. */
function splitEvenly(words: string[], count: number, measures: Measures): string[] {
  // Start of each word if all words were on one line.
  const starts = [0]
  for (const word of words) starts.push((starts.at(-1) as number) + measures.length(word, 100) + SPACE)
  const length = (from: number, to: number) => (starts[to] as number) - (starts[from] as number) - SPACE
  // best[n][i] is the best way to set the first i words in n lines. Its cost is the sum of the squared lengths of the
  // lines.
  let best: { cost: number; breaks: number[] }[] = words.map((_, at) => ({
    cost: length(0, at + 1) ** 2,
    breaks: [],
  }))
  for (let lines = 2; lines <= count; lines++) {
    best = words.map((_, end) => {
      let found = { cost: Number.POSITIVE_INFINITY, breaks: [] as number[] }
      for (let start = 1; start <= end; start++) {
        const before = best[start - 1]
        if (!before) continue
        const cost = before.cost + length(start, end + 1) ** 2
        if (cost < found.cost) found = { cost, breaks: [...before.breaks, start] }
      }
      return found
    })
  }
  const breaks = [0, ...(best.at(-1)?.breaks ?? []), words.length]
  return breaks.slice(1).map((end, at) => words.slice(breaks[at], end).join(' '))
}

/**
 * Chooses the size of each line. All lines have one size if the width axis can make them equally long. A line that is too
 * long at its narrowest gets smaller letters, and a line that is too short at its widest gets larger ones. If the result is
 * too high, all lines shrink.
 */
function chooseSizes(lines: string[], measures: Measures, { measure, height, gap }: Room): SizedLine[] {
  const room = height - gap * (lines.length - 1)
  const limits = lines.map((text) => ({
    text,
    smallest: measure / measures.length(text, WIDEST),
    largest: measure / measures.length(text, NARROWEST),
  }))
  const at = (size: number) =>
    limits.map(({ text, smallest, largest }) => ({
      text,
      size: Math.min(largest, Math.max(smallest, size)),
    }))
  const total = (lines: SizedLine[]) =>
    lines.reduce((sum, { text, size }) => sum + size * computeLineHeight(text), 0)
  let [low, high] = [0, height]
  for (let step = 0; step < 16; step++) {
    const middle = (low + high) / 2
    if (total(at(middle)) <= room) low = middle
    else high = middle
  }
  const fitted = at(low)
  // With few short words, even the widest letters cannot fill the measure within the height.
  const scale = Math.min(1, room / total(fitted))
  return fitted.map(({ text, size }) => ({ text, size: size * scale }))
}
