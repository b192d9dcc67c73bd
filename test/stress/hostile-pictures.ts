/**
 * Uploads files that are not pictures, or that are valid in several formats. The server must accept each upload or refuse
 * it with a reason. Its memory must stay bounded. Served files must contain only pixels and have the right media type.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import type { ProblemDetails } from '../../platform/api/shared/problems.ts'
import type { Picture } from '../../platform/content/shared/entity-parts.ts'
import { openTestClub, type TestClub } from '../support/club.ts'
import { readPeakMemory } from '../support/peak-memory.ts'
import { chooseSeed } from './seeded-random.ts'
import type { Section } from './stress-section.ts'

/** Represents a program that is hidden in a picture. No served file may contain this text. */
const PAYLOAD = `<script>"POLYGLOT"</script><?php system("POLYGLOT") ?>`

const FORMATS = ['png', 'jpeg', 'webp', 'gif', 'avif'] as const
type Format = (typeof FORMATS)[number]

export interface Specimen {
  name: string
  type: string
  bytes: Uint8Array
}

/** Creates a generator of pseudo-random whole numbers from a seed (mulberry32). */
function createByteRandom(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const out = Buffer.alloc(body.length + 8)
  out.writeUInt32BE(data.length, 0)
  body.copy(out, 4)
  out.writeUInt32BE(crc32(body), body.length + 4)
  return out
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Encodes a 1-bit PNG with the declared size and the given pixels and chunks. */
function encodePng(width: number, height: number, idat: Uint8Array, extra: Buffer[] = []): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([1, 0, 0, 0, 0], 8)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    ...extra,
    chunk('IDAT', idat),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const zeros = (bytes: number) => deflateSync(Buffer.alloc(bytes), { level: 9 })

/** Encodes a GIF of the given screen size. Each of its `frames` frames has one pixel. */
function encodeGif(frames: number, width = 1, height = 1, comment = ''): Buffer {
  const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1')
  head.writeUInt16LE(width, 6)
  head.writeUInt16LE(height, 8)
  const frame = Buffer.from('!\xf9\x04\0\x01\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0', 'latin1')
  const note = comment && `!\xfe${String.fromCharCode(comment.length)}${comment}\0`
  return Buffer.concat([head, Buffer.from(note, 'latin1'), ...Array(frames).fill(frame), Buffer.from(';')])
}

const svg = (inside: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="64" height="48">${inside}</svg>`)

/** Creates one file for each known attack on picture decoders. @param whole a valid picture of each format */
async function createHostilePictures(whole: Record<Format, Buffer>): Promise<Specimen[]> {
  const payload = Buffer.from(PAYLOAD)
  const jpegComment = Buffer.concat([
    whole.jpeg.subarray(0, 2),
    Buffer.from([0xff, 0xfe, 0, payload.length + 2]),
    payload,
    whole.jpeg.subarray(2),
  ])
  const exif = await sharp(whole.png)
    .withExif({ IFD0: { Copyright: PAYLOAD } })
    .jpeg()
    .toBuffer()
  const text = chunk('tEXt', Buffer.concat([Buffer.from('Comment\0'), payload]))
  const row = Buffer.alloc(9)
  const small = deflateSync(Buffer.concat(Array(48).fill(row)))
  const animated = await sharp(Buffer.alloc(64 * 64 * 40 * 3, 7), {
    raw: { width: 64, height: 64 * 40, channels: 3, pageHeight: 64 },
  })
    .webp()
    .toBuffer()
  const manyZeros = zeros(60_000_000)
  const hostile: [string, string, Uint8Array][] = [
    ['a PNG that declares 60000 by 60000 pixels', 'png', encodePng(60_000, 60_000, zeros(100))],
    ['a PNG that declares 4294967295 by 1 pixels', 'png', encodePng(0xff_ff_ff_ff, 1, zeros(10))],
    ['a PNG of 0 by 0 pixels', 'png', encodePng(0, 0, zeros(1))],
    ['a complete PNG of 400 megapixels', 'png', encodePng(20_000, 20_000, zeros(2_501 * 20_000))],
    ['a complete PNG of 49 megapixels', 'png', encodePng(7_000, 7_000, zeros(876 * 7_000))],
    ['a PNG that is one pixel wide', 'png', encodePng(1, 50_000, zeros(2 * 50_000))],
    ['a PNG with 60 MB of surplus pixels', 'png', encodePng(64, 48, manyZeros)],
    [
      'a PNG whose text unpacks to 60 MB',
      'png',
      encodePng(64, 48, small, [chunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), manyZeros]))]),
    ],
    [
      'a PNG whose colour profile unpacks to 60 MB',
      'png',
      encodePng(64, 48, small, [chunk('iCCP', Buffer.concat([Buffer.from('a\0\0'), manyZeros]))]),
    ],
    ['a PNG of 20000 chunks', 'png', encodePng(64, 48, small, Array(20_000).fill(text))],
    [
      'a PNG with a chunk that declares 2 GB',
      'png',
      Buffer.concat([SIGNATURE, Buffer.from([0x7f, 0xff, 0xff, 0xff]), Buffer.from('IHDR')]),
    ],
    ['a PNG with a payload in its text', 'png', encodePng(64, 48, small, [text])],
    ['a PNG with a payload after its end', 'png', Buffer.concat([whole.png, payload])],
    ['a JPEG with a payload in its comment', 'jpeg', jpegComment],
    ['a JPEG with a payload in its EXIF', 'jpeg', exif],
    [
      'a JPEG with an HTML page after its end',
      'jpeg',
      Buffer.concat([whole.jpeg, Buffer.from('<html>'), payload]),
    ],
    [
      'a JPEG with an archive after its end',
      'jpeg',
      Buffer.concat([whole.jpeg, Buffer.from('PK\x03\x04'), payload]),
    ],
    ['a WebP with a payload after its end', 'webp', Buffer.concat([whole.webp, payload])],
    [
      'a GIF that is also a script',
      'gif',
      Buffer.concat([
        Buffer.from('GIF89a/*'),
        encodeGif(1).subarray(8),
        Buffer.from(`*/=1;alert('POLYGLOT')`),
      ]),
    ],
    ['a GIF with a payload in its comment', 'gif', encodeGif(1, 1, 1, PAYLOAD)],
    ['a GIF of 20000 frames', 'gif', encodeGif(20_000)],
    ['a GIF of 300 frames on a screen of 65535 by 65535', 'gif', encodeGif(300, 65_535, 65_535)],
    ['an animated WebP', 'webp', animated],
    ['an AVIF with a payload after its end', 'avif', Buffer.concat([whole.avif, payload])],
    ['an SVG', 'svg+xml', svg(PAYLOAD)],
    [
      'an SVG with the media type of PNG',
      'png',
      svg('<image href="file:///etc/passwd" width="9" height="9"/>'),
    ],
    [
      'an SVG with an entity bomb',
      'png',
      Buffer.from(
        `<!DOCTYPE s [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, i) => `<!ENTITY ${'bcdefghij'[i]} "${`&${'abcdefghi'[i]};`.repeat(10)}">`).join('')}]>${svg('<text>&j;</text>')}`,
      ),
    ],
    ['an HTML page', 'png', Buffer.from(`<!doctype html>${PAYLOAD}`)],
    ['a PDF', 'jpeg', Buffer.from('%PDF-1.7\n1 0 obj<</JS (POLYGLOT)>>')],
    ['an archive', 'png', Buffer.from('PK\x03\x04')],
    ['a program', 'png', Buffer.from('\x7fELF\x02\x01\x01')],
    ['a TIFF', 'png', await sharp(whole.png).tiff().toBuffer()],
    ['a BMP', 'png', Buffer.concat([Buffer.from('BM'), Buffer.alloc(200)])],
    ['an icon', 'png', Buffer.from([0, 0, 1, 0, 1, 0, 1, 1, 0, 0, 1, 0, 24, 0, 48, 0, 0, 0, 22, 0, 0, 0])],
    ['a PostScript file', 'png', Buffer.from('%!PS-Adobe-3.0 EPSF\n(POLYGLOT) print')],
    ['an ImageMagick script', 'png', Buffer.from('push graphic-context\nfill "url(https://x/|id)"')],
    ['an empty file', 'png', Buffer.alloc(0)],
    ['a zero byte', 'png', Buffer.alloc(1)],
    ['a megabyte of zeros', 'png', Buffer.alloc(1_000_000)],
  ]
  return [
    ...hostile.map(([name, type, bytes]) => ({ name, type, bytes })),
    ...FORMATS.flatMap((is) =>
      FORMATS.filter((says) => says !== is).map((says) => ({
        name: `a ${is} that says it is ${says}`,
        type: says,
        bytes: whole[is],
      })),
    ),
  ]
}

/** Cuts, flips, stretches or splices a valid picture. @param whole a valid picture of each format */
function mutatePicture(whole: Record<Format, Buffer>, random: (below: number) => number): Specimen {
  const type = FORMATS[random(FORMATS.length)] as Format
  const source = whole[type]
  const bytes = Buffer.from(source)
  const flips = 1 + random(12)
  switch (random(5)) {
    case 0:
      return { name: `a ${type} cut short`, type, bytes: bytes.subarray(0, random(bytes.length)) }
    case 1: {
      // Changes only the first bytes, which contain sizes, tables and offsets.
      for (let flip = 0; flip < flips; flip++) {
        const at = random(Math.min(200, bytes.length))
        bytes[at] = (bytes[at] as number) ^ (1 << random(8))
      }
      return { name: `a ${type} with bits flipped at its head`, type, bytes }
    }
    case 2: {
      for (let flip = 0; flip < flips; flip++) bytes[random(bytes.length)] = random(256)
      return { name: `a ${type} with bytes changed`, type, bytes }
    }
    case 3: {
      const at = random(bytes.length)
      const noise = Buffer.from(Array.from({ length: 1 + random(400) }, () => random(256)))
      return {
        name: `a ${type} with something put in`,
        type,
        bytes: Buffer.concat([bytes.subarray(0, at), noise, bytes.subarray(at)]),
      }
    }
    default: {
      const other = whole[FORMATS[random(FORMATS.length)] as Format]
      return {
        name: `a ${type} that goes on as another`,
        type,
        bytes: Buffer.concat([bytes.subarray(0, random(bytes.length)), other.subarray(random(other.length))]),
      }
    }
  }
}

/** @param seed the same seed creates the same mutations */
export async function createSpecimens(count: number, seed: number): Promise<Specimen[]> {
  const random = createByteRandom(seed)
  const pixels = Buffer.from(Array.from({ length: 64 * 48 * 3 }, () => random(256)))
  const source = sharp(pixels, { raw: { width: 64, height: 48, channels: 3 } })
  const whole = Object.fromEntries(
    await Promise.all(
      FORMATS.map(async (format) => [format, await source.clone().toFormat(format).toBuffer()] as const),
    ),
  ) as Record<Format, Buffer>
  const fixed = await createHostilePictures(whole)
  return [
    ...fixed,
    ...Array.from({ length: Math.max(0, count - fixed.length) }, () => mutatePicture(whole, random)),
  ]
}

/** True when the first and last bytes of a served file are those of its format. */
function isComplete(name: string, bytes: Buffer): boolean {
  if (name.endsWith('.jpg'))
    return bytes.readUInt16BE(0) === 0xffd8 && bytes.readUInt16BE(bytes.length - 2) === 0xffd9
  return (
    bytes.toString('latin1', 0, 4) === 'RIFF' &&
    bytes.toString('latin1', 8, 12) === 'WEBP' &&
    bytes.readUInt32LE(4) + 8 === bytes.length
  )
}

/**
 * Uploads a file and checks every file made from it.
 * @returns true when the upload was accepted
 * @throws when the answer or a served file breaks a rule
 */
async function upload(club: TestClub, as: string, { name, type, bytes }: Specimen): Promise<boolean> {
  const image = `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}`
  const response = await club.send('POST', '/api/media', { as, body: { image } })
  const fail = (why: string) => new Error(`${name}: ${why}`)
  if (response.status !== 201) {
    const problem = (await response.json()) as ProblemDetails
    if (![400, 413].includes(response.status)) throw fail(`answered with ${response.status}`)
    if (problem.errors?.[0]?.field !== 'image' && response.status === 400)
      throw fail(`refused without a reason: ${JSON.stringify(problem)}`)
    return false
  }
  const { base, widths } = (await response.json()) as Picture
  for (const file of widths.flatMap((width) => [`${base}-${width}.jpg`, `${base}-${width}.webp`])) {
    const answer = await club.send('GET', file)
    const served = Buffer.from(await answer.arrayBuffer())
    if (!isComplete(file, served)) throw fail(`${file} is not what its name says`)
    if (served.includes('POLYGLOT')) throw fail(`${file} contains the hidden program`)
    const policy = answer.headers.get('Content-Security-Policy') ?? ''
    if (!policy.startsWith("default-src 'none'") || !policy.includes('sandbox'))
      throw fail(`${file}: ${policy}`)
    if (answer.headers.get('X-Content-Type-Options') !== 'nosniff') throw fail(`${file} may be sniffed`)
    const label = file.endsWith('.jpg') ? 'image/jpeg' : 'image/webp'
    if (answer.headers.get('Content-Type') !== label) throw fail(`${file} has the wrong media type`)
  }
  return true
}

/** Uploads two files at a time, like two administrators at work. */
export async function uploadAll(club: TestClub, as: string, all: Specimen[]) {
  const failures: string[] = []
  let accepted = 0
  const queue = all.values()
  const sender = async () => {
    for (const specimen of queue)
      try {
        if (await upload(club, as, specimen)) accepted++
      } catch (error) {
        failures.push(String(error))
      }
  }
  await Promise.all([sender(), sender()])
  return { accepted, failures, peakBytes: readPeakMemory(process.pid) }
}

const section: Section = async (scale) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'club-pictures-'))
  const club = await openTestClub({ databaseUrl: null, dataDir }, { env: { LOG_LEVEL: 'fatal' } })
  try {
    const seed = chooseSeed(scale)
    const all = await createSpecimens(scale === 'long' ? 2_000 : 90, seed)
    const { cookie } = await club.signIn()
    const { accepted, failures, peakBytes } = await uploadAll(club, cookie, all)
    for (const failure of failures) console.error(failure)
    const notes = `${accepted} accepted, ${all.length - accepted} refused; peak ${Math.round(peakBytes / 1e6)} MB with the image worker; seed ${seed}`
    return [{ what: 'Hostile pictures', done: all.length, bad: failures.length, notes }]
  } finally {
    await club.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
export default section
