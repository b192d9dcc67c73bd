/** Creates MP4 files box by box: valid files, and files with a single fault. */

const bytes = (...parts: (string | number[] | Uint8Array)[]): Buffer =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  )

export const u32 = (value: number): Buffer => {
  const buffer = Buffer.alloc(4)
  buffer.writeUInt32BE(value >>> 0)
  return buffer
}

/** @param size the declared length. The real length by default. Bytes */
export const createBox = (
  type: string,
  content: Uint8Array = Buffer.alloc(0),
  size = content.byteLength + 8,
): Buffer => bytes(u32(size), type, content)

/** Creates a box whose length has 64 bits. */
export function createLongBox(
  type: string,
  content: Uint8Array,
  size = BigInt(content.byteLength + 16),
): Buffer {
  const long = Buffer.alloc(8)
  long.writeBigUInt64BE(size)
  return bytes(u32(1), type, long, content)
}

const createFullBox = (type: string, ...content: Uint8Array[]): Buffer =>
  createBox(type, bytes(u32(0), ...content))

/** Data about the origin of a file: its time of creation and its author. Each box that can contain such data gets it. */
export interface CreationMetadata {
  /** Version of the boxes that contain times. Version 1 has 8 bytes for each time, version 0 has 4. */
  version: 0 | 1
  /** Time of creation. Seconds */
  at: number
  /** At most 20 letters. Boxes keep their size when the text is empty. */
  by: string
}

/** Creates a box that begins with times of creation and modification. */
export function createTimedBox(
  type: string,
  metadata: CreationMetadata | undefined,
  rest: Uint8Array,
): Buffer {
  const time = metadata?.version === 1 ? bytes(u32(0), u32(metadata.at)) : u32(metadata?.at ?? 0)
  return createBox(type, bytes([metadata?.version ?? 0, 0, 0, 0], time, time, rest))
}

const padded = (text: string, length: number): Buffer => {
  const buffer = Buffer.alloc(length)
  buffer.write(text, 'latin1')
  return buffer
}

/** Creates the box with the kind of the track and the name of the program that wrote it. */
export const createHandlerBox = (handler: string, metadata: CreationMetadata | undefined): Buffer =>
  createFullBox(
    'hdlr',
    u32(0),
    bytes(handler, padded(metadata?.by ?? '', 12), padded(metadata?.by ?? '', metadata ? 20 : 1)),
  )

/** Creates the box with the path of a track's data, although the data is in the file itself. */
export const createDataReference = ({ by }: CreationMetadata): Buffer =>
  createBox('dinf', createFullBox('dref', u32(1), createBox('url ', bytes(u32(1), padded(by, 20)))))

/** Creates the sample entry of a sound track. */
export const createSoundEntry = (codec: string, metadata: CreationMetadata | undefined): Buffer =>
  createBox(codec, bytes(Buffer.alloc(12), padded(metadata?.by.slice(0, 4) ?? '', 4), Buffer.alloc(12)))

interface Track {
  handler?: string
  /** The codec that the sample entry names. */
  codec?: string
  profile?: number
  /** Uses the compact form of the index: sizes of one byte, and offsets of eight bytes. */
  isCompact?: boolean
  /** Lengths of the samples. Each sample is a chunk. Bytes */
  samples?: number[]
  /** Declared offsets of the chunks. The real offsets by default. */
  offsets?: number[]
  /** Further boxes inside `trak`. */
  more?: Buffer[]
  metadata?: CreationMetadata
}

export interface FilmParts {
  brand?: string
  tracks?: Track[]
  /** Boxes before `moov`. */
  before?: Buffer[]
  within?: Buffer[]
  after?: Buffer[]
  /** Puts `mdat` before `moov`, as cameras do. */
  dataFirst?: boolean
  /** Form of the length of `mdat`: 32 bits, 64 bits, or 0, which means that the box reaches to the end of the file. */
  data?: 'short' | 'long' | 'to-the-end'
  /** Metadata of the file. Each track has its own. */
  metadata?: CreationMetadata
}

/** Returns the letter that fills the data of a track, so that tests recognise the track by its bytes. */
const getFillLetter = (handler: string) => (handler === 'vide' ? 'V' : handler === 'soun' ? 'S' : 'M')

function createSampleEntry({ handler = 'vide', codec = 'avc1', profile = 100, metadata }: Track): Buffer {
  if (handler !== 'vide') return createSoundEntry(codec, metadata)
  const fixed = Buffer.alloc(78)
  fixed.writeUInt16BE(1, 6)
  fixed.writeUInt16BE(640, 24)
  fixed.writeUInt16BE(360, 26)
  const avcC = createBox('avcC', bytes([1, profile, 0, 31, 255, 225, 0, 0]))
  if (!metadata) return createBox(codec, bytes(fixed, avcC))
  fixed.write(metadata.by.slice(0, 4), 12, 'latin1')
  fixed.write(metadata.by, 43, 'latin1')
  const xmp = createBox(metadata.by === '' ? 'free' : 'uuid', padded(metadata.by, 20))
  return createBox(codec, bytes(fixed, avcC, xmp))
}

