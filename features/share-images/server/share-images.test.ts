/** How share images draw titles and flyers. platform/seo/seo.test.ts tests their addresses and headers. */
import { createElement } from 'react'
import satori from 'satori'
import sharp from 'sharp'
import { describe, expect, it, test } from 'vitest'
import { shareFormatNames, shareFormats } from '../../../platform/content/shared/share-set.ts'
import {
  ARCHIVO_CHARACTERS,
  ARCHIVO_WIDTHS,
  CHIVO_MONO_CHARACTERS,
} from '../../../platform/shared/font-characters.ts'
import { TITLE_MAX } from '../../../platform/shared/limits.ts'
import { NewsCard } from './cards.ts'
import { filterCharacters, findLostParts } from './characters.ts'
import { newsCard, nightCard, pageCard } from './draw.ts'
import { CHIVO_MONO, getArchivoFamilies, loadFonts, measureText } from './fonts.ts'

const SHARE_WIDTH: number = shareFormats.preview.width
const SHARE_HEIGHT: number = shareFormats.preview.height
const caption = { left: 'Pulso', right: '22 de noviembre de 2026', accent: '#ff2e1f' }

test.each([
  ...ARCHIVO_WIDTHS.map((width) => [getArchivoFamilies(width), ARCHIVO_CHARACTERS] as const),
  [CHIVO_MONO, CHIVO_MONO_CHARACTERS] as const,
])('the fonts of %s have all characters that share images draw', async (families, letters) => {
  const lacking: string[] = []
  await satori(createElement('div', { style: { fontFamily: families } }, letters.join('')), {
    width: 20_000,
    height: 100,
    fonts: loadFonts().filter(({ name }) => families.split(', ').includes(name)),
    async loadAdditionalAsset(_, segment) {
      lacking.push(segment)
      return []
    },
  })
  expect(lacking).toEqual([])
})

