/** Megabyte texts with shapes that make transforms or regular expressions take quadratic time. */

const SHAPES = {
  /** Alternating combining classes: normalisation sorts each run of them (UAX #15). */
  'combining marks': '\u0316\u0300',
  /** Letters that normalisation turns into combining marks. */
  'halfwidth marks': '\uff9e\u0316',
  spaces: ' ',
  quotes: '"\'',
  brackets: '<[({',
  surrogates: '\ud800',
  'bidi controls': '\u202e\u2066',
  'zero width': '\u200b\u200d',
  digits: '9',
  dots: '.',
  newlines: '\n',
  'open tags': '<b>',
  attributes: '<p x=1 ',
} as const

export type Shape = keyof typeof SHAPES

export const shapeNames = Object.keys(SHAPES) as Shape[]

/** A text of that shape between two letters, which protect it from trimming. @param length UTF-16 code units */
export function createText(shape: Shape, length: number): string {
  const unit = SHAPES[shape]
  return `a${unit.repeat(Math.ceil(length / unit.length)).slice(0, length - 2)}a`
}

/** The longest text of that shape that takes at most `maxBytes` as a JSON string. */
export function createJsonText(shape: Shape, maxBytes: number): string {
  const sample = createText(shape, 1_002)
  const bytesEach = (Buffer.byteLength(JSON.stringify(sample)) - 4) / 1_000
  return createText(shape, Math.floor((maxBytes - 4) / bytesEach))
}
