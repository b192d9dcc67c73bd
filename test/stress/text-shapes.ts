/** Texts by the megabyte, of the shapes that make a transform or an expression take quadratic time. */

const SHAPES = {
  /** Of different combining classes in turns: normalisation sorts a run of them (UAX #15). */
  'combining marks': '\u0316\u0300',
  /** Letters that normalisation turns into marks. */
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

/** A text of that shape between two letters, which keep a trim from taking it away. @param length UTF-16 code units */
export function textOf(shape: Shape, length: number): string {
  const unit = SHAPES[shape]
  return `a${unit.repeat(Math.ceil(length / unit.length)).slice(0, length - 2)}a`
}

/** The longest text of that shape which, as a JSON string, takes at most so many bytes. */
export function jsonTextOf(shape: Shape, maxBytes: number): string {
  const sample = textOf(shape, 1_002)
  const bytesEach = (Buffer.byteLength(JSON.stringify(sample)) - 4) / 1_000
  return textOf(shape, Math.floor((maxBytes - 4) / bytesEach))
}
