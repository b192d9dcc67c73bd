/** Decodes a chosen picture, applies its orientation, crops it, shrinks it and encodes it as a data URL. */

import type { Shape } from '../../../shared/fields.ts'

const TYPES = 'image/jpeg,image/png,image/webp,image/avif,image/gif'
const HEIC_TYPES = 'image/heic,image/heif,.heic,.heif'

/**
 * Returns the types that a file input accepts. iPhones convert their photos to JPEG when the list lacks HEIC. On other
 * devices the list has HEIC, so that an administrator can choose a HEIC photo, which is opened or gets an error.
 */
export const getAcceptedTypes = (): string =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
    ? TYPES
    : `${TYPES},${HEIC_TYPES}`

/** Widest picture that is sent. The server keeps pictures of up to 2400 px. */
const OUTPUT_MAX_WIDTH = 2400
const OUTPUT_QUALITY = 0.9
/**
 * Longer side of the picture while the administrator crops it, px. A larger canvas fills the memory of phones, and its
 * extra pixels are never sent.
 */
const WORKING_MAX_SIDE = 4800

const UNREADABLE =
  'No pudimos abrir ese archivo como imagen: puede estar dañado o ser demasiado grande para este aparato. Elegí una foto en JPEG, PNG o WebP.'
const HEIC =
  'Es una foto HEIC y este navegador no la puede abrir. Mandala como JPEG: desde el iPhone entrá acá y elegila ahí mismo (se convierte sola), o en Ajustes → Cámara → Formatos elegí “Más compatible”.'
const SVG = 'Un SVG no se puede usar. Exportalo como PNG y elegí ese.'

/** Error of a picture that cannot be encoded. The usual cause is a phone without free memory. */
export const NOT_ENCODED = 'No pudimos preparar la imagen. Cerrá otras pestañas o elegí una más chica.'

export type OpenPictureResult = { ok: true; canvas: HTMLCanvasElement } | { ok: false; message: string }

/** A part of a picture, in per cent of the sides of the picture. */
export interface Rectangle {
  x: number
  y: number
  width: number
  height: number
}

export const WHOLE: Rectangle = { x: 0, y: 0, width: 100, height: 100 }

const isHeic = (file: File): boolean => /^image\/hei[cf]/.test(file.type) || /\.hei[cf]$/i.test(file.name)

interface Decoded {
  source: CanvasImageSource
  size: Size
  close: () => void
}

/** Decodes a file and applies its EXIF orientation. Throws when this browser cannot read the file. */
async function decode(file: File): Promise<Decoded> {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
    return { source: bitmap, size: bitmap, close: () => bitmap.close() }
  } catch {
    // Older versions of Safari decode HEIC only in an `<img>`, so the fallback loads the file there.
    const url = URL.createObjectURL(file)
    try {
      return await decodeAt(url)
    } finally {
      URL.revokeObjectURL(url)
    }
  }
}

async function decodeAt(url: string): Promise<Decoded> {
  const image = new Image()
  image.src = url
  await image.decode()
  return { source: image, size: { width: image.naturalWidth, height: image.naturalHeight }, close: () => {} }
}

const isSvg = ({ type, name }: File): boolean => type === 'image/svg+xml' || /\.svgz?$/i.test(name)

/**
 * Decodes and shrinks a picture. It may have any number of pixels that the browser can decode, such as the 108 or 200
 * megapixels of a phone. The result has no metadata.
 * @param picture a file, a data URL, or the address of a picture of the site
 */
export async function openPicture(picture: File | string): Promise<OpenPictureResult> {
  if (typeof picture !== 'string' && isSvg(picture)) return { ok: false, message: SVG }
  let decoded: Decoded
  try {
    decoded = await (typeof picture === 'string' ? decodeAt(picture) : decode(picture))
  } catch {
    return { ok: false, message: typeof picture !== 'string' && isHeic(picture) ? HEIC : UNREADABLE }
  }
  const { source, size, close } = decoded
  try {
    const scale = Math.min(1, WORKING_MAX_SIDE / Math.max(size.width, size.height))
    const whole: Box = [0, 0, size.width, size.height]
    return { ok: true, canvas: drawn(source, whole, size.width * scale, size.height * scale) }
  } catch (error) {
    console.error(error)
    return { ok: false, message: NOT_ENCODED }
  } finally {
    close()
  }
}

