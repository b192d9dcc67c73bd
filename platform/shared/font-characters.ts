/**
 * What the fonts beside this file were cut down to by tools/fonts.mjs: Basic Latin, Latin-1 and Latin Extended-A, as far
 * as the families draw them, and the marks of Spanish typography beyond.
 */
const TYPOGRAPHIC_MARKS = '–—‘’“”…'

const listCharacters = (last: number): string[] =>
  Array.from({ length: last + 1 }, (_, code) => String.fromCodePoint(code)).filter((character) =>
    /[\p{L}\p{N}\p{P}\p{S} ]/u.test(character),
  )

/** Titles are set in capitals: what has a capital form is not needed in its small one. */
export const ARCHIVO_CHARACTERS = [...listCharacters(0x17f), ...TYPOGRAPHIC_MARKS].filter(
  (character) => character === character.toLocaleUpperCase('es'),
)

export const CHIVO_MONO_CHARACTERS = [...listCharacters(0xff), ...TYPOGRAPHIC_MARKS]

/**
 * Positions on Archivo's width axis, per cent, ascending: a font each. Between two neighbours letters are stretched by
 * six per cent at most, which nobody tells from the axis itself.
 */
export const ARCHIVO_WIDTHS = [62, 70, 78, 86, 94, 100, 108, 116, 125] as const