describe('a share image of a text', () => {
  it.each([
    ['Fiesta 🎉🔥 en el río 👩🏽‍🎤', 'FIESTA EN EL RÍO'],
    ['東京の夜 · Я', '·'],
    ['Łódź, Çatalhöyük', 'ŁÓDŹ, ÇATALHÖYÜK'],
    ['Đặng Tiếng', 'ĐANG TIENG'],
    ['Z\u0351\u036b\u0343a\u0341lgo', 'ZÁLGO'],
    ['a\u0000b\u202ec\ud83d', 'ABC'],
    [' uno\u00a0\t\n dos ', 'UNO DOS'],
  ])('draws the characters of %j that the fonts have', (text, set) => {
    expect(filterCharacters('archivo', text.toLocaleUpperCase('es'))).toBe(set)
  })

  it('ignores markup', async () => {
    const text = '</P><SCRIPT>ALERT(1)</SCRIPT> &AMP; <IMAGE HREF="FILE:///ETC/PASSWD"/>'
    expect(filterCharacters('archivo', text)).toBe(text)
    const card = createElement(NewsCard, {
      text,
      measures: await measureText(text),
      caption,
      format: 'preview',
      hasPhoto: true,
    })
    const svg = await satori(card, { width: SHARE_WIDTH, height: SHARE_HEIGHT, fonts: loadFonts() })
    const elements = new Set([...svg.matchAll(/<([^\s/>]+)/g)].map(([, name]) => name))
    expect(
      [...elements].filter((name) => !['svg', 'g', 'mask', 'rect', 'path'].includes(name ?? '')),
    ).toEqual([])
    expect(svg).not.toMatch(/href|url\((?!#)/i)
  })
})

describe('a title of the maximum length', () => {
  const BONE = 200
  /** Finds the first and the last light column, and the last light row, between `top` and `bottom`. */
  async function edges(jpeg: Uint8Array, [top, bottom] = [80, SHARE_HEIGHT]) {
    const { data } = await sharp(jpeg).greyscale().raw().toBuffer({ resolveWithObject: true })
    const found = { left: SHARE_WIDTH, right: 0, foot: 0 }
    for (let y = top; y < bottom; y++) {
      for (let x = 0; x < SHARE_WIDTH; x++) {
        if ((data[y * SHARE_WIDTH + x] as number) < BONE) continue
        found.left = Math.min(found.left, x)
        found.right = Math.max(found.right, x)
        found.foot = y
      }
    }
    return found
  }

  it.each([
    ['one word', 'W'],
    ['words of one letter', 'Ñ '],
    ['words', 'Ángel, ¿te vas? '],
  ])('fits between the margins: %s', async (_, repeated) => {
    const title = repeated.repeat(TITLE_MAX).slice(0, TITLE_MAX)
    for (const jpeg of [await pageCard(title, caption), await newsCard('preview', title, null, caption)]) {
      const { left, right, foot } = await edges(jpeg)
      expect(left).toBeGreaterThanOrEqual(38)
      expect(right).toBeLessThanOrEqual(SHARE_WIDTH - 38)
      expect(right - left).toBeGreaterThan(1100)
      // Cedillas, commas and descenders reach below the last line, but must stay inside the picture.
      expect(foot).toBeLessThan(SHARE_HEIGHT - 10)
    }
  })

  it.each([
    ['9:16', { width: 90, height: 160 }, 354],
    ['4:5', { width: 80, height: 100 }, 504],
    ['a strip', { width: 900, height: 10 }, 630],
    ['one as narrow as none is', { width: 1, height: 900 }, 1],
  ])('fits beside a flyer of %s, which does not cover it', async (_, size, width) => {
    const words = { date: '06-03-2027', title: 'Ángel, ¿te vas? '.repeat(TITLE_MAX), stamp: null, lineup: [] }
    const bytes = await sharp({ create: { ...size, channels: 3, background: '#000' } })
      .jpeg()
      .toBuffer()
    const { left, right, foot } = await edges(await nightCard('preview', words, { ...size, bytes }, caption))
    expect(left).toBeGreaterThanOrEqual(38)
    expect(right).toBeLessThanOrEqual(SHARE_WIDTH - width - 40)
    expect(foot).toBeLessThan(SHARE_HEIGHT - 10)
  })

  it('keeps the caption of a club with a long name or place on its side of the card', async () => {
    const long = { ...caption, left: 'Ñandú '.repeat(20), right: 'Villa Ángela, '.repeat(20) }
    const above = [0, 80] as [number, number]
    for (const each of [long, { ...long, right: '' }, { ...long, left: 'Ñ' }]) {
      const { left, right } = await edges(await pageCard('', each), above)
      expect(left).toBeGreaterThanOrEqual(38)
      expect(right).toBeLessThanOrEqual(SHARE_WIDTH - 38)
    }
    const size = { width: 630, height: 630 }
    const bytes = await sharp({ create: { ...size, channels: 3, background: '#000' } })
      .jpeg()
      .toBuffer()
    const words = { date: '06-03-2027', title: '', stamp: null, lineup: [] }
    const card = await nightCard('preview', words, { ...size, bytes }, { ...long, right: '' })
    expect((await edges(card, above)).right).toBeLessThanOrEqual(SHARE_WIDTH - 630 - 40)
  })

  it('is drawn like a longer title, which is cut', async () => {
    const whole = 'Noche '.repeat(100_000)
    expect(await pageCard(whole, caption)).toEqual(await pageCard(whole.slice(0, TITLE_MAX), caption))
  })
})

test('a news card shows photo and caption even if the title has no drawable letter', async () => {
  const photo = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#abc' } })
    .jpeg()
    .toBuffer()
  for (const jpeg of [await newsCard('preview', '東京', photo, caption), await pageCard('🎉', caption)])
    expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
})

describe.each(shareFormatNames)('a picture of a night, the %s', (format) => {
  const { width, height } = shareFormats[format]
  const getBytes = (size: { width: number; height: number }, background: string) =>
    sharp({ create: { ...size, channels: 3, background } })
      .jpeg()
      .toBuffer()
  const words = {
    date: 'SÁB 28 NOV 23:30',
    title: 'W'.repeat(TITLE_MAX),
    stamp: 'POSTERGADA',
    lineup: Array.from({ length: 40 }, (_, at) => `Ñandú ${at} ${'x'.repeat(at * 5)}`),
  }

  it.each([
    ['20:1', { width: 2000, height: 100 }],
    ['1:20', { width: 100, height: 2000 }],
    ['4:5', { width: 80, height: 100 }],
    ['a pixel', { width: 1, height: 1 }],
  ])('shows a whole flyer of %s, and no text where apps draw their buttons', async (_, size) => {
    const jpeg = await nightCard(format, words, { ...size, bytes: await getBytes(size, '#000') }, caption)
    const { data, info } = await sharp(jpeg).greyscale().raw().toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([width, height])
    const free = format === 'story' ? 250 : 20
    const light = (y: number) => data.subarray(y * width, (y + 1) * width).some((each) => each > 200)
    for (let y = 0; y < free; y++) expect([y, light(y), light(height - 1 - y)]).toEqual([y, false, false])
    const beside = Array.from({ length: height }, (_, y) => [y * width + 30, (y + 1) * width - 30]).flat()
    expect(beside.filter((at) => (data[at] as number) > 200)).toEqual([])
  })

  it.runIf(format === 'story').each([
    ['4:5', { width: 800, height: 1000 }, { left: 0, right: 1079, rows: 1350 }],
    ['1:1', { width: 900, height: 900 }, { left: 0, right: 1079, rows: 1080 }],
    ['9:16', { width: 900, height: 1600 }, { left: 160, right: 918, rows: 1350 }],
  ])('shows a flyer of %s as wide as fits, on one dark colour of the flyer', async (_, size, place) => {
    const jpeg = await nightCard(
      format,
      { ...words, stamp: null },
      { ...size, bytes: await getBytes(size, '#00ff00') },
      caption,
    )
    const { data } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true })
    const green = (x: number, y: number) => data[(y * width + x) * 3 + 1] as number
    const isFlyer = (x: number, y: number) => green(x, y) > 200 && (data[(y * width + x) * 3] as number) < 60
    const column = Array.from({ length: height }, (_, y) => y).filter((y) => isFlyer(540, y))
    const { left, right, rows } = place
    expect(Math.abs(column.length - rows)).toBeLessThan(8)
    const [top, bottom] = [column[0] as number, column.at(-1) as number]
    expect([top >= 246, bottom <= 1674]).toEqual([true, true])
    const middle = Math.round((top + bottom) / 2)
    expect([isFlyer(left + 4, middle), isFlyer(right - 4, middle)]).toEqual([true, true])
    const ground = [
      [540, top - 12],
      [540, 8],
      [20, 1900],
      ...(left > 12 ? [[left - 12, middle] as const, [right + 12, middle] as const] : []),
    ].map(([x, y]) => green(x as number, y as number))
    for (const each of ground) expect(Math.abs(each - (ground[0] as number))).toBeLessThan(6)
    expect(ground[0]).toBeGreaterThan(30)
    expect(ground[0]).toBeLessThan(110)
  })

  it.skipIf(format === 'story')('surrounds the flyer with its colours, darker with every step', async () => {
    const size = { width: 100, height: 2000 }
    const jpeg = await nightCard(
      format,
      { ...words, stamp: null },
      { ...size, bytes: await getBytes(size, '#00ff00') },
      caption,
    )
    const { data } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true })
    const step = format === 'preview' ? 60 : 160
    const greens = [1, 1 + step, 1 + 2 * step]
      .map((x) => width - x)
      .map((x) => data[(Math.round(height * 0.3) * width + x) * 3 + 1] as number)
    expect(greens[0]).toBeGreaterThan(20)
    expect(greens[1]).toBeGreaterThan(greens[0] as number)
    expect(greens[2]).toBeGreaterThan(greens[1] as number)
  })
})

describe('the parts of a text that the fonts lack', () => {
  const find = (title: string, small = '') =>
    findLostParts([
      { face: 'archivo', text: title.toLocaleUpperCase('es') },
      { face: 'chivoMono', text: small },
    ])

  it.each([
    ['Noche de ÑANDÚ, ¿vamos? — Ő', '', []],
    ['Fiesta 🎉🔥 en el río', '', ['🎉🔥']],
    ['Fiesta 👩🏽‍🎤', '', ['👩🏽‍🎤']],
    ['عيد ميلاد', '', ['عيد ميلاد']],
    ['東京 / Berlin', 'Ана Ñandú', ['東京', 'Ана']],
    ['🎉 y 🎉', '🎉', ['🎉']],
  ])('of %j and %j are %j', (title, small, parts) => {
    expect(find(title, small)).toEqual(parts)
  })

  it('are bounded', () => {
    const parts = find(Array.from({ length: 500 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join(' a '))
    expect(parts.length).toBeLessThanOrEqual(8)
    expect(find('東'.repeat(100_000)).join('').length).toBeLessThan(300)
  })
})
