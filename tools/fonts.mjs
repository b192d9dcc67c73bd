/**
 * Makes the fonts of the site: app/ui/fonts/{archivo,chivo-mono}.woff2, the letters that rioplatense Spanish and the
 * names of visiting artists are written with, out of the larger files of @fontsource.
 *
 *   node tools/fonts.mjs
 *
 * A letter left out falls back alone to the next font, so this costs nobody a word; it saves each first visit a third of
 * its bytes. Glyphs keep their numbers and lose their outlines, so that no other table (kerning, widths along the axes)
 * has to be rewritten; what is empty compresses to nothing. Formats: OpenType 1.9, tables glyf, loca, gvar, cmap.
 * Both families are by Omnibus-Type, under the SIL Open Font License 1.1, which allows this under the same licence.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import opentype from 'opentype.js'
import wawoff2 from 'wawoff2'

const OUT = new URL('../app/ui/fonts/', import.meta.url)
const { resolve } = createRequire(import.meta.url)

/** ASCII; the letters of Spanish, Portuguese, French, Italian, German and the Nordic languages; the marks we set. */
const LETTERS = 'áéíóúüñÁÉÍÓÚÜÑàâãäåæçèêëìîïòôõöøùûßÀÂÃÄÅÆÇÈÊËÌÎÏÒÔÕÖØÙÛ¡¿·°ºª«»“”‘’–—…•−×©®€§'
const wanted = new Set([
  ...Array.from({ length: 0x7f - 0x20 }, (_, index) => 0x20 + index),
  0xa0,
  ...[...LETTERS].map((letter) => letter.codePointAt(0)),
])

const families = [
  { name: 'archivo', file: '@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2' },
  // Emphasis in texts, which are all set in the usual width.
  {
    name: 'archivo-italic',
    file: '@fontsource-variable/archivo/files/archivo-latin-wght-italic.woff2',
  },
  // Dates, numbers and captions: never bold, so that its weights may stay behind.
  {
    name: 'chivo-mono',
    file: '@fontsource-variable/chivo-mono/files/chivo-mono-latin-wght-normal.woff2',
    weight: 400,
  },
]

/** Tables that say how a font varies. Without them it is what its outlines are. */
const VARIATIONS = ['avar', 'cvar', 'fvar', 'gvar', 'HVAR', 'MVAR', 'STAT', 'VVAR']

function tablesOf(font) {
  const tables = new Map()
  for (let at = 12; at < 12 + font.readUInt16BE(4) * 16; at += 16) {
    const start = font.readUInt32BE(at + 8)
    tables.set(font.toString('latin1', at, at + 4), font.subarray(start, start + font.readUInt32BE(at + 12)))
  }
  return tables
}

/** Unicode → glyph, from the format 4 table for Windows. */
function mapOf(cmap) {
  for (let at = 4; at < 4 + cmap.readUInt16BE(2) * 8; at += 8) {
    const table = cmap.subarray(cmap.readUInt32BE(at + 4))
    if (table.readUInt16BE(0) !== 4) continue
    const double = table.readUInt16BE(6)
    const map = new Map()
    for (let index = 0; index < double; index += 2) {
      const end = table.readUInt16BE(14 + index)
      const start = table.readUInt16BE(16 + double + index)
      const delta = table.readUInt16BE(16 + 2 * double + index)
      const offsetAt = 16 + 3 * double + index
      const offset = table.readUInt16BE(offsetAt)
      for (let code = start; code <= end && code !== 0xffff; code++) {
        const glyph = offset ? table.readUInt16BE(offsetAt + offset + 2 * (code - start)) : code
        if (offset === 0 || glyph !== 0) map.set(code, (glyph + delta) & 0xffff)
      }
    }
    return map
  }
  throw new Error('no cmap of format 4')
}

