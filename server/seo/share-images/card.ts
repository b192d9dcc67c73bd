/**
 * The picture that a shared link shows, 1200 by 630 px. Of a page: its word, struck once and dying away as a kick drum
 * does, each echo on another width of the type. Of a news item: its photo, and its title from margin to margin.
 */
import sharp from 'sharp'
import { SHARE_HEIGHT, SHARE_WIDTH } from '../../../contract/share.ts'
import { blank, type Canvas, type Colour, fill, rectangle } from './ink.ts'
import { breakLines } from './lines.ts'
import {
  archivo,
  type Contour,
  chivoMono,
  heightOf,
  inkOf,
  lengthOf,
  NARROWEST,
  outlinesOf,
  settable,
  WIDEST,
  widthFor,
} from './type.ts'

/** WhatsApp shows no larger picture. Bytes. */
const MAX_BYTES = 300_000
const QUALITIES = [86, 78, 68, 55, 40]

const INK: Colour = [0x0b, 0x0b, 0x0c]
const BONE: Colour = [0xf2, 0xef, 0xe9]
const SIGNAL: Colour = [0xff, 0x2e, 0x1f]

/** px */
const MARGIN = 40
const MEASURE = SHARE_WIDTH - 2 * MARGIN
const GAP = 18
const LASER = 4
const CAPTION_SIZE = 25
const CAPTION_BASELINE = MARGIN + 20
const TYPE_TOP = CAPTION_BASELINE + 32

/** How much of the bone is left in the word and in each of its echoes. */
const DECAY = [1, 0.3, 0.16, 0.09, 0.06]
/** The echoes have to be so much lower than the word, on the average of all lines. */
const CONTRAST = 0.8

/** Lines of a title, and how high a line may be: a part of the card. */
const TITLE_LINES = 5
const TITLE_HEIGHT = 0.52

/** How much of a photo's light stays, from its top to its foot: less where words are read on it. */
const TONE = [0.5, 0.72, 0.95, 0.95, 0.7, 0.45, 0.36, 0.33, 0.33]
/** Lifts the middle tones: what is photographed here happens in the dark. */
const GAMMA = 1.35
/** Of 255. */
const GRAIN = 16

interface Captions {
  /** Beside the club's mark. */
  left: string
  right: string
}

/** @returns a JPEG under 300 kB */
export function pageCard(title: string, captions: Captions): Promise<Buffer> {
  const canvas = blank(SHARE_WIDTH, SHARE_HEIGHT, INK)
  const text = settable(archivo(), title.toLocaleUpperCase('es'))
  const heights = text === '' ? [] : echoes(text)
  let y = TYPE_TOP
  heights.forEach((height, row) => {
    fill(canvas, justified(text, height / heightOf(text), y + height), BONE, DECAY[row])
    y += height + GAP
    if (row === 0) {
      fill(canvas, [rectangle(0, y - GAP / 2 + 1, SHARE_WIDTH, LASER)], SIGNAL)
      y += LASER + 2
    }
  })
  caption(canvas, captions)
  return toJpeg(canvas)
}

/** Heights (px) in which the same words are repeated until the card is full, from narrow and tall to wide and low. */
function echoes(text: string): number[] {
  const heightAt = (width: number) => (MEASURE / lengthOf(archivo(), text, width)) * heightOf(text)
  const tallest = heightAt(NARROWEST)
  const lowest = heightAt(WIDEST)
  const room = (rows: number) => SHARE_HEIGHT - MARGIN - TYPE_TOP - LASER - 2 - GAP * (rows - 1)
  let rows = 1
  while (rows < DECAY.length && room(rows) / rows > tallest * (rows === 1 ? 1 : CONTRAST)) rows++
  const average = room(rows) / rows
  const top = Math.min(tallest, 2 * average - lowest)
  const foot = Math.min(top, 2 * average - top)
  return Array.from({ length: rows }, (_, row) => top + ((foot - top) * row) / Math.max(1, rows - 1))
}

/** A line whose ink runs from margin to margin. */
function justified(text: string, size: number, y: number): Contour[] {
  const face = archivo()
  const width = widthFor(face, text, size, MEASURE)
  return outlinesOf(face, { text, size, width, x: MARGIN - inkOf(face, text, width).start * size, y })
}

