import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { findColourSignal, toSrgb } from './colour-signal.ts'
import { decodePicture, inspectPicture } from './resize-picture.ts'

const PQ = { primaries: 9, transfer: 16 }
const HLG = { primaries: 9, transfer: 18 }
const SIDE = 64

/** Signal of the 16-bit value of a grey tone, as HDR cameras write it. Inverse of the functions in ITU-R BT.2100. */
const encoders: Record<number, (light: number) => number> = {
  [PQ.transfer]: (light) => {
    const power = ((light * 203) / 10_000) ** (2610 / 16_384)
    return ((0.8359375 + 18.8515625 * power) / (1 + 18.6875 * power)) ** 78.84375
  },
  [HLG.transfer]: (light) => {
    const scene = ((light * 203) / 1000) ** (1 / 1.2)
    return scene <= 1 / 12
      ? Math.sqrt(3 * scene)
      : 0.17883277 * Math.log(12 * scene - 0.28466892) + 0.55991073
  },
}
const fromSrgb = (byte: number): number =>
  byte / 255 <= 0.04045 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4

const grey = (light: number, transfer: number): Uint16Array =>
  new Uint16Array(SIDE * SIDE * 3).fill(
    Math.round(65_535 * (encoders[transfer] as (light: number) => number)(light)),
  )

const encode = (samples: Uint16Array) =>
  sharp(samples, { raw: { width: SIDE, height: SIDE, channels: 3, depth: 'ushort' } } as never).toColourspace(
    'rgb16',
  )

/** Writes a PNG and inserts the chunk `cICP` after its header. */
async function createPng(samples: Uint16Array, { primaries, transfer }: typeof PQ): Promise<Buffer> {
  const png = await encode(samples).png().toBuffer()
  const content = Buffer.concat([Buffer.from('cICP'), Buffer.from([primaries, transfer, 0, 1])])
  const chunk = Buffer.alloc(16)
  chunk.writeUInt32BE(4)
  content.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(content), 12)
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)])
}

/** Writes an AVIF of 10 bits and changes the code points of its property `colr`. */
async function createAvif(samples: Uint16Array, { primaries, transfer }: typeof PQ): Promise<Buffer> {
  const avif = await encode(samples).avif({ bitdepth: 10, lossless: true }).toBuffer()
  const at = avif.indexOf('colrnclx')
  avif.writeUInt16BE(primaries, at + 8)
  avif.writeUInt16BE(transfer, at + 10)
  return avif
}

async function decodeTone(bytes: Buffer): Promise<number> {
  const decoded = await decodePicture(bytes, { width: SIDE, height: SIDE })
  if (!decoded.ok) throw new Error(decoded.message)
  return decoded.pixels.data[0] as number
}

describe('HDR pictures', () => {
  const formats = { PNG: createPng, AVIF: createAvif }
  test.each(
    Object.entries(formats).flatMap(([name, create]) =>
      [PQ, HLG].flatMap((signal) => [16, 64, 128, 200].map((tone) => ({ name, create, signal, tone }))),
    ),
  )(
    'keep the tone $tone of $name with the transfer function $signal.transfer',
    async ({ create, signal, tone }) => {
      const bytes = await create(grey(fromSrgb(tone), signal.transfer), signal)
      expect(await inspectPicture(bytes)).toMatchObject({ ok: true })
      expect(Math.abs((await decodeTone(bytes)) - tone)).toBeLessThanOrEqual(2)
    },
  )

  test('keep lights brighter than white apart from each other', () => {
    const lights = [0.5, 1, 2, 4]
    for (const signal of [PQ, HLG]) {
      const pixels = Uint16Array.from(
        lights.flatMap((light) => [...grey(light, signal.transfer).subarray(0, 3)]),
      )
      const tones = toSrgb(pixels, 3, signal).filter((_, index) => index % 3 === 0)
      expect([...tones]).toEqual([...new Set(tones)].sort((one, other) => one - other))
      expect(tones[0]).toBe(188)
    }
    // Without brighter lights, white stays white.
    expect([...toSrgb(grey(1, PQ.transfer).subarray(0, 3), 3, PQ)]).toEqual([255, 255, 255])
  })

  test('keep their hues and their transparency', () => {
    // A pure red of BT.2020 is outside sRGB, so it becomes the nearest red.
    const level = Math.round(65_535 * (encoders[PQ.transfer] as (light: number) => number)(0.5))
    expect([...toSrgb(Uint16Array.from([level, 0, 0, 32_768]), 4, PQ)]).toEqual([235, 0, 0, 128])
    expect([...toSrgb(Uint16Array.from([level, level, level, 65_535]), 4, PQ)]).toEqual([188, 188, 188, 255])
  })
})

test('pictures with the colours of Display P3 and no profile are converted', async () => {
  const samples = Uint16Array.from(
    { length: SIDE * SIDE * 3 },
    (_, index) => ([200, 100, 50][index % 3] as number) * 257,
  )
  for (const create of [createPng, createAvif]) {
    const bytes = await create(samples, { primaries: 12, transfer: 13 })
    const decoded = await decodePicture(bytes, { width: SIDE, height: SIDE })
    if (!decoded.ok) throw new Error(decoded.message)
    const [red = 0, green = 0, blue = 0] = decoded.pixels.data
    // The same colour of P3 in sRGB, as browsers show it.
    for (const [value, expected] of [
      [red, 215],
      [green, 93],
      [blue, 31],
    ] as const)
      expect(Math.abs(value - expected)).toBeLessThanOrEqual(3)
  }
})

describe('pictures without HDR', () => {
  test.each(['png', 'avif', 'jpeg', 'webp', 'gif'] as const)('as %s keep their tones', async (format) => {
    const picture = sharp({ create: { width: SIDE, height: SIDE, channels: 3, background: '#8a8a8a' } })
    const bytes = await picture.toFormat(format, format === 'avif' ? { lossless: true } : {}).toBuffer()
    expect(findColourSignal(bytes, undefined)).toBeNull()
    expect(Math.abs((await decodeTone(bytes)) - 0x8a)).toBeLessThanOrEqual(1)
  })

  test('of 16 bits keep their tones', async () => {
    const png = await encode(new Uint16Array(SIDE * SIDE * 3).fill(0x8a8a))
      .png()
      .toBuffer()
    expect(await decodeTone(png)).toBe(0x8a)
  })
})

describe('findColourSignal', () => {
  test('reads the tag of a colour profile', () => {
    const icc = Buffer.alloc(160)
    icc.writeUInt32BE(1, 128)
    icc.write('cicp', 132, 'latin1')
    icc.writeUInt32BE(144, 136)
    icc.writeUInt32BE(12, 140)
    icc.write('cicp', 144, 'latin1')
    icc.set([9, 16, 0, 1], 152)
    expect(findColourSignal(Buffer.alloc(64), icc)).toEqual(PQ)
    icc.writeUInt32BE(2 ** 32 - 1, 136)
    expect(findColourSignal(Buffer.alloc(64), icc)).toBeNull()
  })

  test('reads nothing past the end of a file that ends anywhere or has other lengths', async () => {
    const samples = grey(1, PQ.transfer)
    for (const whole of [await createPng(samples, PQ), await createAvif(samples, PQ)]) {
      for (let length = 0; length < Math.min(400, whole.length); length++)
        expect(() => findColourSignal(whole.subarray(0, length), whole.subarray(0, length))).not.toThrow()
      for (let at = 0; at < Math.min(400, whole.length); at++) {
        const changed = Buffer.from(whole)
        changed[at] = 0xff
        expect(() => findColourSignal(changed, changed)).not.toThrow()
      }
    }
  })
})
