/**
 * Builds files of the kinds that people upload from the small sounds in `sounds/`, which tools/sounds.mjs creates. Each file
 * is played in three browsers, and the result is in sound-playback.json.
 */
import { readFileSync } from 'node:fs'
import { createBox, u32 } from './films.ts'

const read = (name: string): Buffer => readFileSync(new URL(`sounds/${name}`, import.meta.url))

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1')
const join = (...parts: Uint8Array[]): Buffer => Buffer.concat(parts)
const zeros = (length: number): Buffer => Buffer.alloc(length)

/** Returns bytes without a pattern. They are the same in each run. */
function noise(length: number, seed = 1): Buffer {
  const bytes = Buffer.alloc(length)
  let state = seed
  for (let at = 0; at < length; at++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    bytes[at] = state >>> 24
  }
  return bytes
}

// --------------------------------------------------------------------------------------------------------- ID3 and APE

const synchsafe = (value: number): Buffer =>
  Buffer.from([21, 14, 7, 0].map((shift) => (value >>> shift) & 127))

export const id3Frame = (id: string, content: Uint8Array, version = 4): Buffer =>
  join(latin1(id), version === 4 ? synchsafe(content.byteLength) : u32(content.byteLength), zeros(2), content)

const FOOTER = 0x10
export const UNSYNCHRONISED = 0x80

export const id3Tag = (
  content: Uint8Array,
  { version = 4, flags = 0, declared = content.byteLength } = {},
): Buffer => join(latin1('ID3'), Buffer.from([version, 0, flags]), synchsafe(declared), content)

const withFooter = (content: Uint8Array): Buffer => {
  const tag = id3Tag(content, { flags: FOOTER })
  return join(tag, latin1('3DI'), tag.subarray(3, 10))
}

const title = (version = 4): Buffer => id3Frame('TIT2', latin1('\x03La noche'), version)
export const pictureFrame = (bytes: number, version = 4): Buffer =>
  id3Frame(
    'APIC',
    join(latin1('\0image/jpeg\0\x03\0'), Buffer.from('ffd8ffe0', 'hex'), noise(bytes)),
    version,
  )

function apeTag(content: string): Buffer {
  const item = join(u32(content.length).reverse(), zeros(4), latin1(`Title\0${content}`))
  const edge = (isHeader: boolean) =>
    join(
      latin1('APETAGEX'),
      u32(2000).reverse(),
      u32(item.byteLength + 32).reverse(),
      u32(1).reverse(),
      u32(isHeader ? 0xa0000000 : 0x80000000).reverse(),
      zeros(8),
    )
  return join(edge(true), item, edge(false))
}

const id3v1 = (): Buffer => join(latin1('TAG'), latin1('La noche'), zeros(117))
const lyrics3 = (): Buffer => join(latin1('LYRICSBEGININD0000200LYR00005Letra'), latin1('000034LYRICS200'))

// ------------------------------------------------------------------------------------------------------------- Frames

/** Bit rates of layer III by the index in a frame header, in kbit/s: of MPEG 1, then of MPEG 2 and 2.5. */
const RATES = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const

function splitFrames(bytes: Buffer): Buffer[] {
  const frames: Buffer[] = []
  for (let at = 0; at + 4 <= bytes.byteLength; ) {
    const [, second = 0, third = 0] = bytes.subarray(at)
    const version = (second >> 3) & 3
    const isFirst = version === 3
    const rate = RATES[isFirst ? 0 : 1][third >> 4] as number
    const divisor = isFirst ? 1 : version === 2 ? 2 : 4
    const frequency = ([44_100, 48_000, 32_000][(third >> 2) & 3] as number) / divisor
    const length = Math.floor(((isFirst ? 144 : 72) * rate * 1000) / frequency) + ((third >> 1) & 1)
    frames.push(bytes.subarray(at, at + length))
    at += length
  }
  return frames
}

const frames = (name: string): Buffer[] => splitFrames(read(name))

