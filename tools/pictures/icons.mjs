/**
 * Creates the icons of the club: club/pictures/icons/{favicon.svg, favicon.ico (16, 32, 48), apple-touch-icon.png (180),
 * icon-192.png, icon-512.png, icon-maskable-512.png}
 *
 *   node tools/pictures/icons.mjs
 *
 * The mark has five bars on a line: the attack of a kick drum, in red, and its decay. It is drawn on a grid of sixteen, so
 * that at 16 px every bar has two whole pixels and stays sharp. The wall of light behind the booth in the film has the same
 * shape.
 */
import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'

const OUT = new URL('../../club/pictures/icons/', import.meta.url).pathname
const INK = '#0B0B0C'
const BONE = '#F2EFE9'
const RED = '#FF2E1F'

/** The bars as [x, height] on a grid of 16. Bars are 2 wide, gaps are 1 wide, and bars are centred on the middle line. */
const BARS = [
  [1, 4],
  [4, 14],
  [7, 10],
  [10, 6],
  [13, 2],
]

/** Draws the mark. @param margin in grid units. Maskable icons need one, because they may be cut to a circle of four fifths */
const mark = (margin = 0, size = 16) => {
  const full = 16 + margin * 2
  const bars = BARS.map(
    ([x, h], i) =>
      `<rect x="${x + margin}" y="${margin + Math.ceil((16 - h) / 2)}" width="2" height="${h}" fill="${i === 1 ? RED : BONE}"/>`,
  ).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${full} ${full}" shape-rendering="crispEdges"><rect width="${full}" height="${full}" fill="${INK}"/>${bars}</svg>`
}

const png = (size, margin) =>
  sharp(Buffer.from(mark(margin, size)))
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true, colours: 16 })
    .toBuffer()

/** Creates an .ico file, which is a table of PNG images. */
function ico(images) {
  const head = Buffer.alloc(6 + 16 * images.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(images.length, 4)
  let offset = head.length
  images.forEach(({ size, data }, i) => {
    const at = 6 + 16 * i
    head.writeUInt8(size, at)
    head.writeUInt8(size, at + 1)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(data.length, at + 8)
    head.writeUInt32LE(offset, at + 12)
    offset += data.length
  })
  return Buffer.concat([head, ...images.map((one) => one.data)])
}

mkdirSync(OUT, { recursive: true })
const files = {
  'favicon.svg': `${mark()}\n`,
  'favicon.ico': ico(
    await Promise.all([16, 32, 48].map(async (size) => ({ size, data: await png(size, 0) }))),
  ),
  'apple-touch-icon.png': await png(180, 2),
  'icon-192.png': await png(192, 4),
  'icon-512.png': await png(512, 2),
  'icon-maskable-512.png': await png(512, 6),
}
for (const [name, data] of Object.entries(files)) {
  writeFileSync(OUT + name, data)
  console.log(`${name} ${statSync(OUT + name).size} bytes`)
}
