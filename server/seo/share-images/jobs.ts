/** What makes a share image: its card as React components, drawn as SVG by satori, and printed as JPEG by sharp. */
import { createElement, type ReactNode } from 'react'
import satori from 'satori'
import sharp, { type Sharp } from 'sharp'
import { INK } from '../../../contract/colours.ts'
import { TITLE_MAX } from '../../../contract/limits.ts'
import { SHARE_HEIGHT, SHARE_WIDTH } from '../../../contract/share.ts'
import { type CaptionProps, flyerSize, NewsCard, NightCard, PageCard } from './cards.ts'
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

export interface NightWords {
  /** As people read it. */
  date: string
  title: string
  /** What became of the night; null: nothing did. */
  stamp: string | null
}

/** @param flyer its bytes and size, or null @returns a JPEG under 300 kB */
export async function nightCard(
  { date, title, stamp }: NightWords,
  flyer: { bytes: Uint8Array; width: number; height: number } | null,
  caption: CaptionProps,
): Promise<Buffer> {
  const size = flyer && flyerSize(flyer)
  const card = await drawn(
    createElement(NightCard, {
      ...(await measured(title)),
      date,
      stamp: stamp === null ? null : await measured(stamp),
      flyer: size,
      caption,
    }),
  )
  if (!flyer || !size) return toJpeg(sharp(card))
  const { data, info } = await sharp(flyer.bytes, { failOn: 'error' })
    .resize({ ...size, fit: 'fill' })
    .flatten({ background: INK })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const ground = { width: SHARE_WIDTH, height: SHARE_HEIGHT, channels: 3, background: INK } as const
  const [left, top] = [SHARE_WIDTH - size.width, Math.round((SHARE_HEIGHT - size.height) / 2)]
  return toJpeg(sharp({ create: ground }).composite([{ input: data, raw: info, left, top }, { input: card }]))
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
