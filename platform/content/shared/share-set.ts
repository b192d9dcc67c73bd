/** What a night or a news item is passed on with: pictures, a QR, a text. */
import { SHARE_IMAGE_SIZE } from '../../shared/limits.ts'

/** Sizes of share images, px: of a link's preview, of a post, of a story. */
export const shareFormats = {
  preview: SHARE_IMAGE_SIZE,
  post: { width: 1080, height: 1350 },
  story: { width: 1080, height: 1920 },
} as const

export type ShareFormat = keyof typeof shareFormats

export const shareFormatNames = Object.keys(shareFormats) as ShareFormat[]

/** px, of the PNG at least. */
export const QR_PIXELS = 1024

/** The same QR as PNG. */
export const toPngPath = (qr: string): string => qr.replace(/\.svg$/, '.png')

/** Where somebody came from who followed the QR, or the link, in the text or by itself. */
export const QR_SOURCE = 'qr'
export const TEXT_SOURCE = 'compartir'

/** @param address of a page */
export const addSource = (address: string, source: string): string => `${address}?src=${source}`
