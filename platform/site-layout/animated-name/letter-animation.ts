/** Computes the outlines of letters and their movement in a line. animated-name.tsx draws them. */

/** A letter of Archivo Black at 94 % width. `outline` is the `d` of a path. Both are in hundredths of the font size. */
export type Letter = readonly [advance: number, outline: string]

export const splitCapitals = (text: string): string[] => [...text.toLocaleUpperCase('es')]

/** Distance of the baseline from the top of the SVG. Hundredths of the font size */
const BASELINE = 71.5

/**
 * Converts the outline of a letter to hundredths of the font size.
 * @param path M, L, Q and Z commands. Thousandths of the font size, downwards from the top of the line
 * @param baseline distance of the baseline of `path` from the top of the line. Thousandths of the font size
 */
export function convertOutline(path: string, baseline: number): string {
  const places = path.match(/-?[\d.]+/g)?.map(Number) ?? []
  const tenths = places.map((place, index) =>
    Math.round(index % 2 === 0 ? place : BASELINE * 10 + place - baseline),
  )
  return shortenPath(path.replace(/[^MLQZ]/g, ''), tenths)
}

/**
 * Writes a path (M, L, Q, Z) with coordinates relative to the previous point, which halves its bytes.
 * @param places coordinates in tenths of the unit of the path
 */
function shortenPath(commands: string, places: readonly number[]): string {
  let [x, y, startX, startY, at] = [0, 0, 0, 0, 0]
  const formatTenths = (tenths: number) => String(tenths / 10).replace(/^(-?)0\./, '$1.')
  return [...commands]
    .map((command) => {
      if (command === 'Z') {
        ;[x, y] = [startX, startY]
        return 'z'
      }
      const count = command === 'Q' ? 4 : 2
      const steps = places.slice(at, at + count).map((place, index) => place - (index % 2 === 0 ? x : y))
      at += count
      ;[x = 0, y = 0] = places.slice(at - 2, at)
      if (command === 'M') [startX, startY] = [x, y]
      const [toX = 0, toY = 0] = steps
      if (command === 'L' && toX === 0 && toY === 0) return ''
      if (command === 'L' && toY === 0) return `h${formatTenths(toX)}`
      if (command === 'L' && toX === 0) return `v${formatTenths(toY)}`
      return command.toLowerCase() + steps.map(formatTenths).join(' ').replaceAll(' -', '-')
    })
    .join('')
}

/** A letter gets wider and narrower by this part of its width. The keyframes `breathe-in` use the same number. */
const SWAY = 0.3

/** Length of the wave in letters. */
const WAVE = 6

export interface LetterMotion {
  /** Position around which the letter moves, by up to `reach` to each side. */
  at: number
  reach: number
  /** Times at which the letter is rightmost (`moves`) and widest (`widens`). Half turns of the period, from 0 to 2 */
  moves: number
  widens: number
}

/**
 * The width of each letter follows a sine, each a little later than that of the previous letter. The position of a letter
 * is the sum of the widths before it. A sum of sines with the same period is a sine with another amplitude and phase. So
 * two animations per letter are enough: one of the width, one of the position. The sum of all widths varies, but the length
 * of the line must stay the same. So the difference is divided among the gaps between letters.
 */
export function computeLetterMotion(widths: readonly number[]): LetterMotion[] {
  const gaps = Math.max(1, widths.length - 1)
  const sways = widths.map((width, index) => toVector(width * SWAY, (index * 2 * Math.PI) / WAVE))
  const all = sways.reduce(addVectors, [0, 0])
  let before: Vector = [0, 0]
  let at = 0
  return sways.map((sway, index) => {
    const moved = addVectors(before, [(-all[0] * index) / gaps, (-all[1] * index) / gaps])
    const place = {
      at: round(at),
      reach: round(Math.hypot(...moved)),
      moves: toHalfTurns(moved),
      widens: toHalfTurns(sway),
    }
    before = addVectors(before, sway)
    at += widths[index] ?? 0
    return place
  })
}

/**
 * Creates one CSS rule per letter. The Content-Security-Policy forbids style attributes, so the numbers must be in a style
 * sheet.
 * @param lines advances of the letters, by line
 */
export const createMotionRules = (lines: readonly (readonly number[])[]): string =>
  lines
    .flatMap((widths, line) =>
      computeLetterMotion(widths).map(
        ({ at, reach, moves, widens }, letter) =>
          `.breathing svg:nth-of-type(${line + 1}) g:nth-child(${letter + 1}){--at:${at};--reach:${reach};--moves:${moves};--widens:${widens}}`,
      ),
    )
    .join('')

type Vector = readonly [number, number]

const toVector = (length: number, angle: number): Vector => [
  length * Math.cos(angle),
  length * Math.sin(angle),
]
const addVectors = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1]]
const toHalfTurns = ([x, y]: Vector): number => round((Math.atan2(y, x) / Math.PI + 2) % 2)
const round = (value: number): number => Math.round(value * 1000) / 1000
