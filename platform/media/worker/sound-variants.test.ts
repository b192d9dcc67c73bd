/**
 * Compares the check of audio files with three browsers. test/engines/record-sound-playback.ts plays the files and writes
 * sound-playback.json.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  coverTag,
  id3Frame,
  id3Tag,
  pictureFrame,
  soundVariants,
  UNSYNCHRONISED,
  withTags,
} from '../../../test/support/sound-variants.ts'
import type { AudioFault } from '../shared/audio-faults.ts'
import { COVER_MAX } from './audio-fault.ts'
import { applyEdits, computeEditedSize, type ReadAt } from './file-edits.ts'
import { judgeAudio } from './judge-audio.ts'

interface Row {
  /** Length of the sound, decoded by ffmpeg. null without sound. s */
  length: number | null
  /** Time at the end in each browser. null: it does not play. s */
  played: Record<'chromium' | 'firefox' | 'webkit', number | null>
}

const table = JSON.parse(
  readFileSync(new URL('../../../test/support/sound-playback.json', import.meta.url), 'utf8'),
) as Record<string, Row>

/** Refusals of files by their name, also of files that browsers play: films, and formats that podcast apps do not accept. */
const REFUSED: [string, AudioFault][] = [
  ['mp3: free format', 'free-format'],
  ['mp3: layer II', 'mp2'],
  ['mp3: ends inside its tag', 'cut-off'],
  ['mp3: noise only', 'no-audio'],
  ['m4a: last sample cut off', 'cut-off'],
  ['m4a: Apple Lossless', 'alac'],
  ['m4a: AC-3', 'ac-3'],
  ['m4a: protected, iTunes', 'protected'],
  ['m4a: protected', 'protected'],
  ['m4a: no sound', 'no-sound'],
  ['m4a: film', 'film'],
  ['m4a: film, a picture every two seconds', 'film'],
  ['m4a: film, HEVC', 'film'],
  ['m4a: film, AC-3', 'film'],
  ['m4a: film, JPEG', 'film'],
  ['m4a: film, JPEG in MP4', 'film'],
  ['m4a: film, JPEG in parts', 'film'],
  ['m4a: film, PNG', 'film'],
  ['other: Ogg Opus', 'ogg'],
  ['other: FLAC', 'flac'],
  ['other: WAV', 'wav'],
  ['other: AAC without MP4', 'adts'],
  ['other: CAF', 'caf'],
  ['other: AU', 'au'],
  ['other: WavPack', 'wavpack'],
  ['other: AVI', 'film'],
  ['other: FLV', 'film'],
  ['other: Matroska', 'webm'],
  ['other: MPEG transport stream', 'mpeg'],
  ['other: MPEG program stream', 'mpeg'],
  ['other: ZIP with an MP3', 'archive'],
  ['other: TAR with an MP3', 'archive'],
]

const createRead =
  (file: Buffer): ReadAt =>
  async (at, length) => {
    expect(at).toBeLessThan(file.byteLength)
    return Buffer.from(file.subarray(at, at + length))
  }
const judge = (file: Buffer) => judgeAudio(createRead(file), file.byteLength)

async function edited(file: Buffer) {
  const judged = await judge(file)
  if (!judged.ok) throw new Error(judged.fault)
  const { edits, coverBytes } = judged.audio
  const blocks: Uint8Array[] = []
  for await (const block of applyEdits(createRead(file), file.byteLength, edits)) blocks.push(block)
  const bytes = Buffer.concat(blocks)
  expect(bytes.byteLength).toBe(computeEditedSize(file.byteLength, edits))
  return { bytes, coverBytes }
}

const build = (name: string): Buffer => (soundVariants[name] as () => Buffer)()
const faultOf = async (file: Buffer) => {
  const judged = await judge(file)
  return judged.ok ? null : judged.fault
}

test('every file has been played', () => {
  expect(Object.keys(table)).toEqual(Object.keys(soundVariants))
})

describe('a sound of other programs', () => {
  test.each(Object.entries(table))('%s', async (name, { length, played }) => {
    const judged = await judge(build(name))
    const count = Object.values(played).filter((seconds) => seconds !== null).length
    if (count === 0 || REFUSED.some(([refused]) => refused === name)) expect(judged.ok).toBe(false)
    else if (count > 1) expect(judged).toMatchObject({ ok: true })
    if (judged.ok && length !== null)
      expect(Math.abs((judged.audio.seconds ?? Number.NaN) - length)).toBeLessThanOrEqual(1)
  })

  test.each(REFUSED)('%s is refused as %s', async (name, fault) => {
    expect(await faultOf(build(name))).toBe(fault)
  })
})

