/**
 * Makes the letters of the share images: server/seo/share-images/{archivo,chivo-mono}.outlines.txt, the outlines of the house type
 * as plain text, so that the server sets it without a font engine and without a font of the system.
 *
 *   node tools/pictures/outlines.mjs
 *
 * Archivo Black in capitals at the ends and the middle of its width axis: whatever lies between is a mix of two.
 * Chivo Mono in both cases. First line: what it is. Then a line a glyph, fields parted by tabs:
 *
 *   character · commands of its path (M L Q Z) · advance at each width · coordinates at each width
 *
 * in thousandths of the size, upwards from the baseline; and after an empty line the kerning at each width, a line a
 * pair. Both families are under the SIL Open Font License 1.1, and so are these outlines.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import opentype from 'opentype.js'
import wawoff2 from 'wawoff2'

const OUT = new URL('../../server/seo/share-images/', import.meta.url).pathname
const { resolve } = createRequire(import.meta.url)

const families = [
  {
    name: 'archivo',
    title: 'Archivo Black at widths 62 100 125',
    files: ['archivo-latin-wdth-normal', 'archivo-latin-ext-wdth-normal'],
    package: '@fontsource-variable/archivo',
    variations: [62, 100, 125].map((wdth) => ({ wght: 900, wdth })),
    // Titles are set in capitals: what has a capital form is not needed in its small one.
    wants: (character) => character === character.toLocaleUpperCase('es') && !isAbove(character, 0x17f),
    // Measured on sixteen pairs of the black weight with a font engine that follows the axes.
    kerning: [0.65, 1.05, 1.6],
  },
  {
    name: 'chivo-mono',
    title: 'Chivo Mono Medium',
    files: ['chivo-mono-latin-wght-normal'],
    package: '@fontsource-variable/chivo-mono',
    variations: [{ wght: 500 }],
    wants: (character) => !isAbove(character, 0xff),
    kerning: null,
  },
]

/** Punctuation that Spanish typography uses beyond Latin-1. */
const SIGNS = '–—‘’“”…'
const isAbove = (character, last) => character.codePointAt(0) > last && !SIGNS.includes(character)

async function open(path) {
  // A copy: what the decompressor returns is its own memory, which the next font overwrites.
  const bytes = Uint8Array.from(await wawoff2.decompress(readFileSync(path)))
  return opentype.parse(bytes.buffer)
}

const copyrightOf = ({ names }) => (names.windows ?? names.unicode ?? names.macintosh).copyright.en

const charactersOf = (font) =>
  Object.keys(font.tables.cmap.glyphIndexMap)
    .map((code) => String.fromCodePoint(Number(code)))
    .filter((character) => /[\p{L}\p{N}\p{P}\p{S} ]/u.test(character))

function outline(font, character, variations) {
  const glyph = font.charToGlyph(character)
  const paths = variations.map(
    (variation) => glyph.getPath(0, 0, font.unitsPerEm, { variation }, font).commands,
  )
  const commands = paths.map((path) => path.map(({ type }) => type).join(''))
  if (new Set(commands).size > 1 || /[^MLQZ]/.test(commands[0])) throw new Error(`${character}: ${commands}`)
  const coordinates = paths.map((path) =>
    path
      .flatMap(({ type, x1, y1, x, y }) => (type === 'Z' ? [] : type === 'Q' ? [x1, -y1, x, -y] : [x, -y]))
      .map(Math.round)
      .join(' '),
  )
  const advances = variations.map(
    (variation) => font.variation.process.getTransform(glyph, variation).advanceWidth,
  )
  return [character, commands[0], advances.join(' '), coordinates.join('|')].join('\t')
}

/**
 * Of capitals and digits without accents: whoever sets type asks by the letter under the accent. opentype.js reads what
 * holds in the middle of all axes; `growth` is how much of that holds at each width.
 */
function kerning(font, growth) {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789']
  return letters.flatMap((left) =>
    letters.flatMap((right) => {
      const value = font.getKerningValue(font.charToGlyph(left), font.charToGlyph(right))
      return value === 0
        ? []
        : [`${left}${right}\t${growth.map((part) => Math.round(value * part)).join(' ')}`]
    }),
  )
}

for (const { name, title, files, package: from, variations, wants, kerning: growth } of families) {
  const fonts = []
  for (const file of files) fonts.push(await open(resolve(`${from}/files/${file}.woff2`)))
  const glyphs = new Map()
  for (const font of fonts) {
    for (const character of charactersOf(font).filter(wants)) {
      if (!glyphs.has(character)) glyphs.set(character, outline(font, character, variations))
    }
  }
  const lines = [...glyphs].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line)
  const pairs = growth ? kerning(fonts[0], growth) : []
  const text = `${title}. ${copyrightOf(fonts[0])} SIL Open Font License 1.1\n${lines.join('\n')}\n\n${pairs.map((pair) => `${pair}\n`).join('')}`
  writeFileSync(`${OUT}${name}.outlines.txt`, text)
  console.log(
    `${name}.outlines.txt  ${Math.round(text.length / 1024)} kB, ${lines.length} glyphs, ${pairs.length} pairs`,
  )
}
