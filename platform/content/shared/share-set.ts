/** The share image set of a night or a news item: pictures, a QR code and a text. */
import { SHARE_IMAGE_SIZE } from '../../shared/limits.ts'

/** Sizes of share images: link preview, post and story. px */
export const shareFormats = {
  preview: SHARE_IMAGE_SIZE,
  post: { width: 1080, height: 1350 },
  story: { width: 1080, height: 1920 },
} as const

export type ShareFormat = keyof typeof shareFormats

export const shareFormatNames = Object.keys(shareFormats) as ShareFormat[]

/** Minimum size of the QR code's PNG. px */
export const QR_PIXELS = 1024

/** Returns the path of the PNG with the same QR code. */
export const toPngPath = (qr: string): string => qr.replace(/\.svg$/, '.png')

/** Value of `src` for visits through the QR code or the shared link. */
export const QR_SOURCE = 'qr'
export const TEXT_SOURCE = 'compartir'

/** Adds the source of a visit to an address. @param address of a page */
export const addSource = (address: string, source: string): string => `${address}?src=${source}`