/** Changes the header with the numbers of frames and bytes, which ffmpeg writes into the first frame of a mono file. */
function withXing(change: (xing: Buffer) => void): Buffer {
  const bytes = Buffer.from(read('variable.mp3'))
  change(bytes.subarray(bytes.indexOf('Xing')))
  return bytes
}

/** Creates a frame with the header that Fraunhofer's encoder writes. */
function vbri(count: number): Buffer {
  const frame = Buffer.alloc(417)
  frame.writeUInt32BE(0xfffb90c0)
  frame.write('VBRI', 36, 'latin1')
  frame.writeUInt16BE(1, 40)
  frame.writeUInt32BE(12_000, 46)
  frame.writeUInt32BE(count, 50)
  frame.writeUInt16BE(1, 58)
  return frame
}

/** Bit rate index 0 is the free format: all frames have the same length, which no header states. */
const freeFormat = (): Buffer =>
  join(
    ...frames('mpeg-1.mp3').map((frame) => {
      const free = Buffer.from(frame.subarray(0, 104))
      free[2] = (free[2] as number) & 0x0d
      return free
    }),
  )

// ---------------------------------------------------------------------------------------------------------------- MP4

interface Mp4Box {
  type: string
  content: Buffer
}

function splitBoxes(bytes: Buffer): Mp4Box[] {
  const boxes: Mp4Box[] = []
  for (let at = 0; at + 8 <= bytes.byteLength; ) {
    const size = bytes.readUInt32BE(at)
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), content: bytes.subarray(at + 8, at + size) })
    at += size
  }
  return boxes
}

const joinBoxes = (boxes: Mp4Box[]): Buffer =>
  join(...boxes.map(({ type, content }) => createBox(type, content)))

/** Replaces the content of the box at a path. A change that returns no bytes removes the box. */
function change(bytes: Buffer, [type, ...path]: string[], apply: (content: Buffer) => Buffer | null): Buffer {
  return joinBoxes(
    splitBoxes(bytes).flatMap((box) => {
      if (box.type !== type) return [box]
      const content = path.length > 0 ? change(box.content, path, apply) : apply(Buffer.from(box.content))
      return content === null ? [] : [{ type, content }]
    }),
  )
}

const STBL = ['moov', 'trak', 'mdia', 'minf', 'stbl']

/** Adds to the offsets of chunks, after the index before them has grown. */
const shiftChunks = (file: Buffer, by: number): Buffer =>
  change(file, [...STBL, 'stco'], (content) => {
    for (let at = 8; at < content.byteLength; at += 4)
      content.writeUInt32BE(content.readUInt32BE(at) + by, at)
    return content
  })

const createTag = (type: string, kind: number, content: Uint8Array): Buffer =>
  createBox(type, createBox('data', join(u32(kind), u32(0), content)))

/** Adds tags as iTunes writes them. */
export function withTags(file: Buffer, tags: Buffer): Buffer {
  const handler = createBox('hdlr', join(zeros(8), latin1('mdirappl'), zeros(9)))
  const udta = createBox('udta', createBox('meta', join(zeros(4), handler, createBox('ilst', tags))))
  const grown = change(file, ['moov'], (content) =>
    join(
      change(content, ['udta'], () => null),
      udta,
    ),
  )
  const isFirst = file.indexOf('moov') < file.indexOf('mdat')
  return isFirst ? shiftChunks(grown, grown.byteLength - file.byteLength) : grown
}

export const coverTag = (bytes: number): Buffer =>
  createTag('covr', 13, join(Buffer.from('ffd8ffe0', 'hex'), noise(bytes)))
const titleTag = (): Buffer => createTag('\xa9nam', 1, latin1('La noche'))

const withBrand = (name: string, brand: string): Buffer =>
  change(read(name), ['ftyp'], (content) => join(latin1(brand), content.subarray(4)))

/** Changes the edit list, in the units of `mvhd`, which are milliseconds, and of `mdhd`. */
const withEdits = (...edits: { milliseconds: number; from: number }[]): Buffer =>
  change(read('index-last.m4a'), ['moov', 'trak', 'edts', 'elst'], () =>
    join(
      u32(0),
      u32(edits.length),
      ...edits.flatMap(({ milliseconds, from }) => [u32(milliseconds), u32(from), u32(0x10000)]),
    ),
  )

