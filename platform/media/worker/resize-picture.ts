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
import { type ColourSignal, findColourSignal, toSrgb } from './colour-signal.ts'

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
 * Memory for all pictures that are processed at the same time. The whole process may use 400 MB. It takes 100 MB before the
 * first picture, and 50 MB for waiting pictures and freed memory that is not yet returned. Bytes
 */
export const PICTURES_MAX_BYTES = 250_000_000

/** Measured memory of the variants of a picture: of any, and in addition with transparency, and with 16 bits. Bytes */
const VARIANTS_BYTES = 70_000_000
const TRANSPARENT_BYTES = 40_000_000
const DEEP_BYTES = 60_000_000
/**
 * Measured memory in bytes per pixel. It does not depend on the file size. AVIF: `shallow` for 8 bits per channel, `deep`
 * for more, and the encoder.
 */
const AVIF_BYTES_PER_PIXEL = { shallow: 20, deep: 24 }
const AVIF_ENCODER_BYTES_PER_PIXEL = 25
/** WebP and GIF are decoded to four channels. */
const CANVAS_BYTES_PER_PIXEL = 4
/** Progressive JPEG: two bytes per coefficient. With 4:2:0 both colour channels together have half of them. */
const SUBSAMPLED_BYTES_PER_PIXEL = 3

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
      /** Memory that the picture needs. Bytes */
      cost: number
    }
  | { ok: false; message: string }

const UNKNOWN =
  'No pudimos abrir la imagen. Puede estar dañada o en otro formato: usá JPG, PNG, WebP, AVIF o GIF.'
const HEIC = 'Las fotos en formato HEIC no se pueden usar. Guardala como JPG y probá de nuevo.'
/** Returns the largest picture that the memory holds, rounded down to whole megapixels. */
function toMegapixels(bytesPerPixel: number): number {
  return Math.floor(PICTURES_MAX_BYTES / bytesPerPixel / 1_000_000)
}
const inSpanish = (number: number) => number.toLocaleString('es-AR')
const describeTooManyPixels = ({ width, height }: Size) =>
  `La imagen tiene ${inSpanish(width)} × ${inSpanish(height)} píxeles, ${inSpanish(width * height)} en total, y se aceptan hasta ${inSpanish(IMAGE_MAX_PIXELS)}. Achicala y probá de nuevo.`
const AVIF_TOO_LARGE = `Abrir esta imagen AVIF ocupa demasiada memoria: con 8 bits puede tener unos ${toMegapixels(AVIF_BYTES_PER_PIXEL.shallow)} millones de píxeles, y con más bits, unos ${toMegapixels(AVIF_BYTES_PER_PIXEL.deep)}. Guardala como JPG y probá de nuevo.`
const TOO_MUCH_MEMORY =
  'Abrir esta imagen ocupa demasiada memoria. Guardala como JPG, sin la opción «progresivo», y probá de nuevo.'
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
  if (metadata.width * metadata.height > IMAGE_MAX_PIXELS)
    return { ok: false, message: describeTooManyPixels(metadata) }
  const cost = computeCost(metadata) + bytes.byteLength
  if (cost > PICTURES_MAX_BYTES)
    return { ok: false, message: metadata.format === 'heif' ? AVIF_TOO_LARGE : TOO_MUCH_MEMORY }
  return { ok: true, size: computeStoredSize(metadata.autoOrient), cost }
}

/** Returns the memory for a picture. The variants of an AVIF need no more than its decoder has returned. Bytes */
function computeCost(metadata: Metadata): number {
  const pixels = metadata.width * metadata.height
  const isDeep = metadata.depth !== 'uchar'
  if (metadata.format === 'heif') return pixels * AVIF_BYTES_PER_PIXEL[isDeep ? 'deep' : 'shallow']
  const variants = VARIANTS_BYTES + (metadata.hasAlpha ? TRANSPARENT_BYTES : 0) + (isDeep ? DEEP_BYTES : 0)
  return variants + pixels * getBytesPerPixel(metadata)
}

/** Returns the memory of a decoder that holds the whole picture. 0 for a decoder that reads line by line */
function getBytesPerPixel({ format, isProgressive, chromaSubsampling, channels, depth }: Metadata): number {
  if (format === 'webp' || format === 'gif') return CANVAS_BYTES_PER_PIXEL
  if (!isProgressive) return 0
  if (format === 'png') return channels * (depth === 'uchar' ? 1 : 2)
  return chromaSubsampling === '4:2:0' ? SUBSAMPLED_BYTES_PER_PIXEL : 2 * channels
}

/** Decodes a picture, or the first frame of an animation, and resizes it to its largest variant. */
export async function decodePicture(
  bytes: Uint8Array,
  { width, height }: Size,
): Promise<{ ok: true; pixels: Pixels } | { ok: false; message: string }> {
  try {
    const options = { failOn: 'error', limitInputPixels: IMAGE_MAX_PIXELS, autoOrient: true } as const
    const signal = findColourSignal(bytes, (await sharp(bytes).metadata()).icc)
    // A colour profile beside these code points would convert the signal a second time.
    const image = sharp(bytes, signal ? { ...options, ignoreIcc: true } : options)
    const resized = image.resize({ width, height, fit: 'fill' })
    return { ok: true, pixels: await (signal ? toSrgbPixels(resized, signal) : toPixels(resized)) }
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

/** Returns the memory that `makeAvif` needs. Bytes */
export async function computeAvifCost(largestWebp: Uint8Array, width: number): Promise<number> {
  const whole = await sharp(largestWebp).metadata()
  return width * heightAt(width, whole) * AVIF_ENCODER_BYTES_PER_PIXEL
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

async function toSrgbPixels(image: Sharp, signal: ColourSignal): Promise<Pixels> {
  const { data, info } = await image
    .toColourspace('rgb16')
    .timeout({ seconds: DECODE_TIMEOUT_S })
    .raw({ depth: 'ushort' })
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const channels = checkChannels(info.channels)
  const samples = new Uint16Array(
    data.buffer,
    data.byteOffset,
    data.byteLength / Uint16Array.BYTES_PER_ELEMENT,
  )
  return { data: toSrgb(samples, channels, signal), width, height, channels }
}

function checkChannels(channels: number): 3 | 4 {
  if (channels !== 3 && channels !== 4) throw new Error(`${channels} channels after conversion to RGB`)
  return channels
}

/** Converts the colours to sRGB, from the colour profile or from CMYK, because sharp drops the profile. */
async function toPixels(image: Sharp): Promise<Pixels> {
  const { data, info } = await image
    .toColourspace('srgb')
    .timeout({ seconds: DECODE_TIMEOUT_S })
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels: checkChannels(info.channels) }
}
