/** Draws share images. satori turns a card of React components (cards.ts) into SVG, and sharp renders the SVG as JPEG. */
import { createElement, type ReactNode } from 'react'
import satori from 'satori'
import sharp, { type Sharp } from 'sharp'
import { type ShareFormat, shareFormats } from '../../../platform/content/shared/share-set.ts'
import { TITLE_MAX } from '../../../platform/shared/limits.ts'
import type { CaptionProps, MeasuredText, Size } from './card-parts.ts'
import { layPoster, NewsCard, NightCard, NightPoster, PageCard, placeFlyer } from './cards.ts'
import { filterCharacters } from './characters.ts'
import { drawFlyer } from './flyer-background.ts'
import { loadFonts, measureText } from './fonts.ts'
import { layPass, PASS_SIZE, PassCard, type PassWords } from './pass-card.ts'
import { printPhoto } from './print-photo.ts'
import { countQrModules, createQrSvg } from './qr.ts'

export { squareCover } from './square-cover.ts'

/** Maximum size of an image, because WhatsApp shows no previews of 300 kB or more. Bytes */
const MAX_BYTES = 280_000
const QUALITIES = [84, 74, 62, 48, 34, 20, 8]

/** Draws the image of a page. @returns a JPEG of at most 280 kB */
export async function pageCard(title: string, caption: CaptionProps): Promise<Buffer> {
  const card = createElement(PageCard, { ...(await measureTitle(title)), caption })
  return toJpeg(sharp(await drawn(card, shareFormats.preview)))
}

/** @param photo the photo as an encoded picture, or null */
export async function newsCard(
  format: ShareFormat,
  title: string,
  photo: Uint8Array | null,
  caption: CaptionProps,
): Promise<Buffer> {
  const size = shareFormats[format]
  const hasPhoto = photo !== null
  const card = createElement(NewsCard, { ...(await measureTitle(title)), caption, format, hasPhoto })
  const overlay = await drawn(card, size)
  return toJpeg(hasPhoto ? (await printPhoto(photo, size)).composite([{ input: overlay }]) : sharp(overlay))
}

export interface NightWords {
  /** The date as people read it. */
  date: string
  title: string
  /** The word of the stamp, such as CANCELADA. null when there is none. */
  stamp: string | null
  /** Names of artists, in the order in which they play. */
  lineup: string[]
}

/** @param flyer the flyer as an encoded picture with its size, or null */
export async function nightCard(
  format: ShareFormat,
  { date, title, stamp, lineup }: NightWords,
  flyer: { bytes: Uint8Array; width: number; height: number } | null,
  caption: CaptionProps,
): Promise<Buffer> {
  const size = shareFormats[format]
  const night = {
    ...(await measureTitle(title)),
    date,
    stamp: stamp === null ? null : await measureTitle(stamp),
    lineup: lineup.map((name) => filterCharacters('chivoMono', name)).filter((name) => name !== ''),
    flyer: flyer && { width: flyer.width, height: flyer.height },
    caption,
  }
  const isPreview = format === 'preview'
  const hanging = isPreview ? placeFlyer(night.flyer) : layPoster(format, night)
  const card = isPreview ? createElement(NightCard, night) : createElement(NightPoster, { ...night, format })
  const overlay = await drawn(card, size)
  if (!flyer) return toJpeg(sharp(overlay))
  const { data, ...raw } = await drawFlyer(flyer.bytes, hanging, size)
  return toJpeg(sharp(data, { raw }).composite([{ input: overlay }]))
}

/** @param name of the person @returns a PNG, because JPEG blurs the edges of a QR code */
export async function passCard(
  title: string,
  name: string,
  words: PassWords,
  caption: CaptionProps,
): Promise<Buffer> {
  const pass = { ...words, title: await measureTitle(title), name: await measureTitle(name), caption }
  const layout = layPass(pass, countQrModules(words.code))
  const { left, top, width } = layout.qr
  const card = await drawn(createElement(PassCard, { words: pass, layout }), PASS_SIZE)
  // The ground of the code gets the colour of the card.
  const code = { input: createQrSvg(words.code, width), left, top, blend: 'multiply' } as const
  return sharp(card).composite([code]).png({ palette: true, colours: PASS_COLOURS }).toBuffer()
}

/** Ink, bone, the accent, and the edges of letters. */
const PASS_COLOURS = 32

/** Longer words are broken, because their letters would be too small to read. Characters */
const WORD_MAX = 28
const LONG_WORD = new RegExp(`\\S{${WORD_MAX}}(?=\\S)`, 'gu')

/** Removes characters that the font lacks, limits the length, and measures the words. */
async function measureTitle(title: string): Promise<MeasuredText> {
  const all = filterCharacters('archivo', title.slice(0, TITLE_MAX).toLocaleUpperCase('es'))
  const text = all.replace(LONG_WORD, '$& ')
  return { text, measures: await measureText(text) }
}

const drawn = async (card: ReactNode, { width, height }: Size): Promise<Buffer> =>
  Buffer.from(await satori(card, { width, height, fonts: loadFonts() }))

/** Encodes with the best JPEG quality whose result is within the size limit. */
async function toJpeg(picture: Sharp): Promise<Buffer> {
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: 3 } as const
  for (const quality of QUALITIES) {
    const jpeg = await sharp(data, { raw })
      .jpeg({ quality, chromaSubsampling: '4:4:4', mozjpeg: true })
      .toBuffer()
    if (jpeg.byteLength <= MAX_BYTES) return jpeg
  }
  throw new Error(`A share image of ${MAX_BYTES} bytes could not be made`)
}
