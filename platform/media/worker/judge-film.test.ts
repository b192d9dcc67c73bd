/** Tests accepted and refused films, and the removal of their metadata. */
import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import {
  createBox,
  createFilm,
  createLocationParts,
  createLongBox,
  type FilmParts,
  PLACE,
  u32,
} from '../../../test/support/films.ts'
import type { FilmFault } from '../shared/film-faults.ts'
import { applyEdits, type ReadAt } from './file-edits.ts'
import { judgeFilm } from './judge-film.ts'

const readerOf =
  (file: Buffer): ReadAt =>
  async (at, length) =>
    Buffer.from(file.subarray(at, at + length))

const judged = (file: Buffer) => judgeFilm(readerOf(file), file.byteLength)

async function getFault(file: Buffer): Promise<FilmFault | null> {
  const result = await judged(file)
  return result.ok ? null : result.fault
}

async function getCleaned(file: Buffer): Promise<Buffer> {
  const result = await judged(file)
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.fault)}`)
  const chunks: Uint8Array[] = []
  for await (const chunk of applyEdits(readerOf(file), file.byteLength, result.film.edits)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const ftyp = createBox('ftyp', Buffer.from('isom\0\0\x02\0isom', 'latin1'))
const damaged: FilmFault = { why: 'damaged' }
const whole = createFilm()

/** Returns the film with four changed bytes. @param after distance from the beginning of the box's name. Bytes */
function changed(file: Buffer, name: string, after: number, value: number): Buffer {
  const copy = Buffer.from(file)
  copy.writeUInt32BE(value >>> 0, copy.lastIndexOf(name, undefined, 'latin1') + after)
  return copy
}

describe('refuses', () => {
  test.each<[string, Buffer, FilmFault]>([
    ['nothing', Buffer.alloc(0), { why: 'empty' }],
    ['a text', Buffer.from('Esto no es un film.'), { why: 'no-film' }],
    ['a PNG', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), { why: 'no-film' }],
    ['WebM', Buffer.from('\x1aE\xdf\xa3\x9fB\x86\x81\x01B\xf7\x81\x01', 'latin1'), { why: 'no-film' }],
    ['what begins with another box', Buffer.concat([createBox('mdat'), whole]), { why: 'no-film' }],
    ['zeros', Buffer.alloc(5000), { why: 'no-film' }],
    ['a beginning alone', ftyp, { why: 'cut-off' }],
    ['three bytes more', Buffer.concat([whole, Buffer.alloc(3)]), { why: 'cut-off' }],
    ['HEVC', createFilm({ tracks: [{ codec: 'hvc1' }] }), { why: 'codec', codec: 'HEVC (H.265)' }],
    ['the other HEVC', createFilm({ tracks: [{ codec: 'hev1' }] }), { why: 'codec', codec: 'HEVC (H.265)' }],
    ['AV1', createFilm({ tracks: [{ codec: 'av01' }] }), { why: 'codec', codec: 'AV1' }],
    [
      'encrypted video',
      createFilm({ tracks: [{ codec: 'encv' }] }),
      { why: 'codec', codec: 'un formato que no es H.264' },
    ],
    [
      'H.264 of ten bits',
      createFilm({ tracks: [{ profile: 110 }] }),
      { why: 'codec', codec: 'H.264 de 10 bits o 4:2:2' },
    ],
    ['sound alone', createFilm({ tracks: [{ handler: 'soun', codec: 'mp4a' }] }), { why: 'no-video' }],
    ['no track at all', createFilm({ tracks: [] }), { why: 'no-video' }],
    ['two videos', createFilm({ tracks: [{}, {}] }), { why: 'two-videos' }],
    ['fragments', createFilm({ after: [createBox('moof', createBox('mfhd', u32(0)))] }), { why: 'in-parts' }],
    ['an index twice', createFilm({ after: [createBox('moov')] }), damaged],
    ['no data', Buffer.concat([ftyp, createBox('moov', createBox('mvhd'))]), { why: 'cut-off' }],
  ])('%s', async (_, file, fault) => {
    expect(await getFault(file)).toEqual(fault)
  })

  test.each<[string, FilmParts]>([
    ['its index first', {}],
    ['its data first', { dataFirst: true }],
    ['a length of 64 bits', { dataFirst: true, data: 'long' }],
  ])('what is cut off anywhere, with %s', async (_, parts) => {
    const file = createFilm(parts)
    expect(await getFault(file)).toBeNull()
    for (let length = 40; length < file.byteLength; length++)
      expect([length, await getFault(file.subarray(0, length))]).toEqual([length, { why: 'cut-off' }])
  })

  test('data that goes to the end of a file which ends too early', async () => {
    const file = createFilm({ data: 'to-the-end' })
    expect(await getFault(file)).toBeNull()
    expect(await getFault(file.subarray(0, -1))).toEqual({ why: 'cut-off' })
  })

  test.each<[string, Buffer]>([
    ['a box of four bytes', Buffer.concat([ftyp, u32(4), Buffer.from('free'), whole])],
    ['a long box of no bytes', Buffer.concat([ftyp, createLongBox('free', Buffer.alloc(8), 0n)])],
    ['a long box of fifteen bytes', Buffer.concat([ftyp, createLongBox('free', Buffer.alloc(8), 15n)])],
    [
      'a long box of more than there is anywhere',
      Buffer.concat([ftyp, createLongBox('free', Buffer.alloc(8), 2n ** 63n)]),
    ],
    [
      'a size that leads into the middle of another',
      Buffer.concat([ftyp, createBox('free', Buffer.alloc(60), 30), whole]),
    ],
    ['more boxes than a file has', Buffer.concat([ftyp, ...Array(5000).fill(createBox('free'))])],
    ['more boxes than an index has', createFilm({ within: Array(20_000).fill(createBox('free')) })],
    [
      'more tracks than a film has',
      createFilm({ tracks: [{}, ...Array(40).fill({ handler: 'soun', codec: 'mp4a' })] }),
    ],
    ['an index as long as the film', createFilm({ within: [createBox('free', Buffer.alloc(5_000_000))] })],
    ['a box in the index that is longer than it', changed(whole, 'trak', -4, 0x7fffffff)],
    ['a box in the index to the end of all', changed(whole, 'trak', -4, 0)],
    ['a box in the index without a length', changed(whole, 'mdia', -4, 7)],
    ['a table of more entries than it has', changed(whole, 'stco', 8, 0x40000000)],
    ['sizes of more samples than it has', changed(whole, 'stsz', 12, 0x40000000)],
    ['runs of more samples than there are', changed(whole, 'stsc', 16, 0xffffffff)],
    ['a description without its fields', changed(whole, 'avc1', -4, 20)],
    ['no width', changed(whole, 'avc1', 28, 0)],
    [
      'a table of eight bytes each of fewer',
      changed(createFilm({ tracks: [{ isCompact: true }] }), 'co64', 8, 3),
    ],
    ['samples of no bits', changed(createFilm({ tracks: [{ isCompact: true }] }), 'stz2', 8, 0)],
    ['samples in the index', createFilm({ tracks: [{ offsets: [60, 80] }] })],
    [
      'the same table twice',
      createFilm({ tracks: [{}], within: [] }).fill('stco', whole.indexOf('stsc'), whole.indexOf('stsc') + 4),
    ],
  ])('%s', async (_, file) => {
    expect(await getFault(file)).toEqual(damaged)
  })

  test('a million samples of one size in twenty bytes, without counting them', async () => {
    const file = changed(changed(whole, 'stsz', 8, 4000), 'stsz', 12, 0xffffffff)
    const before = performance.now()
    expect(await getFault(changed(file, 'stsc', 16, 0xfffffff))).toEqual({ why: 'cut-off' })
    expect(performance.now() - before).toBeLessThan(5_000)
  })

  test('more runs of samples than a film has, though all of them are there', async () => {
    const runs = (count: number) =>
      changed(createFilm({ dataFirst: true, tracks: [{ offsets: Array(count).fill(36) }] }), 'stsz', 8, 1)
    const before = performance.now()
    expect(await getFault(runs(900_000))).toEqual(damaged)
    expect(await getFault(runs(190_000))).toBeNull()
    expect(performance.now() - before).toBeLessThan(20_000)
  })

  test('the deepest and the widest of four megabytes soon', async () => {
    const deep = Array.from({ length: 3000 }).reduce<Buffer>(
      (inner) => createBox('moov', inner),
      createBox('free'),
    )
    const table = createBox('stco', Buffer.concat([u32(0), u32(900_000), Buffer.alloc(3_600_000)]))
    const files = [createFilm({ within: [deep] }), createFilm({ within: [createBox('trak', table)] })]
    const before = performance.now()
    for (const file of files) await getFault(file)
    expect(performance.now() - before).toBeLessThan(20_000)
  })
})

describe('takes', () => {
  test.each<[string, FilmParts]>([
    ['its data first', { dataFirst: true }],
    ['a length of 64 bits', { data: 'long' }],
    ['data to the end', { data: 'to-the-end' }],
    ['what QuickTime makes', { brand: 'qt  ', before: [createBox('wide')] }],
    ['sound too', { tracks: [{}, { handler: 'soun', codec: 'mp4a' }] }],
    ['its tables in their other form', { tracks: [{ isCompact: true }, { handler: 'soun', codec: 'mp4a' }] }],
    ['the other name of H.264', { tracks: [{ codec: 'avc3', profile: 66 }] }],
  ])('a film with %s, and leaves it as it is', async (_, parts) => {
    const file = createFilm(parts)
    const result = await judged(file)
    expect(result).toMatchObject({ ok: true, film: { width: 640, height: 360 } })
    const clean = await getCleaned(file)
    // The empty `wide` box becomes a `free` box of the same size.
    expect(clean.toString('latin1').replace('free', 'wide')).toBe(file.toString('latin1'))
  })

  test('the default film', async () => {
    const file = await readFile(new URL('../../../club/pictures/hero.mp4', import.meta.url))
    expect(await judged(file)).toMatchObject({ ok: true, film: { width: 1280, height: 720 } })
    expect((await getCleaned(file)).byteLength).toBe(file.byteLength)
  })
})

test('removes the place of recording and keeps the offsets of all other data', async () => {
  for (const dataFirst of [false, true]) {
    const file = createFilm({ ...createLocationParts(), dataFirst })
    expect(file.toString('latin1').split(PLACE).length).toBeGreaterThan(8)
    const clean = await getCleaned(file)
    expect(clean.byteLength).toBe(file.byteLength)
    const text = clean.toString('latin1')
    expect(text).not.toMatch(/\+34|058|xmp|xyz|udta|meta|uuid|mebx/)
    // The samples of a location track are removed too. Those of picture and sound stay.
    expect(text).not.toContain('M'.repeat(3))
    for (const [letter, length] of [
      ['V', 60],
      ['S', 10],
    ] as const)
      expect([...text.matchAll(new RegExp(`${letter}{5,}`, 'g'))].join('').length).toBe(length)
    expect(text.indexOf('V'.repeat(10))).toBe(file.indexOf('V'.repeat(10)))
    // The cleaned file is a valid film without metadata.
    expect(await getCleaned(clean)).toEqual(clean)
  }
})

test.each([0, 1] as const)(
  'recording time and device become zeros, in boxes of version %i',
  async (version) => {
    const fileMade = (at: number, by: string) => {
      const metadata = { version, at, by }
      return createFilm({ metadata, tracks: [{ metadata }, { metadata, handler: 'soun', codec: 'mp4a' }] })
    }
    const time = 0xe1a2b3c4
    const file = fileMade(time, 'Telefono-de-Ana')
    // Counts how often a text occurs. The test file has two timestamps in each of five headers. The name of the device is
    // in handlers, vendors, a compressor, a path and XMP.
    const occurrences = (bytes: Buffer, text: string | Buffer) =>
      bytes.toString('latin1').split(text.toString('latin1')).length - 1
    expect([occurrences(file, u32(time)), occurrences(file, 'Tele')]).toEqual([10, 14])
    const clean = await getCleaned(file)
    expect([occurrences(clean, u32(time)), occurrences(clean, 'Tele')]).toEqual([0, 0])
    // All other bytes are unchanged, and the file is still a valid film.
    expect(clean.equals(fileMade(0, ''))).toBe(true)
    expect(await getCleaned(clean)).toEqual(clean)
  },
)

test('a block ends anywhere: in a name, in what is blanked, between the two', async () => {
  for (let length = 262_100; length < 262_150; length++) {
    const file = createFilm({
      before: [createBox('uuid', Buffer.alloc(length, 'X'))],
      after: [createBox('meta', Buffer.alloc(300_000, 'X'))],
    })
    const clean = await getCleaned(file)
    expect([length, clean.includes('XXX'), clean.byteLength]).toEqual([length, false, file.byteLength])
    expect(clean.toString('latin1').match(/uuid|meta/)).toBeNull()
  }
})
