/** How a line of letters breathes: see breathing.tsx, which draws it, and letters-plugin.ts, which brings the outlines of letters. */

/** A letter of Archivo Black at 94 % of its width, in hundredths of its size: how much room it takes, and its outline, the `d` of a path. */
export type Letter = readonly [advance: number, outline: string]

export const splitCapitals = (text: string): string[] => [...text.toLocaleUpperCase('es')]

/** Where letters stand, in hundredths of their size from the top of the drawing. */
const BASELINE = 71.5

/**
 * The outline of a letter, in hundredths of its size.
 * @param path of M, L, Q and Z, in thousandths of the size, downwards from the top of the drawing
 * @param baseline of the path
 */
export function convertOutline(path: string, baseline: number): string {
  const places = path.match(/-?[\d.]+/g)?.map(Number) ?? []
  const tenths = places.map((place, index) =>
    Math.round(index % 2 === 0 ? place : BASELINE * 10 + place - baseline),
  )
  return shortest(path.replace(/[^MLQZ]/g, ''), tenths)
}

/** A path's commands (M L Q Z) and places, in tenths, with every step told from the one before: half of the bytes. */
function shortest(commands: string, places: readonly number[]): string {
  let [x, y, startX, startY, at] = [0, 0, 0, 0, 0]
  const told = (tenths: number) => String(tenths / 10).replace(/^(-?)0\./, '$1.')
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
      if (command === 'L' && toY === 0) return `h${told(toX)}`
      if (command === 'L' && toX === 0) return `v${told(toY)}`
      return command.toLowerCase() + steps.map(told).join(' ').replaceAll(' -', '-')
    })
    .join('')
}

/** How much of its width a letter gains and loses (see `breathe-in`). */
const SWAY = 0.3

/** A wave is as long as so many letters. */
const WAVE = 6

export interface LetterMotion {
  /** Where it stands, and how far it goes from there to either side. */
  at: number
  reach: number
  /** When it is furthest right, and when it is widest, in half turns of the breath (0 to 2). */
  moves: number
  widens: number
}

/**
 * Every letter sways like a pendulum, each a little later than the one before. Where one stands is the sum of what those
 * before it take, and a sum of sways of one length is again a sway, of another reach and moment: so two movements a letter
 * are all of it. What all of them together take at a moment more or less than the line has is shared by the gaps.
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
 * The rules for the letters of some lines, one a letter. Numbers have no other way into a page: its policy counts no style
 * attribute.
 * @param lines the advances of their letters
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
