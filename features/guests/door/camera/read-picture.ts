import type { ScannedCode } from '../scanned-codes.ts'
import { shrink } from './camera-frame.ts'
import type { Decoder } from './decoder.ts'

/** Photos of phones with 200 megapixels have up to 25 MB. Bytes */
const PICTURE_MAX = 30_000_000
/** Longer side in which a photo is decoded. A code that fills a tenth of it is read. px */
const SIDE_MAX = 2_400

/**
 * Finds the code in a photo.
 * @returns 'unreadable' for a file that this browser does not open as a picture, or that is too large
 */
export async function readPicture(
  file: File,
  decoder: Pick<Decoder, 'decode'>,
): Promise<ScannedCode | 'no-code' | 'unreadable'> {
  if (file.size > PICTURE_MAX) return 'unreadable'
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (bitmap === null) return 'unreadable'
  const { width, height } = shrink(bitmap, SIDE_MAX)
  const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d')
  context?.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  if (!context) return 'unreadable'
  return (await decoder.decode(context.getImageData(0, 0, width, height))) ?? 'no-code'
}
