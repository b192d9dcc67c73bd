/**
 * Draws a flyer on a background of its own colours. In a post, the colours of its edges fill the area around it in bands;
 * each band outwards is darker. In a story, one dark colour of the flyer fills the whole picture.
 */
import sharp from 'sharp'
import { BONE, contrast, INK } from '../../../platform/shared/colours.ts'
import type { Size } from './card-parts.ts'
import type { FlyerPlacement } from './cards.ts'

const CHANNELS = 3
/** Strength of the colour in each band, from the flyer outwards. */
const ECHO = [0.78, 0.56, 0.38, 0.24, 0.14] as const
/**
 * Depth of the edge from which the colour is taken, as a share of the flyer's length. It is more than one pixel, so that a
 * thin frame around the flyer does not decide the colour alone.
 */
const EDGE = 0.012

/**
 * @param bytes the flyer as an encoded picture
 * @param canvas size of the whole picture. Outside of the flyer's area it has the dark background colour
 * @returns raw sRGB pixels
 */
export async function drawFlyer(
  bytes: Uint8Array,
  { flyer, ground, isCalm }: FlyerPlacement,
  canvas: Size,
): Promise<{ data: Buffer; width: number; height: number; channels: 3 }> {
  const { width, height } = canvas
  const data = Buffer.alloc(width * height * CHANNELS, Buffer.from(INK.slice(1), 'hex'))
  const whole = { data, width, height, channels: CHANNELS } as const
  if (!flyer) return whole
  const pixels = await sharp(bytes, { failOn: 'error' })
    .resize({ width: flyer.width, height: flyer.height, fit: 'fill' })
    .flatten({ background: INK })
    .toColourspace('srgb')
    .raw()
    .toBuffer()
  if (isCalm) {
    data.fill(Buffer.from(chooseCalmColour(pixels)))
    for (let row = 0; row < flyer.height; row++)
      pixels.copy(
        data,
        ((flyer.top + row) * width + flyer.left) * CHANNELS,
        row * flyer.width * CHANNELS,
        (row + 1) * flyer.width * CHANNELS,
      )
    return whole
  }
  const ink = [data[0], data[1], data[2]] as number[]
  const wide = Math.max(1, Math.round(flyer.width * EDGE))
  const high = Math.max(1, Math.round(flyer.height * EDGE))
  const at = (x: number, y: number) => (y * width + x) * CHANNELS
  const right = flyer.left + flyer.width
  const bottom = flyer.top + flyer.height
  for (let row = 0; row < flyer.height; row++) {
    const from = row * flyer.width * CHANNELS
    const line = pixels.subarray(from, from + flyer.width * CHANNELS)
    line.copy(data, at(flyer.left, flyer.top + row))
    run(computeMean(line, 0, wide, CHANNELS), flyer.left - ground.left, (x) =>
      at(flyer.left - 1 - x, flyer.top + row),
    )
    run(
      computeMean(line, (flyer.width - wide) * CHANNELS, wide, CHANNELS),
      ground.left + ground.width - right,
      (x) => at(right + x, flyer.top + row),
    )
  }
  const stride = width * CHANNELS
  for (let x = ground.left; x < ground.left + ground.width; x++) {
    run(computeMean(data, at(x, flyer.top), high, stride), flyer.top - ground.top, (y) =>
      at(x, flyer.top - 1 - y),
    )
    run(computeMean(data, at(x, bottom - high), high, stride), ground.top + ground.height - bottom, (y) =>
      at(x, bottom + y),
    )
  }
  return whole

  /** Draws bands that fade from a colour over `length` pixels. */
  function run(colour: number[], length: number, placeOf: (distance: number) => number) {
    for (let distance = 0; distance < length; distance++) {
      const left = ECHO[Math.floor((distance / length) * ECHO.length)] as number
      const place = placeOf(distance)
      for (let channel = 0; channel < CHANNELS; channel++) {
        const dark = ink[channel] as number
        data[place + channel] = dark + ((colour[channel] as number) - dark) * left
      }
    }
  }
}

/** Contrast of the words with the calm ground. It is more than WCAG requires, because stories are read at arm's length. */
const CALM_CONTRAST = 9
/** Only every n-th pixel counts towards the colour. */
const SAMPLING = 7
/** Number of ranges of hue. */
const HUES = 12
/** Minimum mean strength of a hue, of 255. Flyers with less are grey, and get the mean of all pixels. */
const HUE_LEAST = 8

/** Returns the flyer's strongest hue, darkened so that words are readable on it. */
function chooseCalmColour(pixels: Uint8Array): number[] {
  const createSum = () => ({ rgb: [0, 0, 0], weight: 0 })
  const hues = Array.from({ length: HUES }, createSum)
  const all = createSum()
  for (let at = 0; at + 2 < pixels.length; at += CHANNELS * SAMPLING) {
    const rgb = [...pixels.subarray(at, at + CHANNELS)] as [number, number, number]
    const strength = Math.max(...rgb) - Math.min(...rgb)
    add(all, rgb, 1)
    if (strength > 0) add(hues[computeHue(rgb, strength)] ?? all, rgb, strength)
  }
  const strongest = hues.reduce((best, each) => (each.weight > best.weight ? each : best))
  const { rgb, weight } = strongest.weight / all.weight >= HUE_LEAST ? strongest : all
  const ink = [...Buffer.from(INK.slice(1), 'hex')]
  const mix = (share: number) =>
    ink.map((dark, channel) => Math.round(dark + ((rgb[channel] as number) / weight - dark) * share))
  for (let share = 1; share > 0; share -= 0.05) {
    const colour = mix(share)
    if (contrast(BONE, `#${Buffer.from(colour).toString('hex')}`) >= CALM_CONTRAST) return colour
  }
  return ink
}

function add(sum: { rgb: number[]; weight: number }, rgb: readonly number[], weight: number): void {
  sum.rgb = sum.rgb.map((each, channel) => each + (rgb[channel] as number) * weight)
  sum.weight += weight
}

/** Returns the index of a colour's range of hue. @param strength difference of the largest and the smallest channel */
function computeHue([red, green, blue]: [number, number, number], strength: number): number {
  const largest = Math.max(red, green, blue)
  const sixth =
    largest === red
      ? (green - blue) / strength + 6
      : largest === green
        ? (blue - red) / strength + 2
        : (red - green) / strength + 4
  return Math.floor((sixth / 6) * HUES) % HUES
}

/** Computes the mean colour of pixels that are `step` bytes apart. */
function computeMean(data: Uint8Array, from: number, count: number, step: number): number[] {
  const sum = [0, 0, 0]
  for (let pixel = 0; pixel < count; pixel++)
    for (let channel = 0; channel < CHANNELS; channel++)
      sum[channel] = (sum[channel] as number) + (data[from + pixel * step + channel] as number)
  return sum.map((each) => each / count)
}
