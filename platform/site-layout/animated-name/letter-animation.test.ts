import { expect, it } from 'vitest'
import { computeLetterMotion, convertOutline, createMotionRules } from './letter-animation.ts'

const WIDTHS = [68, 78.5, 63, 68, 78.5]

/** Returns the left and right edge of every letter. @param moment time within the period, in half turns */
const edges = (widths: readonly number[], moment: number) =>
  computeLetterMotion(widths).map(({ at, reach, moves, widens }, index) => {
    const width = widths[index] as number
    const left = at + reach * Math.cos((moment - moves) * Math.PI)
    return [left, left + width * (1 + 0.3 * Math.cos((moment - widens) * Math.PI))] as const
  })

it.each([0, 0.25, 0.5, 0.9, 1.3, 1.75])(
  'keeps both ends in place and all gaps alike, %s half turns in',
  (moment) => {
    const letters = edges(WIDTHS, moment)
    expect(letters[0]?.[0]).toBe(0)
    expect(letters.at(-1)?.[1]).toBeCloseTo(356, 0)
    const gaps = letters.slice(1).map(([left], index) => left - (letters[index]?.[1] as number))
    for (const gap of gaps) expect(gap).toBeCloseTo(gaps[0] as number, 0)
  },
)

it('widens every letter of a line of six or more once per period, one after the other', () => {
  const places = computeLetterMotion(Array(7).fill(70))
  expect(places.map(({ widens }) => widens)).toEqual([0, 0.333, 0.667, 1, 1.333, 1.667, 0])
})

it('accepts a name of one letter and an empty name', () => {
  expect(computeLetterMotion([70])).toMatchObject([{ at: 0, reach: 0 }])
  expect(computeLetterMotion([])).toEqual([])
})

it('creates a rule for every letter of every line', () => {
  const rules = createMotionRules([[68.5, 35], [93]]).split('}')
  expect(rules).toEqual([
    '.breathing svg:nth-of-type(1) g:nth-child(1){--at:0;--reach:0;--moves:0;--widens:0',
    expect.stringMatching(
      /^\.breathing svg:nth-of-type\(1\) g:nth-child\(2\)\{--at:68\.5;--reach:[\d.]+;--moves:[\d.]+;--widens:0\.333$/,
    ),
    '.breathing svg:nth-of-type(2) g:nth-child(1){--at:0;--reach:0;--moves:0;--widens:0',
    '',
  ])
})

it('writes an outline in hundredths of the font size, relative to the previous point', () => {
  expect(convertOutline('M0 834L376 834L188 134Z', 834)).toBe('m0 71.5h37.6l-18.8-70z')
  expect(convertOutline('', 834)).toBe('')
})
