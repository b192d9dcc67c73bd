/** Sets titles in lines from margin to margin. A line is fitted by the width axis of the font first, then by its size. */
import { ARCHIVO_WIDTHS } from '../../../platform/shared/font-characters.ts'
import { heightOf, type Measures, NARROWEST, WIDEST } from './fonts.ts'

/** Space between two words, with the side bearings of their letters. A multiple of the size. */
const SPACE = 0.25

interface SizedLine {
  text: string
  /** px */
  size: number
}

/** A line that is as long as the measure. */
export interface SetLine extends SizedLine {
  /** One of `WIDTHS`. */
  width: (typeof ARCHIVO_WIDTHS)[number]
  /** Left edge of the visible letters, as a multiple of the font size. */
  start: number
  /** Horizontal scale that makes up the difference to the measure. */
  stretch: number
}

interface Room {
  /** px, of a line */
  measure: number
  /** px, of all lines and the gaps between them */
  height: number
  gap: number
  /** Lines. */
  most: number
}

/** The average height of all lines is at most this share of the largest line. */
const CONTRAST = 0.8

/** Repeats the same words until the room is full, from narrow and tall to wide and low. */
export function echoes(text: string, measures: Measures, { measure, height, gap, most }: Room): SetLine[] {
  if (text === '') return []
  const sizeAt = (width: number) => measure / measures.length(text, width)
  const [largest, smallest] = [sizeAt(NARROWEST), sizeAt(WIDEST)]
  const averageOf = (rows: number) => (height - gap * (rows - 1)) / rows / heightOf(text)
  let rows = 1
  while (rows < most && averageOf(rows) > largest * (rows === 1 ? 1 : CONTRAST)) rows++
  const average = averageOf(rows)
  const first = Math.min(largest, 2 * average - smallest)
  const last = Math.min(first, 2 * average - first)
  return Array.from({ length: rows }, (_, row) => {
    const size = first + ((last - first) * row) / Math.max(1, rows - 1)
    return set({ text, size }, measures, measure)
  })
}

/** @returns the lines in which the title gets largest */
export function breakLines(text: string, measures: Measures, room: Room): SetLine[] {
  if (text === '') return []
  const words = text.split(' ')
  let best: SizedLine[] = []
  let bestSize = 0
  for (let count = 1; count <= Math.min(room.most, words.length); count++) {
    const lines = sized(evenly(words, count, measures), measures, room)
    const smallest = Math.min(...lines.map(({ size }) => size))
    if (smallest > bestSize) {
      best = lines
      bestSize = smallest
    }
  }
  return best.map((line) => set(line, measures, room.measure))
}

function set({ text, size }: SizedLine, measures: Measures, measure: number): SetLine {
  const stretchAt = (width: number) => measure / (measures.length(text, width) * size)
  const distance = (width: number) => Math.abs(Math.log(stretchAt(width)))
  const width = ARCHIVO_WIDTHS.reduce((best, each) => (distance(each) < distance(best) ? each : best))
  // A line of few letters, whose height is limited, is shorter than the measure.
  const stretch = stretchAt(WIDEST) > 1 ? 1 : stretchAt(width)
  return { text, size, width, start: measures.ink(text, width).start, stretch }
}

/** Splits words into `count` lines of similar length. */
function evenly(words: string[], count: number, measures: Measures): string[] {
  // The start of each word in a single line.
  const starts = [0]
  for (const word of words) starts.push((starts.at(-1) as number) + measures.length(word, 100) + SPACE)
  const length = (from: number, to: number) => (starts[to] as number) - (starts[from] as number) - SPACE
  // best[n][i]: the first i words in n lines, by the sum of the squares of their lengths.
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
 * All lines in one size where the width axis can make up the difference; a line that is too long even at its
 * narrowest is smaller, one too short at its widest is larger, and if that is too high everything shrinks.
 */
function sized(lines: string[], measures: Measures, { measure, height, gap }: Room): SizedLine[] {
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
  const total = (lines: SizedLine[]) => lines.reduce((sum, { text, size }) => sum + size * heightOf(text), 0)
  let [low, high] = [0, height]
  for (let step = 0; step < 16; step++) {
    const middle = (low + high) / 2
    if (total(at(middle)) <= room) low = middle
    else high = middle
  }
  const fitted = at(low)
  // Few short words: not even the widest letters fill the measure within the height.
  const scale = Math.min(1, room / total(fitted))
  return fitted.map(({ text, size }) => ({ text, size: size * scale }))
}
