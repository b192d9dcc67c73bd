/** Generates MP4 files box by box: valid ones, and ones with a single fault. */

const bytes = (...parts: (string | number[] | Uint8Array)[]): Buffer =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  )

export const u32 = (value: number): Buffer => {
  const buffer = Buffer.alloc(4)
  buffer.writeUInt32BE(value >>> 0)
  return buffer
}

/** @param size the declared length. The real length by default */
export const createBox = (
  type: string,
  content: Uint8Array = Buffer.alloc(0),
  size = content.byteLength + 8,
): Buffer => bytes(u32(size), type, content)

/** A box with a 64-bit length. */
export function createLongBox(
  type: string,
  content: Uint8Array,
  size = BigInt(content.byteLength + 16),
): Buffer {
  const long = Buffer.alloc(8)
  long.writeBigUInt64BE(size)
  return bytes(u32(1), type, long, content)
}

const full = (type: string, ...content: Uint8Array[]): Buffer => createBox(type, bytes(u32(0), ...content))

/** The metadata about the making of a file, written into every box that can contain it. */
export interface CreationMetadata {
  /** Version of the boxes with times: version 1 has 8 bytes per time, version 0 has 4. */
  version: 0 | 1
  /** Seconds */
  at: number
  /** At most 20 letters. An empty text leaves the boxes and their sizes the same. */
  by: string
}

/** A box that begins with its creation and modification times. */
export function createTimedBox(type: string, made: CreationMetadata | undefined, rest: Uint8Array): Buffer {
  const time = made?.version === 1 ? bytes(u32(0), u32(made.at)) : u32(made?.at ?? 0)
  return createBox(type, bytes([made?.version ?? 0, 0, 0, 0], time, time, rest))
}

const padded = (text: string, length: number): Buffer => {
  const buffer = Buffer.alloc(length)
  buffer.write(text, 'latin1')
  return buffer
}

/** Contains the kind of the track and the name of the program that wrote it. */
export const createHandlerBox = (handler: string, made: CreationMetadata | undefined): Buffer =>
  full('hdlr', u32(0), bytes(handler, padded(made?.by ?? '', 12), padded(made?.by ?? '', made ? 20 : 1)))

/** The location of a track's data: a path, although the data is in the file itself. */
export const createDataReference = ({ by }: CreationMetadata): Buffer =>
  createBox('dinf', full('dref', u32(1), createBox('url ', bytes(u32(1), padded(by, 20)))))

/** The fields of a sample entry for sound. */
export const createSoundEntry = (codec: string, made: CreationMetadata | undefined): Buffer =>
  createBox(codec, bytes(Buffer.alloc(12), padded(made?.by.slice(0, 4) ?? '', 4), Buffer.alloc(12)))

interface Track {
  handler?: string
  /** The codec in its sample entry. */
  codec?: string
  profile?: number
  /** Uses the alternative form of its tables: sizes of one byte, offsets of eight bytes. */
  isCompact?: boolean
  /** Lengths of its samples. Each sample is a chunk. */
  samples?: number[]
  /** Declared offsets of its chunks, when they differ from the real ones. */
  offsets?: number[]
  /** Further boxes in `trak`. */
  more?: Buffer[]
  made?: CreationMetadata
}

export interface FilmParts {
  brand?: string
  tracks?: Track[]
  /** Boxes before `moov`, inside it, and after it. */
  before?: Buffer[]
  within?: Buffer[]
  after?: Buffer[]
  /** Puts `mdat` before `moov`, like cameras. */
  dataFirst?: boolean
  /** Declares the length in 64 bits, or as reaching to the end of the file. */
  data?: 'short' | 'long' | 'to-the-end'
  /** Metadata of the file. Tracks have their own. */
  made?: CreationMetadata
}

/** The letter in a track's data identifies its bytes. */
const letterOf = (handler: string) => (handler === 'vide' ? 'V' : handler === 'soun' ? 'S' : 'M')

