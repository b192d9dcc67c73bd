/** The movement of a line of letters. animated-name.tsx draws it, letter-outlines-plugin.ts has the outlines. */

/** A letter of Archivo Black at 94 % of its width: advance and outline (the `d` of a path), in hundredths of the font size. */
export type Letter = readonly [advance: number, outline: string]

export const splitCapitals = (text: string): string[] => [...text.toLocaleUpperCase('es')]

/** Distance of the baseline from the top of the drawing, in hundredths of the font size. */
const BASELINE = 71.5

/**
 * Converts the outline of a letter to hundredths of the font size.
 * @param path M, L, Q and Z commands, in thousandths of the font size, downwards from the top of the drawing
 * @param baseline of the path, in the same unit
 */
export function convertOutline(path: string, baseline: number): string {
  const places = path.match(/-?[\d.]+/g)?.map(Number) ?? []
  const tenths = places.map((place, index) =>
    Math.round(index % 2 === 0 ? place : BASELINE * 10 + place - baseline),
  )
  return shortenPath(path.replace(/[^MLQZ]/g, ''), tenths)
}

/** Writes a path (M L Q Z) with coordinates in tenths, relative to the previous point. This halves its bytes. */
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

/** The part of its width that a letter gains and loses (see `breathe-in`). */
const SWAY = 0.3

/** Length of a wave, in letters. */
const WAVE = 6

export interface LetterMotion {
  /** Middle position of the letter, and its reach to either side. */
  at: number
  reach: number
  /** Times of the rightmost position and of the greatest width, in half turns of the period (0 to 2). */
  moves: number
  widens: number
}

/**
 * The width of every letter follows a sine, each a little later than the previous one. The position of a letter is the sum of the
 * widths before it. A sum of sines with one period is again a sine, with another amplitude and phase. So two animations per letter
 * are enough. The difference between the sum of all widths and the width of the line is divided among the gaps.
 */
export function computeLetterMotion(widths: readonly number[]): LetterMotion[] {
  const gaps = Math.max(1, widths.length - 1)
  const sways = widths.map((width, index) => turned(width * SWAY, (index * 2 * Math.PI) / WAVE))
  const all = sways.reduce(plus, [0, 0])
  let before: Vector = [0, 0]
  let at = 0
  return sways.map((sway, index) => {
    const moved = plus(before, [(-all[0] * index) / gaps, (-all[1] * index) / gaps])
    const place = {
      at: round(at),
      reach: round(Math.hypot(...moved)),
      moves: halfTurns(moved),
      widens: halfTurns(sway),
    }
    before = plus(before, sway)
    at += widths[index] ?? 0
    return place
  })
}

/**
 * Creates one CSS rule per letter. The numbers must be in a style sheet, because the Content-Security-Policy allows no style
 * attributes.
 * @param lines the advances of the letters of each line
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

const turned = (length: number, angle: number): Vector => [length * Math.cos(angle), length * Math.sin(angle)]
const plus = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1]]
const halfTurns = ([x, y]: Vector): number => round((Math.atan2(y, x) / Math.PI + 2) % 2)
const round = (value: number): number => Math.round(value * 1000) / 1000