/** Writes a wrong duration into the headers of the file and the track. */
const withDuration = (duration: number): Buffer => {
  const set = (at: number) => (content: Buffer) => {
    content.writeUInt32BE(duration >>> 0, at)
    return content
  }
  return change(change(read('aac.m4a'), ['moov', 'mvhd'], set(16)), ['moov', 'trak', 'mdia', 'mdhd'], set(16))
}

function withLastIndexTwice(): Buffer {
  const file = read('index-last.m4a')
  const moov = splitBoxes(file).find(({ type }) => type === 'moov') as Mp4Box
  return join(file, createBox('moov', moov.content))
}

/** The length of `mdat` has 64 bits, so the data starts 8 bytes later. */
const withLongData = (): Buffer =>
  join(
    ...splitBoxes(shiftChunks(read('index-last.m4a'), 8)).map(({ type, content }) =>
      type === 'mdat'
        ? join(u32(1), latin1('mdat'), u32(0), u32(content.byteLength + 16), content)
        : createBox(type, content),
    ),
  )

function withoutBrand(): Buffer {
  const file = read('quicktime.m4a')
  const shorter = change(file, ['ftyp'], () => null)
  return shiftChunks(shorter, shorter.byteLength - file.byteLength)
}

function withDataToTheEnd(): Buffer {
  const boxes = splitBoxes(read('aac.m4a'))
  const data = boxes.find(({ type }) => type === 'mdat') as Mp4Box
  return join(joinBoxes(boxes.filter((box) => box !== data)), u32(0), latin1('mdat'), data.content)
}

/** Names the first track, of pictures, as the chapters of the sound. */
const withChapterReference = (file: Buffer): Buffer =>
  change(file, ['moov', 'trak'], (content) =>
    content.includes('soun') ? join(content, createBox('tref', createBox('chap', u32(1)))) : content,
  )

/** Replaces four letters in the index, such as the type of a box. */
function withLetters(file: Buffer, before: string, after: string): Buffer {
  const copy = Buffer.from(file)
  copy.write(after, copy.lastIndexOf(before, undefined, 'latin1'), 'latin1')
  return copy
}

/** Stores a file in an archive, without compression. */
const zip = (content: Buffer): Buffer =>
  join(
    latin1('PK\x03\x04\x14\0'),
    zeros(12),
    ...[content.byteLength, content.byteLength].map((size) => u32(size).reverse()),
    Buffer.from([9, 0, 0, 0]),
    latin1('noche.mp3'),
    content,
  )

function tar(content: Buffer): Buffer {
  const head = zeros(512)
  head.write('noche.mp3')
  head.write(content.byteLength.toString(8).padStart(11, '0'), 124)
  head.write('ustar', 257)
  return join(head, content, zeros(1_024))
}

const MEGABYTE = 1_000_000
const mp3 = (): Buffer => read('mpeg-1.mp3')
const m4a = (): Buffer => read('aac.m4a')

