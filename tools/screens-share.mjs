/**
 * Draws the share images of ten very different generated flyers and of a photo. One sheet shows the images. Another sheet shows
 * their crops in WhatsApp, Instagram and X.
 */
import { join } from 'node:path'
import sharp from 'sharp'
import { newsCard, nightCard } from '../features/share-images/server/draw.ts'
import { shareFormats } from '../platform/content/shared/share-set.ts'

/** File names of these screenshots start with this. */
export const SHARE = 'share-'

const caption = { left: 'Pulso', right: 'Villa Crespo, Buenos Aires', accent: '#ff2e1f' }
const LINEUP = [
  'Helena Hauff',
  'Bruno Ñandú',
  'Sasha Ríos',
  'Kasra',
  'DJ Óxido',
  'Marta & Lía',
  'Vera Aguirre',
]

const svg = (width, height, inner) =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${inner}</svg>`),
  )
const flat = (width, height, fill) => `<rect width="${width}" height="${height}" fill="${fill}"/>`
const rings = (x, y, most, step, colour, weight) =>
  Array.from(
    { length: Math.floor(most / step) },
    (_, ring) =>
      `<circle cx="${x}" cy="${y}" r="${(ring + 1) * step}" fill="none" stroke="${colour}" stroke-width="${weight}"/>`,
  ).join('')

/** Creates blotchy noise that looks like a photograph. It has three octaves and is the same in each run. */
function photo(width, height) {
  let seed = 7
  const next = () => {
    seed ^= seed << 13
    seed ^= seed >>> 17
    seed ^= seed << 5
    return (seed >>> 0) / 2 ** 32
  }
  const layers = [4, 24, 200].map((cells) => {
    const rows = Math.ceil((cells * height) / width)
    const raw = { width: cells, height: rows, channels: 3 }
    return sharp(Buffer.from(Array.from({ length: cells * rows * 3 }, () => Math.round(next() * 255))), {
      raw,
    })
      .resize({ width, height, fit: 'fill', kernel: 'cubic' })
      .png()
      .toBuffer()
  })
  return Promise.all(layers).then(([base, ...more]) =>
    sharp(base).composite(more.map((input) => ({ input, blend: 'overlay' }))),
  )
}

const PALE = '#f4f1ea'

/** The nights: a flyer and its texts. */
const nights = {
  'de 20:1': {
    flyer: () => svg(2000, 100, flat(2000, 100, '#1337ff') + rings(1000, 50, 1000, 40, '#ffe600', 14)),
    title: 'Horizonte',
    lineup: LINEUP.slice(0, 2),
  },
  'de 1:20': {
    flyer: () => svg(100, 2000, flat(100, 2000, '#00d26a') + rings(50, 900, 1000, 60, '#0b0b0c', 24)),
    title: 'Vertical: toda la noche',
    lineup: LINEUP,
    stamp: 'AGOTADA',
  },
  negro: {
    flyer: () => svg(1080, 1350, flat(1080, 1350, '#000') + rings(540, 675, 420, 60, '#222', 2)),
    title: 'Apagón',
    lineup: [],
  },
  blanco: {
    flyer: () => svg(1080, 1350, flat(1080, 1350, '#fff') + rings(540, 800, 380, 90, '#000', 34)),
    title: 'Sábado blanco',
    lineup: LINEUP.slice(0, 4),
  },
  'de foto': {
    flyer: () => photo(1080, 1350),
    title: 'Ñandú y los ríos 🔥',
    lineup: LINEUP,
    stamp: 'POSTERGADA',
  },
  chico: {
    flyer: () => svg(60, 75, `${flat(60, 75, '#7a00ff')}<path d="M0 75 60 0v75z" fill="#ff7a00"/>`),
    title: 'Uno',
    lineup: LINEUP.slice(0, 1),
  },
  enorme: {
    flyer: () =>
      svg(
        2400,
        2400,
        flat(2400, 2400, '#e4ff1a') +
          Array.from(
            { length: 12 },
            (_, n) => `<rect x="${n * 200}" y="${n * 90}" width="120" height="2400" fill="#0b0b0c"/>`,
          ).join(''),
      ),
    title: 'Aniversario: diez años de noches largas, gente amable y parlantes enormes',
    lineup: LINEUP.slice(1),
    stamp: 'NUEVA FECHA',
  },
  'sin flyer': { flyer: null, title: 'W'.repeat(150), lineup: LINEUP.slice(0, 3), stamp: 'CANCELADA' },
  'logo transparente': {
    flyer: () =>
      svg(800, 800, '<path d="M400 80 720 640H80z" fill="none" stroke="#ff2e1f" stroke-width="60"/>').flatten(
        {
          background: PALE,
        },
      ),
    title: 'Triángulo',
    lineup: LINEUP.slice(2, 5),
    stamp: 'CANCELADA',
  },
  saturado: {
    flyer: () =>
      svg(
        1080,
        1920,
        `${flat(1080, 1920, '#ff0090')}<rect y="960" width="1080" height="960" fill="#00e5ff"/>${rings(540, 960, 500, 50, '#ffee00', 22)}`,
      ),
    title: 'Neón',
    lineup: LINEUP.slice(0, 5),
  },
}

async function kitOf({ flyer, title, lineup, stamp = null }) {
  const bytes =
    flyer && (await (await flyer()).flatten({ background: '#0b0b0c' }).jpeg({ quality: 92 }).toBuffer())
  const size = bytes && (await sharp(bytes).metadata())
  const words = { date: 'SÁB 28 NOV 23:30', title, stamp, lineup }
  const whole = bytes && { bytes, width: size.width, height: size.height }
  return kit((format) =>
    nightCard(format, words, whole, format === 'preview' ? { ...caption, right: '' } : caption),
  )
}

async function kitOfNews() {
  const bytes = await (await photo(1600, 1000)).jpeg({ quality: 92 }).toBuffer()
  const said = { ...caption, right: '22-11-2026' }
  return kit((format) => newsCard(format, 'Volvemos a abrir el patio: ñoquis, vinilos y siesta', bytes, said))
}

const kit = async (draw) =>
  Object.fromEntries(
    await Promise.all(
      Object.keys(shareFormats).map(async (format) => [format, Buffer.from(await draw(format))]),
    ),
  )

/** Sizes on a sheet. px */
const STEP = 16
const HEIGHT = 200
const GROUND = '#77736c'

/** Creates a sheet on which pictures of equal height are in rows. */
async function sheet(rows, path) {
  const placed = []
  let width = 0
  let top = STEP
  for (const row of rows) {
    let left = STEP
    for (const picture of row) {
      const { data, info } = await sharp(picture)
        .resize({ height: HEIGHT })
        .png()
        .toBuffer({ resolveWithObject: true })
      placed.push({ input: data, left, top })
      left += info.width + STEP
    }
    width = Math.max(width, left)
    top += HEIGHT + STEP
  }
  const whole = await sharp({ create: { width, height: top, channels: 3, background: GROUND } })
    .composite(placed)
    .png()
    .toBuffer()
  await sharp(whole).webp({ quality: 26, effort: 6 }).toFile(path)
}

const cut = (jpeg, width, height) =>
  sharp(jpeg).resize({ width, height, fit: 'cover', position: 'centre' }).png().toBuffer()

/** Draws the overlay of an app over a story: account names above, an answer field below. */
async function inStory(jpeg) {
  const { width, height } = shareFormats.story
  const bars = `<rect x="40" y="40" width="${width - 80}" height="6" fill="#fff" opacity=".8"/><circle cx="90" cy="130" r="44" fill="#fff" opacity=".8"/><rect x="160" y="112" width="320" height="34" rx="17" fill="#fff" opacity=".8"/><rect x="60" y="${height - 170}" width="${width - 300}" height="100" rx="50" fill="none" stroke="#fff" stroke-width="4" opacity=".8"/><circle cx="${width - 90}" cy="${height - 120}" r="44" fill="none" stroke="#fff" stroke-width="6" opacity=".8"/>`
  const over = await svg(width, height, bars).png().toBuffer()
  return sharp(jpeg)
    .composite([{ input: over }])
    .png()
    .toBuffer()
}

/** Creates the sheets. @param folder receives their files */
export async function shootShare(folder, printLine) {
  const drawn = []
  const cropped = []
  const makers = [
    ...Object.entries(nights).map(([name, night]) => [name, () => kitOf(night)]),
    ['novedad', kitOfNews],
  ]
  for (const [name, make] of makers) {
    const from = process.cpuUsage()
    const { preview, post, story } = await make()
    const { user, system } = process.cpuUsage(from)
    const sizes = [preview, post, story].map(({ byteLength }) => Math.round(byteLength / 1000))
    printLine(`${name}: ${sizes.join(', ')} kB, ${((user + system) / 1e6).toFixed(2)} s`)
    drawn.push([story, post, preview])
    cropped.push([
      await inStory(story),
      await cut(post, 1080, 1350),
      await cut(post, 1080, 1080),
      await cut(preview, 630, 630),
      await cut(preview, 1200, 628),
    ])
  }
  const pairs = (rows) =>
    Array.from({ length: Math.ceil(rows.length / 2) }, (_, at) => rows.slice(2 * at, 2 * at + 2).flat())
  await sheet(pairs(drawn), join(folder, `${SHARE}kit.webp`))
  await sheet(pairs(cropped), join(folder, `${SHARE}crops.webp`))
}