export function rotateClockwise(source: HTMLCanvasElement): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = source.height
  canvas.height = source.width
  const context = contextOf(canvas)
  context.translate(canvas.width, 0)
  context.rotate(Math.PI / 2)
  context.drawImage(source, 0, 0)
  return canvas
}

/** Returns the largest centred part of the given ratio (width / height). */
export function getLargestPart(width: number, height: number, ratio: number): Rectangle {
  const partWidth = Math.min(100, ((height * ratio) / width) * 100)
  const partHeight = Math.min(100, (width / ratio / height) * 100)
  return { x: (100 - partWidth) / 2, y: (100 - partHeight) / 2, width: partWidth, height: partHeight }
}

export interface Size {
  width: number
  height: number
}

/** Returns the zoom of a part. The largest part of the same shape has zoom 1. */
export const getZoom = (part: Rectangle, largest: Rectangle): number => largest.width / part.width

/** Returns the part with the same shape and centre at another zoom, moved so that it stays inside the picture. */
export function zoomPart(part: Rectangle, largest: Rectangle, zoom: number): Rectangle {
  const width = largest.width / zoom
  const height = largest.height / zoom
  const within = (start: number, size: number) => Math.min(Math.max(start, 0), 100 - size)
  return {
    x: within(part.x + (part.width - width) / 2, width),
    y: within(part.y + (part.height - height) / 2, height),
    width,
    height,
  }
}

/**
 * Crops a picture to its largest part of the shape.
 * @param address as the parameter of `openPicture`
 * @returns null when the picture cannot be opened
 */
export async function cropToShape(address: string, shape: Shape): Promise<string | null> {
  const opened = await openPicture(address)
  if (!opened.ok) return null
  const { canvas } = opened
  return encodePicture(canvas, getLargestPart(canvas.width, canvas.height, shape.width / shape.height), shape)
}

/**
 * Returns the size of the encoded picture, px. It has the exact ratio of the shape, and is never larger than its source.
 */
export function getOutputSize(source: Size, part: Rectangle, shape?: Shape): Size {
  const partWidth = (source.width * part.width) / 100
  const partHeight = (source.height * part.height) / 100
  const width = Math.max(1, Math.round(Math.min(partWidth, OUTPUT_MAX_WIDTH)))
  const ratio = shape ? shape.width / shape.height : partWidth / partHeight
  return { width, height: Math.max(1, Math.round(width / ratio)) }
}

/**
 * True for a picture that can look blurred. A picture of any ratio is measured by its longer side.
 * @param size of the encoded picture
 */
export const isSmallFor = (size: Size, shape: Shape, isWhole: boolean): boolean =>
  isWhole ? Math.max(size.width, size.height) < shape.width / 2 : size.width < shape.width

/** Encodes a part of a picture. @returns a data URL: WebP, or JPEG where the browser cannot write WebP */
export async function encodePicture(
  source: HTMLCanvasElement,
  part: Rectangle,
  shape?: Shape,
): Promise<string> {
  const { width, height } = getOutputSize(source, part, shape)
  const from: Box = [
    (source.width * part.x) / 100,
    (source.height * part.y) / 100,
    (source.width * part.width) / 100,
    (source.height * part.height) / 100,
  ]
  const canvas = drawn(source, from, width, height)
  const webp = await toBlob(canvas, 'image/webp')
  return toDataUrl(webp.type === 'image/webp' ? webp : await toBlob(canvas, 'image/jpeg'))
}

type Box = [x: number, y: number, width: number, height: number]

function drawn(source: CanvasImageSource, from: Box, width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width))
  canvas.height = Math.max(1, Math.round(height))
  const context = contextOf(canvas)
  context.imageSmoothingQuality = 'high'
  context.drawImage(source, ...from, 0, 0, canvas.width, canvas.height)
  return canvas
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d')
  if (!context) throw new Error('this browser has no canvas left')
  return context
}

const toBlob = (canvas: HTMLCanvasElement, type: string): Promise<Blob> =>
  new Promise((resolve, reject) => {
    const take = (blob: Blob | null) =>
      blob ? resolve(blob) : reject(new Error('the picture could not be encoded'))
    canvas.toBlob(take, type, OUTPUT_QUALITY)
  })

const toDataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })

/** Returns the pictures of a drop or paste, including HEIC files whose type the browser does not know. */
export const getPictures = (data: DataTransfer | null): File[] =>
  [...(data?.files ?? [])].filter((file) => file.type.startsWith('image/') || isHeic(file))

export const findPicture = (data: DataTransfer | null): File | undefined => getPictures(data)[0]
