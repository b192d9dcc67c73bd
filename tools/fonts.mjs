/**
 * Reduces the font files of @fontsource to the characters that the club uses:
 *
 *   platform/ui/fonts/{archivo,archivo-italic,chivo-mono}.woff2
 *     fonts of the site, with the letters of rioplatense Spanish. The italic also has the letters of `ADDITIONAL`
 *   platform/ui/fonts/archivo-additional.woff2
 *     letters in names of visiting artists, and rare signs. Browsers load it only for such a character (`unicode-range` in
 *     fonts.css)
 *   platform/fonts/*.woff2
 *     fonts for share images. Each width has its own file, because satori cannot read variable fonts
 *
 *   node tools/fonts.mjs
 *
 * A letter that is in none of these files is shown in the next font, so no text is lost. Thanks to the reduced files, a first
 * visit loads a third fewer bytes.
 * Both families are by Omnibus-Type, under the SIL Open Font License 1.1, which allows changed files under the same
 * licence. The notices stay in the files (names 0, 13 and 14 of the table `name`).
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import subsetFont from 'subset-font'
import {
  ARCHIVO_CHARACTERS,
  ARCHIVO_WIDTHS,
  CHIVO_MONO_CHARACTERS,
} from '../platform/shared/font-characters.ts'

const SITE = new URL('../platform/ui/fonts/', import.meta.url)
const SHARE_IMAGES = new URL('../platform/fonts/', import.meta.url)
const { resolve } = createRequire(import.meta.url)

/** Signs that hardly any text of a club has. Without them the first font of a page is 4 kB smaller. */
const RARE = 'ª#*<=>[\\]^`{|}~'
/** ASCII, the letters of Spanish and the punctuation of the site. */
const SPANISH = `${String.fromCodePoint(
  ...Array.from({ length: 0x7f - 0x20 }, (_, index) => 0x20 + index),
)}\u00a0áéíóúüñÁÉÍÓÚÜÑ¡¿·°ºª«»“”‘’–—…•−×`
const COMMON = [...SPANISH].filter((character) => !RARE.includes(character)).join('')
/** Additional letters of Portuguese, French, Italian, German and the Nordic languages, and rare punctuation. */
const ADDITIONAL = 'àâãäåæçèêëìîïòôõöøùûßÀÂÃÄÅÆÇÈÊËÌÎÏÒÔÕÖØÙÛ©®€§'

/** @param {{folder: URL, name: string, from: string, letters: string, axes?: object}} font `axes`: see subset-font */
async function cut({ folder, name, from, letters, axes }) {
  const whole = readFileSync(resolve(`@fontsource-variable/${from}.woff2`))
  const font = await subsetFont(whole, letters, {
    targetFormat: 'woff2',
    variationAxes: axes,
    preserveNameIds: [0, 13, 14],
    // Alternate glyphs (GSUB) are dropped, because no style of the site uses them.
    keepFeatures: ['kern', 'mark', 'mkmk'],
    noLayoutClosure: true,
    dropTables: ['GSUB'],
  })
  mkdirSync(folder, { recursive: true })
  writeFileSync(new URL(`${name}.woff2`, folder), font)
  console.log(`${name}: ${whole.length} → ${font.length} bytes`)
}

const site = { folder: SITE, letters: SPANISH + ADDITIONAL }
const archivo = { folder: SITE, from: 'archivo/files/archivo-latin-wdth-normal' }
await cut({ ...archivo, name: 'archivo', letters: COMMON })
await cut({ ...archivo, name: 'archivo-additional', letters: ADDITIONAL + RARE })
// The italic is for emphasis in texts, which have the normal width, so this file has no width axis.
await cut({ ...site, name: 'archivo-italic', from: 'archivo/files/archivo-latin-wght-italic' })
// Chivo Mono is for dates, numbers and captions, which are never bold, so this file has no bold weight.
await cut({
  ...site,
  name: 'chivo-mono',
  from: 'chivo-mono/files/chivo-mono-latin-wght-normal',
  axes: { wght: 400 },
})

for (const width of ARCHIVO_WIDTHS) {
  const archivo = {
    folder: SHARE_IMAGES,
    letters: ARCHIVO_CHARACTERS.join(''),
    axes: { wght: 900, wdth: width },
  }
  await cut({ ...archivo, name: `archivo-${width}`, from: 'archivo/files/archivo-latin-wdth-normal' })
  await cut({ ...archivo, name: `archivo-${width}-ext`, from: 'archivo/files/archivo-latin-ext-wdth-normal' })
}
await cut({
  folder: SHARE_IMAGES,
  name: 'chivo-mono',
  letters: CHIVO_MONO_CHARACTERS.join(''),
  from: 'chivo-mono/files/chivo-mono-latin-wght-normal',
  axes: { wght: 500 },
})
