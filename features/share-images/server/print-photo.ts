/**
 * Converts a photo to the club's style: black and white with high contrast and grain, and darker where a share image has
 * words.
 */
import sharp, { type Sharp } from 'sharp'
import { BONE, INK } from '../../../platform/shared/colours.ts'
import type { Size } from './card-parts.ts'

/** Brightness of a photo at nine heights, from top to foot. It is lower where words are drawn. */
const TONE = [0.5, 0.72, 0.95, 0.95, 0.7, 0.45, 0.36, 0.33, 0.33]
/** Brightens the middle tones, because most photos are taken in the dark. */
const GAMMA = 1.35
/** Maximum brightness difference that the grain adds, of 255. */
const GRAIN = 16

const CHANNELS = 3

/** @param photo the photo as an encoded picture @returns a picture of this size */
export async function printPhoto(photo: Uint8Array, { width, height }: Size): Promise<Sharp> {
  const grey = await sharp(photo, { failOn: 'error' })
    .resize(width, height, { fit: 'cover', position: 'attention' })
    .flatten({ background: INK })
    .greyscale()
    .normalise({ lower: 1, upper: 99 })
    .gamma(1, GAMMA)
    .raw()
    .toBuffer()
  const [dark, light] = [parseColour(INK), parseColour(BONE)]
  const data = new Uint8ClampedArray(grey.length * CHANNELS)
  let seed = 1
  for (let pixel = 0; pixel < grey.length; pixel++) {
    // A fixed seed for Marsaglia's xorshift gives the same grain each time, so that the same card has the same ETag.
    seed ^= seed << 13
    seed ^= seed >>> 17
    seed ^= seed << 5
    const share = Math.max(
      0,
      ((grey[pixel] as number) * computeTone(pixel / grey.length) + grain(seed)) / 255,
    )
    for (let channel = 0; channel < CHANNELS; channel++) {
      const [from, to] = [dark[channel] as number, light[channel] as number]
      data[pixel * CHANNELS + channel] = from + (to - from) * share
    }
  }
  return sharp(data, { raw: { width, height, channels: CHANNELS } })
}

/** Returns red, green and blue of a colour. @param colour `#rrggbb` */
const parseColour = (colour: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))

const grain = (seed: number): number => ((seed & 255) / 255 - 0.5) * GRAIN

/** @param down distance from the top, 0 to 1 */
function computeTone(down: number): number {
  const step = down * (TONE.length - 1)
  const before = TONE[Math.floor(step)] as number
  return before + ((TONE[Math.ceil(step)] as number) - before) * (step % 1)
}
