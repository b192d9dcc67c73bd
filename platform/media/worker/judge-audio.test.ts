/** Tests the recognition of audio files, with generated and hostile files. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  createM4a,
  createM4aWithManyChunks,
  createMp3,
  createTrack,
  FRAME_BYTES,
} from '../../../test/support/audio.ts'
import { createBox, createFilm, createLongBox, u32 } from '../../../test/support/films.ts'
import type { AudioFault } from '../shared/audio-faults.ts'
import { applyEdits, type ReadAt } from './file-edits.ts'
import { judgeAudio } from './judge-audio.ts'

async function judged(file: Buffer, size = file.byteLength) {
  let bytes = 0
  const read: ReadAt = async (at, length) => {
    expect(at).toBeLessThan(size)
    const block = file.subarray(at, Math.min(at + length, size))
    bytes += block.byteLength
    return block
  }
  const answer = await judgeAudio(read, size)
  return { ...answer, bytes }
}
const getFault = async (file: Buffer) => {
  const answer = await judged(file)
  return answer.ok ? null : answer.fault
}

/** Creates packets of a transport stream. @param at position of the first byte of a packet */
function createPackets(length: number, at: number): Buffer {
  const packets = Buffer.alloc(5 * length)
  for (let start = at; start < packets.byteLength; start += length) packets[start] = 0x47
  return packets
}

