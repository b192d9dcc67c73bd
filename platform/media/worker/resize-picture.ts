/** Decodes, resizes and encodes a picture with sharp. The results have no metadata. */
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

/** JPEG has no transparency, so transparent pictures get the background colour of the site. */
const BACKGROUND = '#0b0b0c'

/**
 * Encoders of the formats. WebP and AVIF have effort 2, which takes half the time of effort 3. The files are about 5 per
 * cent larger.
 */
const encoders: Record<Format, (image: Sharp) => Sharp> = {
  avif: (image) => image.avif({ quality: 52, effort: 2, chromaSubsampling: '4:2:0' }),
  webp: (image) => image.webp({ quality: 80, effort: 2 }),
  jpg: (image) => image.flatten({ background: BACKGROUND }).jpeg({ quality: 80 }),
}

/**
 * Measured memory of the AVIF decoder in bytes per pixel: `shallow` for 8 bits per channel, `deep` for more. It does not
 * depend on the file size. A picture may have 50 megapixels, but the process may use only 1 GiB, so DECODE_MAX_BYTES limits
 * a picture too.
 */
const AVIF_BYTES_PER_PIXEL = { shallow: 20, deep: 24 }
const DECODE_MAX_BYTES = 500_000_000

const DECODE_TIMEOUT_S = 30

// At most two jobs run at once, so threads and caches of sharp would only use more memory.
sharp.concurrency(1)
sharp.cache(false)
// Blocks all decoders except those that are unblocked below. The blocked ones include those for SVG, PDF and TIFF, and
// those that read files by path.
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

/** A decoded picture: sRGB, upright, 8 bits per channel. The fourth channel is transparency. */
export interface Pixels extends Size {
  data: Buffer
  channels: 3 | 4
}

export type Inspected =
  | {
      ok: true
      /** Size of the largest stored variant. */
      size: Size
      /** Memory that decoding needs, expressed as the number of pixels of an ordinary picture. */
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

/** Reads only the header of a picture. Refuses other files, and pictures with too many pixels. */
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
  // Progressive JPEG, interlaced PNG and AVIF are completely in memory while they are decoded.
  const whole = metadata.isProgressive || metadata.format === 'heif'
  const burden = metadata.width * metadata.height * (whole ? 2 : 1)
  return { ok: true, size: computeStoredSize(metadata.autoOrient), burden }
}

/** Decodes a picture, or the first frame of an animation, and resizes it to its largest variant. */
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

/** Makes the variants in READY_FORMATS, the widest first. Each width is made from the previous one. */
export async function* makeReadyVariants(
  pixels: Pixels,
): AsyncGenerator<{ width: number; format: Format; bytes: Buffer }> {
  let current = pixels
  for (const width of widthsUpTo(pixels.width).reverse()) {
    current = await narrow(current, pixels, width)
    for (const format of READY_FORMATS) yield { width, format, bytes: await encode(current, format) }
  }
}

export async function makeAvif(largestWebp: Uint8Array, width: number): Promise<Buffer> {
  return encoders.avif(sharp(largestWebp).resize({ width })).toBuffer()
}

/** Makes a tiny WebP as data URL. Browsers show it until the picture has loaded. */
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

/** Converts the colours to sRGB, from the colour profile or from CMYK, because sharp drops the profile. */
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