/** @param photo its bytes, or null @returns a JPEG under 300 kB */
export async function newsCard(title: string, photo: Uint8Array | null, captions: Captions): Promise<Buffer> {
  const canvas = photo ? await print(photo) : blank(SHARE_WIDTH, SHARE_HEIGHT, INK)
  const text = settable(archivo(), title.toLocaleUpperCase('es'))
  const lines = breakLines(text, {
    measure: MEASURE,
    height: Math.round(SHARE_HEIGHT * TITLE_HEIGHT),
    gap: GAP,
    most: TITLE_LINES,
  })
  let y = SHARE_HEIGHT - MARGIN
  for (const line of lines.toReversed()) {
    fill(canvas, justified(line.text, line.size, y), BONE)
    y -= line.size * heightOf(line.text) + GAP
  }
  fill(canvas, [rectangle(0, y + GAP / 2 - LASER, SHARE_WIDTH, LASER)], SIGNAL)
  caption(canvas, captions)
  return toJpeg(canvas)
}

/** A photo in the club's way: hard black and white, with grain, dark where the type stands on it. */
async function print(photo: Uint8Array): Promise<Canvas> {
  const grey = await sharp(photo, { failOn: 'error' })
    .resize(SHARE_WIDTH, SHARE_HEIGHT, { fit: 'cover', position: 'attention' })
    .flatten({ background: '#0b0b0c' })
    .greyscale()
    .normalise({ lower: 1, upper: 99 })
    .gamma(1, GAMMA)
    .raw()
    .toBuffer()
  const canvas = blank(SHARE_WIDTH, SHARE_HEIGHT, INK)
  let seed = 1
  for (let pixel = 0; pixel < grey.length; pixel++) {
    // Marsaglia's xorshift: the same grain each time, so that the same card has the same ETag.
    seed ^= seed << 13
    seed ^= seed >>> 17
    seed ^= seed << 5
    const light = ((grey[pixel] as number) * toneAt(pixel / grey.length) + grain(seed)) / 255
    for (let part = 0; part < 3; part++) {
      const dark = INK[part] as number
      canvas.data[pixel * 3 + part] = dark + ((BONE[part] as number) - dark) * Math.max(0, light)
    }
  }
  return canvas
}

const grain = (seed: number): number => ((seed & 255) / 255 - 0.5) * GRAIN

/** @param down how far from the top, 0 to 1 */
function toneAt(down: number): number {
  const step = down * (TONE.length - 1)
  const before = TONE[Math.floor(step)] as number
  return before + ((TONE[Math.ceil(step)] as number) - before) * (step % 1)
}

function caption(canvas: Canvas, { left, right }: Captions) {
  const face = chivoMono()
  const line = (text: string, x: number): Contour[] =>
    outlinesOf(face, { text, size: CAPTION_SIZE, width: 100, x, y: CAPTION_BASELINE })
  const [start, end] = [settable(face, left), settable(face, right)]
  const [blow, ...rest] = mark(MARGIN, CAPTION_BASELINE + 4)
  fill(canvas, [...rest, ...line(start, MARGIN + 44)], BONE)
  fill(canvas, line(end, SHARE_WIDTH - MARGIN - inkOf(face, end, 100).end * CAPTION_SIZE), BONE)
  fill(canvas, blow ? [blow] : [], SIGNAL)
}

/** The club's mark on its grid of sixteen, two px to a unit: the blow first, then the bars around it. */
const mark = (x: number, foot: number): Contour[] =>
  [
    [4, 14],
    [1, 4],
    [7, 10],
    [10, 6],
    [13, 2],
  ].map(([at = 0, height = 0]) => rectangle(x + at * 2 - 2, foot - 14 - height, 4, height * 2))

/** The best quality that stays under the limit. */
async function toJpeg({ data, width, height }: Canvas): Promise<Buffer> {
  for (const quality of QUALITIES) {
    const jpeg = await sharp(data, { raw: { width, height, channels: 3 } })
      .jpeg({ quality, chromaSubsampling: '4:4:4', mozjpeg: true })
      .toBuffer()
    if (jpeg.byteLength < MAX_BYTES) return jpeg
  }
  throw new Error(`A share image of ${MAX_BYTES} bytes could not be made`)
}
