/** Breaks a title into lines that all run from margin to margin: by their width on the type's axis first, then by size. */
import { archivo, heightOf, lengthOf, NARROWEST, WIDEST } from './type.ts'

/** Between two words, as a part of the size; what their letters keep on their sides included. */
const SPACE = 0.25

export interface SetLine {
  text: string
  /** px */
  size: number
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

/** @returns the lines in which the title gets largest; none for a title without letters */
export function breakLines(text: string, room: Room): SetLine[] {
  if (text === '') return []
  const words = text.split(' ')
  let best: SetLine[] = []
  let bestSize = 0
  for (let count = 1; count <= Math.min(room.most, words.length); count++) {
    const lines = sized(evenly(words, count), room)
    const smallest = Math.min(...lines.map(({ size }) => size))
    if (smallest > bestSize) {
      best = lines
      bestSize = smallest
    }
  }
  return best
}

/** Splits words into so many lines that the longest is as short as can be. */
function evenly(words: string[], count: number): string[] {
  const face = archivo()
  // Where each word begins when all stand on one line.
  const starts = [0]
  for (const word of words) starts.push((starts.at(-1) as number) + lengthOf(face, word, 100) + SPACE)
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
function sized(lines: string[], { measure, height, gap }: Room): SetLine[] {
  const face = archivo()
  const room = height - gap * (lines.length - 1)
  const limits = lines.map((text) => ({
    text,
    smallest: measure / lengthOf(face, text, WIDEST),
    largest: measure / lengthOf(face, text, NARROWEST),
  }))
  const at = (size: number) =>
    limits.map(({ text, smallest, largest }) => ({
      text,
      size: Math.min(largest, Math.max(smallest, size)),
    }))
  const total = (set: SetLine[]) => set.reduce((sum, { text, size }) => sum + size * heightOf(text), 0)
  let [low, high] = [0, height]
  for (let step = 0; step < 16; step++) {
    const middle = (low + high) / 2
    if (total(at(middle)) <= room) low = middle
    else high = middle
  }
  const set = at(low)
  // Few short words: not even the widest letters fill the measure within the height.
  const scale = Math.min(1, room / total(set))
  return set.map(({ text, size }) => ({ text, size: size * scale }))
}
