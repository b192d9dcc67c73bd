/** What makes a share image: its card as React components, drawn as SVG by satori, and printed as JPEG by sharp. */
import { createElement, type ReactNode } from 'react'
import satori from 'satori'
import sharp, { type Sharp } from 'sharp'
import { TITLE_MAX } from '../../../contract/limits.ts'
import { SHARE_HEIGHT, SHARE_WIDTH } from '../../../contract/share.ts'
import { type CaptionProps, NewsCard, PageCard } from './cards.ts'
import { printed } from './photo.ts'
import { fonts, measure, settable } from './type.ts'

/** WhatsApp shows no larger picture. Bytes. */
const MAX_BYTES = 300_000
const QUALITIES = [86, 78, 68, 55, 40]

/** @returns a JPEG under 300 kB */
export async function pageCard(title: string, caption: CaptionProps): Promise<Buffer> {
  const card = createElement(PageCard, { ...(await measured(title)), caption })
  return toJpeg(sharp(await drawn(card)))
}

/** @param photo its bytes, or null @returns a JPEG under 300 kB */
export async function newsCard(
  title: string,
  photo: Uint8Array | null,
  caption: CaptionProps,
): Promise<Buffer> {
  const hasPhoto = photo !== null
  const card = await drawn(createElement(NewsCard, { ...(await measured(title)), caption, hasPhoto }))
  return toJpeg(hasPhoto ? (await printed(photo)).composite([{ input: card }]) : sharp(card))
}

/** What of a title can be set. Its length is bounded here, whatever the caller did. */
async function measured(title: string) {
  const text = settable('archivo', title.slice(0, TITLE_MAX).toLocaleUpperCase('es'))
  return { text, measures: await measure(text) }
}

const drawn = async (card: ReactNode): Promise<Buffer> =>
  Buffer.from(await satori(card, { width: SHARE_WIDTH, height: SHARE_HEIGHT, fonts: fonts() }))

/** The best quality that stays under the limit. */
async function toJpeg(picture: Sharp): Promise<Buffer> {
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  for (const quality of QUALITIES) {
    const jpeg = await sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
      .jpeg({ quality, chromaSubsampling: '4:4:4', mozjpeg: true })
      .toBuffer()
    if (jpeg.byteLength < MAX_BYTES) return jpeg
  }
  throw new Error(`A share image of ${MAX_BYTES} bytes could not be made`)
}