/** Returns the bytes of each file, by the name of its kind. */
export const soundVariants: Record<string, () => Buffer> = {
  'mp3: plain': mp3,
  'mp3: tag': () => join(id3Tag(title()), mp3()),
  'mp3: tag of version 2.2': () =>
    join(id3Tag(join(latin1('TT2\0\0\x09\0La noche'), zeros(20)), { version: 2 }), mp3()),
  'mp3: two tags': () => join(id3Tag(title()), id3Tag(title(3), { version: 3 }), mp3()),
  'mp3: five tags': () => join(...Array(5).fill(id3Tag(title())), mp3()),
  'mp3: tag with a footer': () => join(withFooter(title()), mp3()),
  'mp3: tag with padding': () => join(id3Tag(join(title(), zeros(4_000))), mp3()),
  'mp3: tag that states too few bytes': () =>
    join(id3Tag(join(title(), zeros(300)), { declared: title().byteLength }), mp3()),
  'mp3: tag that states too many bytes': () => join(id3Tag(title(), { declared: 1_000 }), mp3()),
  'mp3: tag with a size of eight-bit bytes': () => {
    const tag = id3Tag(join(title(), zeros(280)))
    tag.writeUInt32BE(tag.byteLength - 10, 6)
    return join(tag, mp3())
  },
  'mp3: tag with 3 MB of cues': () =>
    join(
      id3Tag(join(title(), id3Frame('GEOB', join(latin1('\0\0\0Serato Overview\0'), noise(3 * MEGABYTE))))),
      mp3(),
    ),
  'mp3: cover of 17 MB': () => join(id3Tag(join(title(), pictureFrame(17 * MEGABYTE))), mp3()),
  'mp3: APE tag first': () => join(apeTag('La noche'), mp3()),
  'mp3: APE tag last': () => join(mp3(), apeTag('La noche')),
  'mp3: old tag last': () => join(mp3(), id3v1()),
  'mp3: lyrics and old tag last': () => join(mp3(), lyrics3(), id3v1()),
  'mp3: byte order mark first': () => join(Buffer.from('efbbbf', 'hex'), mp3()),
  'mp3: byte order mark and tag first': () =>
    join(Buffer.from('efbbbf', 'hex'), id3Tag(join(title(), pictureFrame(90_000))), mp3()),
  'mp3: 215 zeros first': () => join(zeros(215), mp3()),
  'mp3: 60,000 zeros first': () => join(zeros(60_000), mp3()),
  'mp3: 100,000 zeros first': () => join(zeros(100_000), mp3()),
  'mp3: 150,000 zeros first': () => join(zeros(150_000), mp3()),
  'mp3: 300,000 zeros first': () => join(zeros(300_000), mp3()),
  'mp3: 2 MB of zeros first': () => join(zeros(2 * MEGABYTE), mp3()),
  'mp3: tag and 100,000 zeros': () => join(id3Tag(title()), zeros(100_000), mp3()),
  'mp3: tag and 300,000 zeros': () => join(id3Tag(title()), zeros(300_000), mp3()),
  'mp3: 500 bytes of 0xFF first': () => join(Buffer.alloc(500, 255), mp3()),
  'mp3: 3,000 bytes of noise first': () => join(noise(3_000), mp3()),
  'mp3: 30,000 bytes of noise first': () => join(noise(30_000), mp3()),
  'mp3: 100,000 bytes of noise first': () => join(noise(100_000), mp3()),
  'mp3: 300,000 bytes of noise first': () => join(noise(300_000), mp3()),
  'mp3: starts inside a frame': () => mp3().subarray(60),
  'mp3: starts inside a frame after a tag': () => join(id3Tag(title()), mp3().subarray(60)),
  'mp3: last frame cut off': () => mp3().subarray(0, -40),
  'mp3: noise last': () => join(mp3(), noise(5_000)),
  'mp3: zeros last': () => join(mp3(), zeros(100_000)),
  'mp3: noise in the middle': () => join(mp3(), noise(5_000), mp3()),
  'mp3: 200,000 zeros in the middle': () => join(mp3(), zeros(200_000), mp3()),
  'mp3: 2 MB of zeros in the middle': () => join(mp3(), zeros(2 * MEGABYTE), mp3()),
  'mp3: joined files with tags': () =>
    join(id3Tag(title()), mp3(), id3v1(), id3Tag(title(3), { version: 3 }), mp3(), id3v1()),
  'mp3: joined files with a cover of 17 MB in the middle': () =>
    join(mp3(), id3Tag(join(title(), pictureFrame(17 * MEGABYTE))), mp3()),
  'mp3: joined, other bit rate': () => join(mp3(), read('variable.mp3')),
  'mp3: joined, mono and stereo': () => join(mp3(), read('stereo.mp3')),
  'mp3: joined, stereo and mono': () => join(read('stereo.mp3'), mp3()),
  'mp3: joined, 44.1 and 48 kHz': () => join(mp3(), read('48-khz.mp3')),
  'mp3: joined, MPEG 1 and 2': () => join(mp3(), read('mpeg-2.mp3')),
  'mp3: variable rate': () => read('variable.mp3'),
  'mp3: variable rate without a header': () => join(...frames('variable.mp3').slice(1)),
  'mp3: variable rate, quiet first': () => join(...frames('variable.mp3').slice(1).reverse()),
  'mp3: header with a hundred times the frames': () =>
    withXing((xing) => xing.writeUInt32BE(xing.readUInt32BE(8) * 100, 8)),
  'mp3: header with no frames': () => withXing((xing) => xing.writeUInt32BE(0, 8)),
  'mp3: header with a tenth of the frames': () => withXing((xing) => xing.writeUInt32BE(46, 8)),
  'mp3: header with no flags': () => withXing((xing) => xing.writeUInt32BE(0, 4)),
  'mp3: header of the uncut original': () => read('variable.mp3').subarray(0, 20_000),
  'mp3: VBRI header with the wrong number': () => join(vbri(9_999), mp3()),
  'mp3: VBRI header with no frames': () => join(vbri(0), mp3()),
  'mp3: stereo': () => read('stereo.mp3'),
  'mp3: 48 kHz': () => read('48-khz.mp3'),
  'mp3: MPEG 2': () => read('mpeg-2.mp3'),
  'mp3: MPEG 2.5': () => read('mpeg-2.5.mp3'),
  'mp3: free format': freeFormat,
  'mp3: one frame': () => join(...frames('mpeg-1.mp3').slice(0, 1)),
  'mp3: two frames': () => join(...frames('mpeg-1.mp3').slice(0, 2)),
  'mp3: three frames': () => join(...frames('mpeg-1.mp3').slice(0, 3)),
  'mp3: six frames': () => join(...frames('mpeg-1.mp3').slice(0, 6)),
  'mp3: in a WAV': () => {
    const head = join(
      latin1('WAVEfmt '),
      Buffer.from('1e0000005500010044ac0000a00f00000100000001000200000068000100', 'hex').subarray(0, 34),
      zeros(4),
    )
    const data = join(latin1('data'), u32(mp3().byteLength).reverse(), mp3())
    return join(latin1('RIFF'), u32(head.byteLength + data.byteLength).reverse(), head, data)
  },
  'mp3: frames without sound': () =>
    join(...frames('mpeg-1.mp3').map((frame) => join(frame.subarray(0, 4), zeros(frame.byteLength - 4)))),
  'mp3: noise only': () => noise(200_000),
  'mp3: zeros only': () => zeros(100_000),
  'mp3: a text': () => latin1('<html><p>No encontramos ese archivo.</p></html>'.repeat(100)),
  'mp3: a picture': () =>
    join(Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'), noise(50_000, 7)),
  'mp3: tag only': () => id3Tag(title()),
  'mp3: ends inside its tag': () => id3Tag(title(), { declared: 9_000 }),
  'mp3: tag that is longer than the file': () => join(id3Tag(title(), { declared: 9 * MEGABYTE }), mp3()),
  'mp3: layer II': () => read('layer-2.mp3'),

  'm4a: plain': m4a,
  'm4a: index last': () => read('index-last.m4a'),
  'm4a: brand M4B': () => withBrand('aac.m4a', 'M4B '),
  'm4a: brand isom': () => withBrand('aac.m4a', 'isom'),
  'm4a: brand mp42': () => withBrand('aac.m4a', 'mp42'),
  'm4a: QuickTime': () => read('quicktime.m4a'),
  'm4a: no brand': withoutBrand,
  'm4a: two indexes last': withLastIndexTwice,
  'm4a: long data': withLongData,
  'm4a: data to the end': withDataToTheEnd,
  'm4a: zeros last': () => join(m4a(), zeros(2_000)),
  'm4a: old tag last': () => join(m4a(), id3v1()),
  'm4a: tag first': () => join(id3Tag(title()), m4a()),
  'm4a: last sample cut off': () => m4a().subarray(0, -20),
  'm4a: second half missing': () => m4a().subarray(0, 5_000),
  'm4a: index missing': () => read('index-last.m4a').subarray(0, 7_000),
  'm4a: header with a hundred times the duration': () => withDuration(44_100 * 300),
  'm4a: header with no duration': () => withDuration(0),
  'm4a: header with an unknown duration': () => withDuration(-1),
  'm4a: edit list that cuts': () => withEdits({ milliseconds: 1_000, from: 44_100 }),
  'm4a: edit list with silence first': () =>
    withEdits({ milliseconds: 2_000, from: -1 }, { milliseconds: 3_000, from: 1_024 }),
  'm4a: edit list with two cuts': () =>
    withEdits({ milliseconds: 500, from: 0 }, { milliseconds: 500, from: 88_200 }),
  'm4a: edit list that states too much': () => withEdits({ milliseconds: 300_000, from: 1_024 }),
  'm4a: silence first': () => read('late.m4a'),
  'm4a: in parts': () => read('parts.m4a'),
  'm4a: tags': () => withTags(m4a(), titleTag()),
  'm4a: cover of 17 MB, index first': () => withTags(m4a(), join(titleTag(), coverTag(17 * MEGABYTE))),
  'm4a: cover of 17 MB, index last': () =>
    withTags(read('index-last.m4a'), join(coverTag(17 * MEGABYTE), titleTag())),
  'm4a: chapters': () => read('chapters.m4a'),
  'm4a: JPEG pictures of chapters': () => read('jpeg-pictures.m4a'),
  'm4a: MP4 pictures of chapters': () => read('mp4v-pictures.m4a'),
  'm4a: JPEG pictures of chapters, in parts': () => read('jpeg-pictures-in-parts.m4a'),
  'm4a: H.264 pictures of chapters': () => withChapterReference(read('avc-pictures.m4a')),
  'm4a: MP3 in MP4': () => read('mp3-in-mp4.m4a'),
  'm4a: MP3 in QuickTime': () => read('mp3-in-quicktime.m4a'),
  'm4a: Apple Lossless': () => read('lossless.m4a'),
  'm4a: Opus': () => read('opus-in-mp4.m4a'),
  'm4a: FLAC': () => read('flac-in-mp4.m4a'),
  'm4a: AC-3': () => read('ac-3.m4a'),
  'm4a: protected, iTunes': () => withLetters(m4a(), 'mp4a', 'drms'),
  'm4a: protected': () => withLetters(m4a(), 'mp4a', 'enca'),
  'm4a: no sound': () => withLetters(m4a(), 'soun', 'text'),
  'm4a: film': () => read('film.m4a'),
  'm4a: film, a picture every two seconds': () => read('avc-pictures.m4a'),
  'm4a: film, HEVC': () => withLetters(read('avc-pictures.m4a'), 'avc1', 'hvc1'),
  'm4a: film, AC-3': () => withLetters(read('film.m4a'), 'mp4a', 'ac-3'),
  'm4a: film, JPEG': () => read('jpeg-film.m4a'),
  'm4a: film, JPEG in MP4': () => read('mp4v-film.m4a'),
  'm4a: film, JPEG in parts': () => read('jpeg-film-in-parts.m4a'),
  'm4a: film, PNG': () => read('png-film.m4a'),

  'other: Ogg Opus': () => read('voice-message.ogg'),
  'other: FLAC': () => read('flac.flac'),
  'other: WAV': () => read('wav.wav'),
  'other: AAC without MP4': () => read('stream.aac'),
  'other: CAF': () => read('caf.caf'),
  'other: AU': () => read('au.au'),
  'other: WavPack': () => read('wavpack.wv'),
  'other: AVI': () => read('film.avi'),
  'other: FLV': () => read('film.flv'),
  'other: Matroska': () => read('film.mkv'),
  'other: MPEG transport stream': () => read('transport-stream.m2t'),
  'other: MPEG program stream': () => read('program-stream.mpg'),
  'other: ZIP with an MP3': () => zip(mp3()),
  'other: TAR with an MP3': () => tar(mp3()),
}
