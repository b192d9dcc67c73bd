/**
 * Lists the characters of the fonts for share images (platform/fonts/). tools/fonts.mjs reduces the fonts to them: Basic
 * Latin, Latin-1 and Latin Extended-A, where the font families contain them, and typographic marks of Spanish.
 */
const TYPOGRAPHIC_MARKS = '–—‘’“”…'

const listCharacters = (last: number): string[] =>
  Array.from({ length: last + 1 }, (_, code) => String.fromCodePoint(code)).filter((character) =>
    /[\p{L}\p{N}\p{P}\p{S} ]/u.test(character),
  )

/** Titles are in capitals, so letters that have a capital form are included only as capitals. */
export const ARCHIVO_CHARACTERS = [...listCharacters(0x17f), ...TYPOGRAPHIC_MARKS].filter(
  (character) => character === character.toLocaleUpperCase('es'),
)

export const CHIVO_MONO_CHARACTERS = [...listCharacters(0xff), ...TYPOGRAPHIC_MARKS]

/**
 * Positions on Archivo's width axis, in per cent and ascending. Each has a font. Widths in between are made by stretching
 * letters by at most six per cent, which nobody sees.
 */
export const ARCHIVO_WIDTHS = [62, 70, 78, 86, 94, 100, 108, 116, 125] as const