function createTrackBox(track: Track, offsets: number[]): Buffer {
  const { handler = 'vide', samples = [10, 20], more = [], isCompact = false, metadata } = track
  const stbl = createBox(
    'stbl',
    bytes(
      createFullBox('stsd', u32(1), createSampleEntry(track)),
      createFullBox('stts', u32(1), u32(samples.length), u32(512)),
      createFullBox('stsc', u32(1), u32(1), u32(1), u32(1)),
      ...(isCompact
        ? [
            createFullBox('stz2', u32(8), u32(samples.length), bytes(samples)),
            createFullBox('co64', u32(offsets.length), ...offsets.flatMap((offset) => [u32(0), u32(offset)])),
          ]
        : [
            createFullBox('stsz', u32(0), u32(samples.length), Buffer.concat(samples.map(u32))),
            createFullBox('stco', u32(offsets.length), Buffer.concat(offsets.map(u32))),
          ]),
    ),
  )
  const header = createFullBox(handler === 'soun' ? 'smhd' : 'vmhd', u32(0), u32(0))
  const reference = metadata ? [createHandlerBox('url ', metadata), createDataReference(metadata)] : []
  const minf = createBox('minf', bytes(header, ...reference, stbl))
  const mdia = createBox(
    'mdia',
    bytes(createTimedBox('mdhd', metadata, Buffer.alloc(12)), createHandlerBox(handler, metadata), minf),
  )
  return createBox('trak', bytes(createTimedBox('tkhd', metadata, Buffer.alloc(72)), mdia, ...more))
}

/** Creates a small film with a valid structure. Its pictures cannot be played. */
export function createFilm(parts: FilmParts = {}): Buffer {
  const { brand = 'isom', tracks = [{}], before = [], within = [], after = [], dataFirst = false } = parts
  const { data = 'short' } = parts
  const samples = tracks.map(({ handler = 'vide', samples: lengths = [10, 20] }) =>
    lengths.map((length) => Buffer.alloc(length, getFillLetter(handler))),
  )
  // Alternates samples of the tracks, as in recorded films.
  const longest = Math.max(0, ...samples.map((some) => some.length))
  const order = Array.from({ length: longest }, (_, round) =>
    samples.flatMap((some, track) => (some[round] ? [{ track, content: some[round] }] : [])),
  ).flat()
  const content = bytes(...order.map((one) => one.content))
  const mdat =
    data === 'long'
      ? createLongBox('mdat', content)
      : createBox('mdat', content, data === 'short' ? undefined : 0)
  const head = bytes(createBox('ftyp', bytes(brand, u32(512), brand, 'avc1')), ...before)
  const createIndex = (dataAt: number): Buffer => {
    const offsets: number[][] = tracks.map(() => [])
    let at = dataAt + mdat.byteLength - content.byteLength
    for (const { track, content: sample } of order) {
      offsets[track]?.push(at)
      at += sample.byteLength
    }
    const boxes = tracks.map((track, index) => createTrackBox(track, track.offsets ?? offsets[index] ?? []))
    return createBox(
      'moov',
      bytes(createTimedBox('mvhd', parts.metadata, Buffer.alloc(88)), ...boxes, ...within),
    )
  }
  if (dataFirst) return bytes(head, mdat, createIndex(head.byteLength), ...after)
  const index = createIndex(head.byteLength + createIndex(0).byteLength)
  return bytes(head, index, mdat, ...after)
}

/** Creates a film that uses only every second byte of its data. No index of this size can have more gaps. */
export function createFilmWithGaps(gaps = 190_000): Buffer {
  const offsets = Array.from({ length: gaps }, (_, index) => 36 + 2 * index)
  const film = createFilm({ dataFirst: true, tracks: [{ samples: [2 * gaps + 10], offsets }] })
  // Changes the table of sizes: every sample has one byte.
  film.writeUInt32BE(1, film.lastIndexOf('stsz', undefined, 'latin1') + 8)
  film.writeUInt32BE(gaps, film.lastIndexOf('stsz', undefined, 'latin1') + 12)
  return film
}

/** A location as phones write it (ISO 6709). Each box that can contain a location gets it. */
const PLACE = '+34.6037-058.3816/'
export const createLocationParts = (): FilmParts => {
  const xyz = createBox('udta', createBox('\u00a9xyz', bytes([0, 18, 21, 199], PLACE)))
  const meta = createFullBox('meta', createBox('ilst', bytes(PLACE)))
  const xmp = createBox('uuid', bytes(Buffer.alloc(16, 7), `<x:xmpmeta>${PLACE}</x:xmpmeta>`))
  return {
    before: [createBox('free', bytes(PLACE)), createBox('wide')],
    tracks: [
      { more: [xyz, meta, xmp], samples: [10, 20, 30] },
      { handler: 'soun', codec: 'mp4a', samples: [5, 5] },
      { handler: 'meta', codec: 'mebx', samples: [18, 18], more: [xyz] },
    ],
    within: [xyz, meta, xmp],
    after: [xmp, meta, xyz, createLongBox('skip', bytes(PLACE))],
  }
}
export { PLACE }
