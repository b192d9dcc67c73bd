/** Empty space beside the letters of Archivo Black. Large text is moved by it, so that the letters touch the margin. */

/** Hundredths of the font size, by the width of the letters. */
interface Bearing {
  wide: number
  narrow: number
}

const bearings: readonly (readonly [left: RegExp, right: RegExp, Bearing])[] = [
  [/[BDEÉFHIÍKLMNÑPRUÚ]/, /[HIÍJMNÑUÚ]/, { wide: 7, narrow: 4 }],
  [/[CGOÓQS]/, /[BCDEÉFGKOÓQS]/, { wide: 4, narrow: 3 }],
]
const LEAST_BEARING: Bearing = { wide: 1, narrow: 0 }

/** @param side 0 for the left side of the capital, 1 for its right side */
export const getSideBearing = (capital: string, side: 0 | 1): Bearing =>
  bearings.find((kind) => kind[side].test(capital))?.[2] ?? LEAST_BEARING
