/** Decodes, resizes and encodes a picture with sharp. This removes all metadata. */
import sharp, { type Metadata, type Sharp } from 'sharp'
import { IMAGE_MAX_PIXELS } from '../../shared/limits.ts'
import {
  computeStoredSize,
  type Format,
  heightAt,
  READY_FORMATS,
  type Size,
  widthsUpTo,
} from '../server/variants.ts'

const PLACEHOLDER_SIDE = 20

/** Background for transparent pictures in JPEG: the site's background colour. */
const BACKGROUND = '#0b0b0c'

/** WebP and AVIF have effort 2: half the time of effort 3, and files about 5 per cent larger. */
const encoders: Record<Format, (image: Sharp) => Sharp> = {
  avif: (image) => image.avif({ quality: 52, effort: 2, chromaSubsampling: '4:2:0' }),
  webp: (image) => image.webp({ quality: 80, effort: 2 }),
  jpg: (image) => image.flatten({ background: BACKGROUND }).jpeg({ quality: 80 }),
}

/**
 * Measured memory of the AVIF decoder in bytes per pixel, for 8 bits and for more. It does not depend on the file size.
 * DECODE_MAX_BYTES limits one picture, because 50 megapixels are allowed and the process may use 1 GiB.
 */
const AVIF_BYTES_PER_PIXEL = { shallow: 20, deep: 24 }
const DECODE_MAX_BYTES = 500_000_000

/** Upper limit for decoding a picture. s */
const DECODE_TIMEOUT_S = 30

// Jobs run one after another, so threads and caches of sharp would only need more memory.
sharp.concurrency(1)
sharp.cache(false)
// Files meet only these decoders: no SVG, PDF, TIFF, nor files by path.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer',
    'VipsForeignLoadNsgifBuffer',
  ],
})

/** A picture in memory: sRGB, upright, 3 channels of 8 bits or 4 with transparency. */
export interface Pixels extends Size {
  data: Buffer
  channels: 3 | 4
}

export type Inspected =
  | {
      ok: true
      /** Size of the largest stored variant. */
      size: Size
      /** Memory for decoding, as a number of pixels of an ordinary picture. */
      burden: number
    }
  | { ok: false; message: string }

const UNKNOWN =
  'No pudimos abrir la imagen. Puede estar dañada o en otro formato: usá JPG, PNG, WebP, AVIF o GIF.'
const HEIC = 'Las fotos en formato HEIC no se pueden usar. Guardala como JPG y probá de nuevo.'
const TOO_MANY_PIXELS = `La imagen supera los ${IMAGE_MAX_PIXELS / 1_000_000} megapíxeles. Achicala y probá de nuevo.`
const AVIF_TOO_LARGE =
  'Un AVIF con tantos píxeles ocupa demasiada memoria. Guardá la imagen como JPG y probá de nuevo.'
const DAMAGED = 'La imagen está dañada o incompleta. Probá con otra copia.'

/** Reads a picture's header. Refuses other files, and too many pixels, before decoding. */
export async function inspectPicture(bytes: Uint8Array): Promise<Inspected> {
  let metadata: Metadata
  try {
    metadata = await sharp(bytes, { limitInputPixels: false }).metadata()
  } catch {
    return { ok: false, message: UNKNOWN }
  }
  if (metadata.format === 'heif' && metadata.compression !== 'av1') return { ok: false, message: HEIC }
  if (metadata.width * metadata.height > IMAGE_MAX_PIXELS) return { ok: false, message: TOO_MANY_PIXELS }
  if (metadata.format === 'heif') {
    const perPixel = AVIF_BYTES_PER_PIXEL[metadata.depth === 'uchar' ? 'shallow' : 'deep']
    if (metadata.width * metadata.height * perPixel > DECODE_MAX_BYTES)
      return { ok: false, message: AVIF_TOO_LARGE }
  }
  // Decoding holds progressive JPEG, interlaced PNG and AVIF completely in memory.
  const whole = metadata.isProgressive || metadata.format === 'heif'
  const burden = metadata.width * metadata.height * (whole ? 2 : 1)
  return { ok: true, size: computeStoredSize(metadata.autoOrient), burden }
}

/** Decodes a picture, or the first frame of an animation, in the size of its largest variant. */
export async function decodePicture(
  bytes: Uint8Array,
  { width, height }: Size,
): Promise<{ ok: true; pixels: Pixels } | { ok: false; message: string }> {
  try {
    const image = sharp(bytes, { failOn: 'error', limitInputPixels: IMAGE_MAX_PIXELS, autoOrient: true })
    return { ok: true, pixels: await toPixels(image.resize({ width, height, fit: 'fill' })) }
  } catch {
    return { ok: false, message: DAMAGED }
  }
}

/** Variants in READY_FORMATS, the widest first. Each is made from the previous one. */
export async function* makeReadyVariants(
  pixels: Pixels,
): AsyncGenerator<{ width: number; format: Format; bytes: Buffer }> {
  let current = pixels
  for (const width of widthsUpTo(pixels.width).reverse()) {
    current = await narrow(current, pixels, width)
    for (const format of READY_FORMATS) yield { width, format, bytes: await encode(current, format) }
  }
}

/** One AVIF, from the bytes of the largest WebP. */
export async function makeAvif(largestWebp: Uint8Array, width: number): Promise<Buffer> {
  return encoders.avif(sharp(largestWebp).resize({ width })).toBuffer()
}

/** A tiny WebP as data URL, to paint before the picture arrives. */
export async function makePlaceholder(pixels: Pixels): Promise<string> {
  const tiny = await open(pixels)
    .resize({ width: PLACEHOLDER_SIDE, height: PLACEHOLDER_SIDE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: BACKGROUND })
    .webp({ quality: 40, effort: 4 })
    .toBuffer()
  return `data:image/webp;base64,${tiny.toString('base64')}`
}

const open = ({ data, width, height, channels }: Pixels): Sharp =>
  sharp(data, { raw: { width, height, channels } })

const encode = (pixels: Pixels, format: Format): Promise<Buffer> => encoders[format](open(pixels)).toBuffer()

async function narrow(from: Pixels, whole: Size, width: number): Promise<Pixels> {
  if (width === from.width) return from
  return toPixels(open(from).resize({ width, height: heightAt(width, whole), fit: 'fill' }))
}

/** sharp converts to sRGB from the embedded profile, or from CMYK, before it drops the profile. */
async function toPixels(image: Sharp): Promise<Pixels> {
  const { data, info } = await image
    .toColourspace('srgb')
    .timeout({ seconds: DECODE_TIMEOUT_S })
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  if (info.channels !== 3 && info.channels !== 4)
    throw new Error(`${info.channels} channels after conversion to sRGB`)
  return { data, width: info.width, height: info.height, channels: info.channels }
}
