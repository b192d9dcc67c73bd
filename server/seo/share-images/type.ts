/**
 * The house type as outlines, for pictures that the server sets itself: read from the files that
 * tools/pictures/outlines.mjs makes, so that neither a font of the system nor a font engine is needed.
 */
import { readFileSync } from 'node:fs'

interface Glyph {
  /** One letter a step: M and L take a point, Q two, Z none. */
  commands: string
  /** Thousandths of the size, one for each width of the face. */
  advances: number[]
  /** x and y of each point in turn, upwards from the baseline; one list for each width of the face. */
  outlines: number[][]
}

export interface Face {
  /** Positions on the width axis that were drawn, per cent, ascending. What lies between is mixed of two. */
  widths: number[]
  glyphs: Map<string, Glyph>
  /** By two capitals without accents; thousandths of the size, one for each width of the face. */
  kerning: Map<string, number[]>
}

/** A closed line of straight pieces: x and y in turn, px, downwards as pictures are. */
export type Contour = number[]

/** Height of Archivo's capitals and digits, as a part of its size. */
const CAPITAL = 0.686

/** What an accent adds to that. */
const ACCENT = 0.17

/** Height of a line of capitals from its baseline, as a part of its size. */
export const heightOf = (text: string): number =>
  CAPITAL + (/\p{M}/u.test(text.normalize('NFD')) ? ACCENT : 0)

/** A curve becomes so many straight pieces: at 500 px the eye cannot tell. */
const PIECES = 8

export const NARROWEST = 62
export const WIDEST = 125

/** Black, in capitals, over its whole width axis. */
export const archivo = once(() => read('archivo', [NARROWEST, 100, WIDEST]))
/** Medium. */
export const chivoMono = once(() => read('chivo-mono', [100]))

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

function read(name: string, widths: number[]): Face {
  const [glyphs = '', kerning = ''] = readFileSync(
    new URL(`${name}.outlines.txt`, import.meta.url),
    'utf8',
  ).split('\n\n')
  const numbers = (text: string) => (text === '' ? [] : text.split(' ').map(Number))
  const rows = (block: string) =>
    block
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.split('\t'))
  return {
    widths,
    // The first line says what the file is.
    glyphs: new Map(
      rows(glyphs)
        .slice(1)
        .map(([character = '', commands = '', advances = '', outlines = '']) => [
          character,
          { commands, advances: numbers(advances), outlines: outlines.split('|').map(numbers) },
        ]),
    ),
    kerning: new Map(rows(kerning).map(([pair = '', values = '']) => [pair, numbers(values)])),
  }
}

const bare = (character: string): string => character.normalize('NFD').charAt(0)

/**
 * What of a text the face can set: a letter that it lacks is set without its accent, and left out when it lacks that
 * too. White space is one space.
 */
export function settable({ glyphs }: Face, text: string): string {
  const known = [...text.normalize('NFC')].map((character) => {
    if (/\s/.test(character)) return ' '
    return [character, bare(character)].find((candidate) => glyphs.has(candidate)) ?? ''
  })
  return known.join('').replace(/ +/g, ' ').trim()
}

/** Two neighbours on the width axis, and how much of the second. */
function mixAt({ widths }: Face, width: number): [number, number, number] {
  const next = Math.max(
    1,
    widths.findIndex((drawn) => drawn >= width),
  )
  const [from, to] = [widths[next - 1], widths[next]]
  return from === undefined || to === undefined ? [0, 0, 0] : [next - 1, next, (width - from) / (to - from)]
}

type Mix = ReturnType<typeof mixAt>

const between = (from: number | undefined, to: number | undefined, share: number): number =>
  (from as number) + ((to as number) - (from as number)) * share

const coordinate = (glyph: Glyph, at: number, [from, to, share]: Mix): number =>
  between(glyph.outlines[from]?.[at], glyph.outlines[to]?.[at], share)

/** Each glyph of a text with its place on the line, thousandths of the size. */
function* placed(face: Face, text: string, mix: Mix) {
  const [from, to, share] = mix
  let x = 0
  let before = ''
  for (const character of text) {
    const glyph = face.glyphs.get(character)
    if (!glyph) continue
    const kerning = face.kerning.get(before + bare(character))
    if (kerning) x += between(kerning[from], kerning[to], share)
    yield { glyph, x }
    x += between(glyph.advances[from], glyph.advances[to], share)
    before = bare(character)
  }
}

/** Where the ink of a line begins and ends, as multiples of its size: letters keep air on their sides. */
export function inkOf(face: Face, text: string, width: number): { start: number; end: number } {
  const mix = mixAt(face, width)
  let [start, end] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { glyph, x } of placed(face, text, mix)) {
    for (let at = 0; at < (glyph.outlines[0] as number[]).length; at += 2) {
      const point = (x + coordinate(glyph, at, mix)) / 1000
      start = Math.min(start, point)
      end = Math.max(end, point)
    }
  }
  return start <= end ? { start, end } : { start: 0, end: 0 }
}

/** Length of a line's ink, as a multiple of its size. @param width per cent, on the width axis */
export function lengthOf(face: Face, text: string, width: number): number {
  const { start, end } = inkOf(face, text, width)
  return end - start
}

/** Where the width axis has to stand for a line of this size to be so long (px): the nearest that there is. */
export function widthFor(face: Face, text: string, size: number, length: number): number {
  let [low, high] = [NARROWEST, WIDEST]
  for (let step = 0; step < 10; step++) {
    const middle = (low + high) / 2
    if (lengthOf(face, text, middle) * size < length) low = middle
    else high = middle
  }
  return (low + high) / 2
}

export interface Line {
  text: string
  /** px */
  size: number
  /** Per cent, on the width axis. */
  width: number
  /** px, the left end of the baseline */
  x: number
  y: number
}

export function outlinesOf(face: Face, { text, size, width, x, y }: Line): Contour[] {
  const mix = mixAt(face, width)
  const scale = size / 1000
  const contours: Contour[] = []
  for (const { glyph, x: at } of placed(face, text, mix)) {
    let read = 0
    const next = (): [number, number] => {
      read += 2
      return [
        x + (at + coordinate(glyph, read - 2, mix)) * scale,
        y - coordinate(glyph, read - 1, mix) * scale,
      ]
    }
    let contour: Contour = []
    for (const command of glyph.commands) {
      if (command === 'Z') continue
      if (command === 'M') {
        contour = []
        contours.push(contour)
      }
      if (command === 'Q') bend(contour, next(), next())
      else contour.push(...next())
    }
  }
  return contours
}

/** A quadratic curve from where the contour stands. */
function bend(contour: Contour, [cx, cy]: [number, number], [x, y]: [number, number]) {
  const [x0, y0] = contour.slice(-2) as [number, number]
  for (let piece = 1; piece <= PIECES; piece++) {
    const t = piece / PIECES
    const u = 1 - t
    contour.push(u * u * x0 + 2 * u * t * cx + t * t * x, u * u * y0 + 2 * u * t * cy + t * t * y)
  }
}