/** One group a run of neighbouring characters whose glyphs are neighbours too: cmap format 12 and nothing else. */
function cmapFor(map) {
  const groups = []
  for (const [code, glyph] of [...map].sort(([a], [b]) => a - b)) {
    const last = groups.at(-1)
    if (last && last.end === code - 1 && last.glyph + code - last.start === glyph) last.end = code
    else groups.push({ start: code, end: code, glyph })
  }
  const table = Buffer.alloc(12 + 16 + groups.length * 12)
  table.writeUInt16BE(1, 2)
  table.writeUInt16BE(3, 4)
  table.writeUInt16BE(10, 6)
  table.writeUInt32BE(12, 8)
  table.writeUInt16BE(12, 12)
  table.writeUInt32BE(16 + groups.length * 12, 16)
  table.writeUInt32BE(groups.length, 24)
  groups.forEach(({ start, end, glyph }, index) => {
    table.writeUInt32BE(start, 28 + index * 12)
    table.writeUInt32BE(end, 32 + index * 12)
    table.writeUInt32BE(glyph, 36 + index * 12)
  })
  return table
}

/** Adds to `kept` what composite glyphs are put together from. */
function withParts(kept, glyphAt) {
  for (const glyph of kept) {
    const outline = glyphAt(glyph)
    if (outline.length === 0 || outline.readInt16BE(0) >= 0) continue
    for (let at = 10, flags = 0x20; flags & 0x20; ) {
      flags = outline.readUInt16BE(at)
      kept.add(outline.readUInt16BE(at + 2))
      at += 4 + (flags & 1 ? 4 : 2) + (flags & 8 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0)
    }
  }
}

/** The outlines of a font at one weight of its own, every glyph in one piece. */
function outlinesAt(font, weight) {
  const { buffer, byteOffset, byteLength } = font
  const parsed = opentype.parse(buffer.slice(byteOffset, byteOffset + byteLength))
  return (glyph) =>
    outlineOf(parsed.variation.getTransform(parsed.glyphs.get(glyph), { wght: weight }).points)
}

/** A simple glyph (OpenType 1.9, glyf): every point from the one before it, in two bytes a direction. */
function outlineOf(points) {
  if (!points?.length) return Buffer.alloc(0)
  const ends = points.flatMap(({ lastPointOfContour }, index) => (lastPointOfContour ? [index] : []))
  const [xs, ys] = ['x', 'y'].map((axis) => points.map((point) => Math.round(point[axis])))
  const head = Buffer.alloc(12 + ends.length * 2)
  head.writeInt16BE(ends.length, 0)
  const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
  for (const [index, edge] of box.entries()) head.writeInt16BE(edge, 2 + index * 2)
  for (const [index, end] of ends.entries()) head.writeUInt16BE(end, 10 + index * 2)
  const flags = Buffer.from(points.map(({ onCurve }) => Number(onCurve)))
  const steps = [xs, ys].map((values) => {
    const bytes = Buffer.alloc(values.length * 2)
    for (const [index, value] of values.entries())
      bytes.writeInt16BE(value - (values[index - 1] ?? 0), index * 2)
    return bytes
  })
  return Buffer.concat([head, flags, ...steps])
}

