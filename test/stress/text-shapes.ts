/** Creates long texts with shapes that make text transforms or regular expressions take quadratic time. */

const SHAPES = {
  /** Combining marks of alternating classes: Unicode normalisation sorts each run of them (UAX #15). */
  'combining marks': '\u0316\u0300',
  /** Letters that Unicode normalisation turns into combining marks. */
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

/**
 * Creates a text of the given shape. A letter at each end protects the text from trimming.
 * @param length UTF-16 code units
 */
export function createText(shape: Shape, length: number): string {
  const unit = SHAPES[shape]
  return `a${unit.repeat(Math.ceil(length / unit.length)).slice(0, length - 2)}a`
}

/** Creates the longest text of the given shape whose JSON string takes at most `maxBytes`. */
export function createJsonText(shape: Shape, maxBytes: number): string {
  const sample = createText(shape, 1_002)
  const bytesEach = (Buffer.byteLength(JSON.stringify(sample)) - 4) / 1_000
  return createText(shape, Math.floor((maxBytes - 4) / bytesEach))
}