describe('a sound', () => {
  test.each<[string, Buffer, string, number | null]>([
    ['an MP3 by its rate', createMp3({ frames: 3_829 }), 'mp3', 100],
    ['an MP3 with a tag', createMp3({ frames: 3_829, tag: 300_000 }), 'mp3', 100],
    ['an MP3 that states more frames', createMp3({ frames: 3_830, info: { frames: 76_563 } }), 'mp3', 100],
    ['an MP3 that states more bytes', createMp3({ frames: 40, info: { bytes: 4_000_000 } }), 'mp3', 1],
    ['an MP3 that says it lasts for years', createMp3({ info: { frames: 0xffffffff } }), 'mp3', 1],
    ['an M4A', createM4a({ scale: 48_000, ticks: 48_000 * 3_599 }), 'm4a', 3_599],
    [
      'an M4A with pictures of its chapters',
      createM4a({ more: [createTrack({ handler: 'vide', codec: 'jpeg', samples: 60 })] }),
      'm4a',
      60,
    ],
    ['an M4A that does not count', createM4a({ scale: 0 }), 'm4a', null],
  ])('%s is known by its content', async (_, file, format, seconds) => {
    const answer = await judged(file)
    expect(answer).toMatchObject({ ok: true, audio: { format, seconds } })
    expect(answer.bytes).toBeLessThan(file.byteLength + 100_000)
  })

  test.each<[string, Buffer, AudioFault]>([
    ['nothing', Buffer.alloc(0), 'empty'],
    ['zeros', Buffer.alloc(5_000), 'no-audio'],
    ['a text', Buffer.from('<script>alert(1)</script>'), 'no-audio'],
    ['a picture', Buffer.from('ffd8ffe000104a464946000101', 'hex'), 'no-audio'],
    ['one frame of MP3', createMp3({ frames: 1 }), 'no-audio'],
    ['MP3 that ends within its tag', createMp3({ tag: 200 }).subarray(0, 100), 'cut-off'],
    [
      'MP3 whose tag says it is longer than the file',
      createMp3({ tag: 10, declaredTag: 9_000_000 }),
      'cut-off',
    ],
    ['MP3 whose tag is a quarter of a gigabyte', createMp3({ tag: 10, declaredTag: 268_435_455 }), 'cut-off'],
    [
      'frames that lead nowhere',
      Buffer.concat([createMp3({ frames: 2 }), Buffer.alloc(9_000, 9)]),
      'no-audio',
    ],
    ['a film', createFilm(), 'film'],
    [
      'an M4A with more than one picture a second',
      createM4a({ more: [createTrack({ handler: 'vide', codec: 'jpeg', samples: 61 })] }),
      'film',
    ],
    [
      'a HEIC picture',
      Buffer.concat([
        createBox('ftyp', Buffer.from('heic\0\0\0\0')),
        createBox('meta'),
        createBox('mdat', u32(0)),
      ]),
      'no-audio',
    ],
    ['MP3 in a RAR', Buffer.concat([Buffer.from('Rar!\x1a\x07'), createMp3()]), 'archive'],
    ['MP3 in a 7-Zip', Buffer.concat([Buffer.from('377abcaf271c', 'hex'), createMp3()]), 'archive'],
    ['MP3 in a gzip', Buffer.concat([Buffer.from('1f8b08', 'hex'), createMp3()]), 'archive'],
    ['MPEG with times', createPackets(192, 4), 'mpeg'],
    ['Apple Lossless', createM4a({ codec: 'alac' }), 'alac'],
    ['an M4A without sound', createM4a({ handler: 'text' }), 'no-sound'],
    ['an M4A cut off', createM4a().subarray(0, -500), 'cut-off'],
    [
      'an M4A without its index',
      Buffer.concat([createBox('ftyp', Buffer.alloc(8)), createBox('mdat', Buffer.alloc(9))]),
      'cut-off',
    ],
    ['an M4A whose sound would be behind its end', createM4a({ offset: 900_000 }), 'cut-off'],
    ['an M4A whose sound would be in its index', createM4a({ offset: 30 }), 'damaged'],
    [
      'an M4A with a part of a wrong length',
      Buffer.concat([createM4a(), createBox('moof', createBox('traf', u32(0), 4))]),
      'damaged',
    ],
    [
      'a box that says it is longer than any file',
      Buffer.concat([createBox('ftyp', Buffer.alloc(8)), createLongBox('moov', Buffer.alloc(8), 2n ** 62n)]),
      'damaged',
    ],
    [
      'a box of four bytes',
      Buffer.concat([createBox('ftyp', Buffer.alloc(8)), createBox('moov', Buffer.alloc(8), 4)]),
      'damaged',
    ],
    [
      'boxes without end',
      Buffer.concat([
        createBox('ftyp', Buffer.alloc(8)),
        ...Array.from({ length: 3_000 }, () => createBox('free')),
      ]),
      'in-parts',
    ],
    [
      'an index of boxes without end',
      Buffer.concat([
        createBox('ftyp', Buffer.alloc(8)),
        createBox('moov', Buffer.concat(Array.from({ length: 3_000 }, () => createBox('free')))),
        createBox('mdat', Buffer.alloc(8)),
      ]),
      'damaged',
    ],
    [
      'a track without tables',
      Buffer.concat([
        createBox('ftyp', Buffer.alloc(8)),
        createBox('moov', createBox('trak', u32(0))),
        createBox('mdat', Buffer.alloc(8)),
      ]),
      'damaged',
    ],
  ])('%s is none', async (_, file, fault) => {
    expect(await getFault(file)).toBe(fault)
  })

  test.each([0, 1] as const)(
    'keeps its tags, but not its recording time, place and device (version %i)',
    async (version) => {
      const data = (text: string) => createBox('data', Buffer.concat([u32(1), u32(0), Buffer.from(text)]))
      /** Creates an M4A. @param as returns the type to write for a box that becomes `free` */
      const fileMade = (at: number, by: string, as: (type: string) => string) => {
        const hidden = (type: string) => createBox(as(type), Buffer.alloc(30).fill(by === '' ? 0 : by))
        const tags = [
          createBox('\xa9nam', data('La noche')),
          hidden('\xa9too'),
          createBox('covr', data('tapa')),
        ]
        const handler = createBox('hdlr', Buffer.from('\0\0\0\0\0\0\0\0mdirappl\0\0\0\0\0\0\0\0\0', 'latin1'))
        const meta = createBox(
          'meta',
          Buffer.concat([u32(0), handler, createBox('ilst', Buffer.concat(tags)), hidden('free')]),
        )
        const udta = createBox(
          'udta',
          Buffer.concat([hidden('\xa9xyz'), hidden('\xa9mak'), meta, createBox('chpl', data('Uno'))]),
        )
        const more = [udta, hidden('meta'), hidden('uuid')]
        return Buffer.concat([
          createM4a({ metadata: { version, at, by }, more }),
          hidden('uuid'),
          hidden('free'),
        ])
      }
      const time = 0xe1a2b3c4
      const file = fileMade(time, 'Telefono-de-Ana', (type) => type)
      expect(file.includes(u32(time)) && file.includes('Telefono')).toBe(true)
      const answer = await judged(file)
      if (!answer.ok) throw new Error(answer.fault)
      expect(answer.audio).toMatchObject({ format: 'm4a', seconds: 60 })
      const read: ReadAt = async (at, length) => Buffer.from(file.subarray(at, at + length))
      const blocks: Uint8Array[] = []
      for await (const block of applyEdits(read, file.byteLength, answer.audio.edits)) blocks.push(block)
      expect(Buffer.concat(blocks).equals(fileMade(0, '', () => 'free'))).toBe(true)
    },
  )

  test('checking half a million chunk offsets in two thousand boxes takes linear time', async () => {
    const file = createM4aWithManyChunks()
    const before = performance.now()
    expect(await getFault(file)).toBeNull()
    // It would take 9 s if each offset were searched in each box.
    expect(performance.now() - before).toBeLessThan(5_000)
  })

  test('no bytes make the judge fail, whichever are changed', async () => {
    const files = [
      createMp3({ frames: 8, tag: 40, info: { frames: 8, bytes: 8 * FRAME_BYTES } }),
      createM4a({ data: 64 }),
    ]
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files),
        fc.array(fc.tuple(fc.nat(3_500), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 12 }),
        fc.nat(4_000),
        async (file, changes, length) => {
          const bytes = Buffer.from(file.subarray(0, length))
          for (const [at, byte] of changes) if (at < bytes.byteLength) bytes[at] = byte
          const answer = await judged(bytes)
          expect(answer.bytes).toBeLessThan(200_000)
        },
      ),
      { numRuns: 2_000 },
    )
  })
})