/** @param weight the one weight it shall have; all of its variations unless given */
function subset(font, weight) {
  const tables = tablesOf(font)
  const long = tables.get('head').readInt16BE(50) === 1
  const [glyf, loca, gvar] = ['glyf', 'loca', 'gvar'].map((tag) => tables.get(tag))
  const count = tables.get('maxp').readUInt16BE(4)
  const offset = (index) => (long ? loca.readUInt32BE(index * 4) : loca.readUInt16BE(index * 2) * 2)
  const glyphAt = (glyph) => glyf.subarray(offset(glyph), offset(glyph + 1))

  const map = new Map([...mapOf(tables.get('cmap'))].filter(([code]) => wanted.has(code)))
  const kept = new Set([0, ...map.values()])
  withParts(kept, glyphAt)

  const outline = weight ? outlinesAt(font, weight) : glyphAt
  const outlines = rows(count, (glyph) => (kept.has(glyph) ? outline(glyph) : Buffer.alloc(0)), 4)
  const wide = gvar.readUInt16BE(14) & 1
  const start = gvar.readUInt32BE(16)
  const variationAt = (glyph) => {
    const at = (index) => (wide ? gvar.readUInt32BE(20 + index * 4) : gvar.readUInt16BE(20 + index * 2) * 2)
    return gvar.subarray(start + at(glyph), start + at(glyph + 1))
  }
  const variations = rows(count, (glyph) => (kept.has(glyph) ? variationAt(glyph) : Buffer.alloc(0)), 1)
  const sharedAt = gvar.readUInt32BE(8)
  const shared = gvar.subarray(sharedAt, sharedAt + gvar.readUInt16BE(4) * gvar.readUInt16BE(6) * 2)
  const header = Buffer.from(gvar.subarray(0, 20))
  header.writeUInt16BE(1, 14)
  header.writeUInt32BE(20 + variations.offsets.length, 8)
  header.writeUInt32BE(20 + variations.offsets.length + shared.length, 16)

  const head = Buffer.from(tables.get('head'))
  head.writeInt16BE(1, 50)
  // Version 3: glyphs without names.
  const post = Buffer.from(tables.get('post').subarray(0, 32))
  post.writeUInt32BE(0x00030000, 0)
  // Alternates that nothing here asks for.
  tables.delete('GSUB')
  tables
    .set('head', head)
    .set('post', post)
    .set('glyf', outlines.data)
    .set('loca', outlines.offsets)
    .set('gvar', Buffer.concat([header, variations.offsets, shared, variations.data]))
    .set('cmap', cmapFor(map))
  if (weight) for (const tag of VARIATIONS) tables.delete(tag)
  return { font: assemble(tables), characters: map.size }
}

/** Byte strings one after the other, and where each begins, as 32-bit offsets with the end as the last one. */
function rows(count, row, align) {
  const data = []
  const offsets = Buffer.alloc((count + 1) * 4)
  let at = 0
  for (let index = 0; index < count; index++) {
    const bytes = row(index)
    const rest = -bytes.length & (align - 1)
    data.push(bytes, Buffer.alloc(rest))
    at += bytes.length + rest
    offsets.writeUInt32BE(at, (index + 1) * 4)
  }
  return { data: Buffer.concat(data), offsets }
}

/** A font file of these tables; checksums are left to the WOFF2 encoder, which writes its own. */
function assemble(tables) {
  const sorted = [...tables].sort(([a], [b]) => (a < b ? -1 : 1))
  const power = 2 ** Math.floor(Math.log2(sorted.length))
  const directory = Buffer.alloc(12 + sorted.length * 16)
  directory.writeUInt32BE(0x00010000, 0)
  directory.writeUInt16BE(sorted.length, 4)
  directory.writeUInt16BE(power * 16, 6)
  directory.writeUInt16BE(Math.log2(power), 8)
  directory.writeUInt16BE((sorted.length - power) * 16, 10)
  let at = directory.length
  const data = sorted.map(([tag, bytes], index) => {
    const entry = 12 + index * 16
    directory.write(tag, entry, 'latin1')
    directory.writeUInt32BE(at, entry + 8)
    directory.writeUInt32BE(bytes.length, entry + 12)
    const padded = Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)])
    at += padded.length
    return padded
  })
  return Buffer.concat([directory, ...data])
}

mkdirSync(OUT, { recursive: true })
for (const { name, file, weight } of families) {
  const whole = readFileSync(resolve(file))
  const { font, characters } = subset(Buffer.from(await wawoff2.decompress(whole)), weight)
  const packed = Buffer.from(await wawoff2.compress(font))
  writeFileSync(new URL(`${name}.woff2`, OUT), packed)
  console.log(`${name}: ${characters} characters, ${whole.length} → ${packed.length} bytes`)
}