function entryOf({ handler = 'vide', codec = 'avc1', profile = 100, made }: Track): Buffer {
  if (handler !== 'vide') return createSoundEntry(codec, made)
  const fixed = Buffer.alloc(78)
  fixed.writeUInt16BE(1, 6)
  fixed.writeUInt16BE(640, 24)
  fixed.writeUInt16BE(360, 26)
  const avcC = createBox('avcC', bytes([1, profile, 0, 31, 255, 225, 0, 0]))
  if (!made) return createBox(codec, bytes(fixed, avcC))
  fixed.write(made.by.slice(0, 4), 12, 'latin1')
  fixed.write(made.by, 43, 'latin1')
  const xmp = createBox(made.by === '' ? 'free' : 'uuid', padded(made.by, 20))
  return createBox(codec, bytes(fixed, avcC, xmp))
}

function trackBox(track: Track, offsets: number[]): Buffer {
  const { handler = 'vide', samples = [10, 20], more = [], isCompact = false, made } = track
  const stbl = createBox(
    'stbl',
    bytes(
      full('stsd', u32(1), entryOf(track)),
      full('stts', u32(1), u32(samples.length), u32(512)),
      full('stsc', u32(1), u32(1), u32(1), u32(1)),
      ...(isCompact
        ? [
            full('stz2', u32(8), u32(samples.length), bytes(samples)),
            full('co64', u32(offsets.length), ...offsets.flatMap((offset) => [u32(0), u32(offset)])),
          ]
        : [
            full('stsz', u32(0), u32(samples.length), Buffer.concat(samples.map(u32))),
            full('stco', u32(offsets.length), Buffer.concat(offsets.map(u32))),
          ]),
    ),
  )
  const header = full(handler === 'soun' ? 'smhd' : 'vmhd', u32(0), u32(0))
  const reference = made ? [createHandlerBox('url ', made), createDataReference(made)] : []
  const minf = createBox('minf', bytes(header, ...reference, stbl))
  const mdia = createBox(
    'mdia',
    bytes(createTimedBox('mdhd', made, Buffer.alloc(12)), createHandlerBox(handler, made), minf),
  )
  return createBox('trak', bytes(createTimedBox('tkhd', made, Buffer.alloc(72)), mdia, ...more))
}

/** A small film with valid structure but without playable pictures. */
export function createFilm(parts: FilmParts = {}): Buffer {
  const { brand = 'isom', tracks = [{}], before = [], within = [], after = [], dataFirst = false } = parts
  const { data = 'short' } = parts
  const samples = tracks.map(({ handler = 'vide', samples: lengths = [10, 20] }) =>
    lengths.map((length) => Buffer.alloc(length, letterOf(handler))),
  )
  // Samples of the tracks alternate, as in recorded films.
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
  const indexAt = (dataAt: number): Buffer => {
    const offsets: number[][] = tracks.map(() => [])
    let at = dataAt + mdat.byteLength - content.byteLength
    for (const { track, content: sample } of order) {
      offsets[track]?.push(at)
      at += sample.byteLength
    }
    const boxes = tracks.map((track, index) => trackBox(track, track.offsets ?? offsets[index] ?? []))
    return createBox('moov', bytes(createTimedBox('mvhd', parts.made, Buffer.alloc(88)), ...boxes, ...within))
  }
  if (dataFirst) return bytes(head, mdat, indexAt(head.byteLength), ...after)
  const index = indexAt(head.byteLength + indexAt(0).byteLength)
  return bytes(head, index, mdat, ...after)
}

/** Only every second byte of the data belongs to the film: the largest number of gaps for an index of that size. */
export function createFilmWithGaps(gaps = 190_000): Buffer {
  const offsets = Array.from({ length: gaps }, (_, index) => 36 + 2 * index)
  const film = createFilm({ dataFirst: true, tracks: [{ samples: [2 * gaps + 10], offsets }] })
  // Every sample has one byte.
  film.writeUInt32BE(1, film.lastIndexOf('stsz', undefined, 'latin1') + 8)
  film.writeUInt32BE(gaps, film.lastIndexOf('stsz', undefined, 'latin1') + 12)
  return film
}

/** A phone's location, in each box that can contain one. */
const PLACE = '+34.6037-058.3816/'
export const createLocationParts = (): FilmParts => {
  const xyz = createBox('udta', createBox('\u00a9xyz', bytes([0, 18, 21, 199], PLACE)))
  const meta = full('meta', createBox('ilst', bytes(PLACE)))
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