test.each([
  ['m4a: plain', 'esds'],
  ['m4a: Opus', 'dOps'],
  ['m4a: FLAC', 'dfLa'],
  ['m4a: QuickTime', 'wave'],
  ['m4a: MP4 pictures of chapters', 'mp4v'],
  ['m4a: H.264 pictures of chapters', 'avcC'],
  ['m4a: in parts', 'moof'],
])('"%s" keeps the box %s, which decoders need', async (name, box) => {
  const { bytes } = await edited(build(name))
  expect(bytes.includes(box)).toBe(true)
})

describe('a cover that is too large', () => {
  test.each([
    ['mp3: cover of 17 MB', 'mp3: tag'],
    ['m4a: cover of 17 MB, index first', 'm4a: tags'],
  ])('of "%s" is cut out, and "%s" remains', async (name, rest) => {
    const { bytes, coverBytes } = await edited(build(name))
    expect(Math.round(coverBytes / 1e6)).toBe(17)
    expect(bytes.equals((await edited(build(rest))).bytes)).toBe(true)
  })

  test.each(['m4a: cover of 17 MB, index last', 'mp3: joined files with a cover of 17 MB in the middle'])(
    'of "%s" is cut out, and the sound keeps its length',
    async (name) => {
      const { bytes } = await edited(build(name))
      expect(bytes.byteLength).toBeLessThan(50_000)
      expect(await judge(bytes)).toMatchObject({
        ok: true,
        audio: { seconds: Math.round(table[name]?.length ?? 0), coverBytes: 0 },
      })
    },
  )

  test('of a file in parts becomes zeros, because other boxes contain positions', async () => {
    const file = withTags(build('m4a: in parts'), coverTag(COVER_MAX))
    const { bytes, coverBytes } = await edited(file)
    expect(coverBytes).toBeGreaterThan(COVER_MAX)
    expect([bytes.byteLength, bytes.includes('covr')]).toEqual([file.byteLength, false])
  })

  const sound = build('mp3: plain')
  const title = (version: number) => id3Frame('TIT2', Buffer.from('\x03La noche'), version)
  /** Writes a zero after each 0xFF, as ID3v2 section 6.1 demands. */
  const unsynchronise = (bytes: Buffer) =>
    Buffer.from([...bytes].flatMap((byte) => (byte === 0xff ? [0xff, 0] : [byte])))
  test.each<[string, (rest: Buffer) => Buffer, number, number]>([
    ['version 2.3', (cover) => cover, 3, 0],
    ['version 2.3 with its bytes changed', unsynchronise, 3, UNSYNCHRONISED],
    ['version 2.4 with plain sizes', (cover) => cover, 3, 0],
  ])('of a tag of %s is cut out', async (name, change, frameVersion, flags) => {
    const version = name.includes('2.4') ? 4 : 3
    const tagged = (...parts: Buffer[]) =>
      Buffer.concat([id3Tag(change(Buffer.concat(parts)), { version, flags }), sound])
    const file = tagged(title(3), pictureFrame(COVER_MAX, frameVersion), title(3))
    expect((await edited(file)).bytes.equals(tagged(title(3), title(3)))).toBe(true)
  })

  test('of a tag of version 2.2 is cut out', async () => {
    const frame = (id: string, content: Buffer) => {
      const size = Buffer.alloc(3)
      size.writeUIntBE(content.byteLength, 0, 3)
      return Buffer.concat([Buffer.from(id), size, content])
    }
    const kept = frame('TT2', Buffer.from('\0La noche'))
    const tagged = (...parts: Buffer[]) =>
      Buffer.concat([id3Tag(Buffer.concat(parts), { version: 2 }), sound])
    const file = tagged(frame('PIC', Buffer.alloc(COVER_MAX, 7)), kept)
    expect((await edited(file)).bytes.equals(tagged(kept))).toBe(true)
  })

  test('stays when it is small', async () => {
    const file = Buffer.concat([id3Tag(pictureFrame(COVER_MAX - 100)), sound])
    expect((await edited(file)).bytes.equals(file)).toBe(true)
  })
})
