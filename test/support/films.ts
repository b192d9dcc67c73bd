/** MP4 files made by code, box by box: a good one, and what becomes of it when one thing in it is not as it should be. */

const bytes = (...parts: (string | number[] | Uint8Array)[]): Buffer =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  )

export const u32 = (value: number): Buffer => {
  const buffer = Buffer.alloc(4)
  buffer.writeUInt32BE(value >>> 0)
  return buffer
}

/** @param size what it says of its length; what it is unless told */
export const box = (
  type: string,
  content: Uint8Array = Buffer.alloc(0),
  size = content.byteLength + 8,
): Buffer => bytes(u32(size), type, content)

/** The same with a length of 64 bits. */
export function longBox(type: string, content: Uint8Array, size = BigInt(content.byteLength + 16)): Buffer {
  const long = Buffer.alloc(8)
  long.writeBigUInt64BE(size)
  return bytes(u32(1), type, long, content)
}

const full = (type: string, ...content: Uint8Array[]): Buffer => box(type, bytes(u32(0), ...content))

interface Track {
  handler?: string
  /** Its sample entry. */
  codec?: string
  profile?: number
  /** Its tables in their other form: sizes of one byte, offsets of eight. */
  isCompact?: boolean
  /** Lengths of its samples, each in a chunk of its own. */
  samples?: number[]
  /** The places of its chunks in the file, where they are not where the samples are. */
  offsets?: number[]
  /** More boxes in `trak`. */
  more?: Buffer[]
}

export interface FilmParts {
  brand?: string
  tracks?: Track[]
  /** Boxes before `moov`, in it, and after all. */
  before?: Buffer[]
  within?: Buffer[]
  after?: Buffer[]
  /** `mdat` before `moov`, as cameras write it. */
  dataFirst?: boolean
  /** Says its length in 64 bits, or that it goes to the end of the file. */
  data?: 'short' | 'long' | 'to-the-end'
}

/** In the data: by it the bytes of a track are known. */
const letterOf = (handler: string) => (handler === 'vide' ? 'V' : handler === 'soun' ? 'S' : 'M')

function entryOf({ handler = 'vide', codec = 'avc1', profile = 100 }: Track): Buffer {
  if (handler !== 'vide') return box(codec, Buffer.alloc(28))
  const fixed = Buffer.alloc(78)
  fixed.writeUInt16BE(1, 6)
  fixed.writeUInt16BE(640, 24)
  fixed.writeUInt16BE(360, 26)
  return box(codec, bytes(fixed, box('avcC', bytes([1, profile, 0, 31, 255, 225, 0, 0]))))
}

function trackBox(track: Track, offsets: number[]): Buffer {
  const { handler = 'vide', samples = [10, 20], more = [], isCompact = false } = track
  const stbl = box(
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
  const minf = box('minf', bytes(full(handler === 'soun' ? 'smhd' : 'vmhd', u32(0), u32(0)), stbl))
  const mdia = box(
    'mdia',
    bytes(full('mdhd', Buffer.alloc(20)), full('hdlr', u32(0), bytes(handler), Buffer.alloc(13)), minf),
  )
  return box('trak', bytes(full('tkhd', Buffer.alloc(80)), mdia, ...more))
}

/** A small film that every reader of MP4 takes for one; nobody could play it. */
export function filmOf(parts: FilmParts = {}): Buffer {
  const { brand = 'isom', tracks = [{}], before = [], within = [], after = [], dataFirst = false } = parts
  const { data = 'short' } = parts
  const samples = tracks.map(({ handler = 'vide', samples: lengths = [10, 20] }) =>
    lengths.map((length) => Buffer.alloc(length, letterOf(handler))),
  )
  // Interleaved, as they are written.
  const longest = Math.max(0, ...samples.map((some) => some.length))
  const order = Array.from({ length: longest }, (_, round) =>
    samples.flatMap((some, track) => (some[round] ? [{ track, content: some[round] }] : [])),
  ).flat()
  const content = bytes(...order.map((one) => one.content))
  const mdat =
    data === 'long' ? longBox('mdat', content) : box('mdat', content, data === 'short' ? undefined : 0)
  const head = bytes(box('ftyp', bytes(brand, u32(512), brand, 'avc1')), ...before)
  const indexAt = (dataAt: number): Buffer => {
    const offsets: number[][] = tracks.map(() => [])
    let at = dataAt + mdat.byteLength - content.byteLength
    for (const { track, content: sample } of order) {
      offsets[track]?.push(at)
      at += sample.byteLength
    }
    const boxes = tracks.map((track, index) => trackBox(track, track.offsets ?? offsets[index] ?? []))
    return box('moov', bytes(full('mvhd', Buffer.alloc(96)), ...boxes, ...within))
  }
  if (dataFirst) return bytes(head, mdat, indexAt(head.byteLength), ...after)
  const index = indexAt(head.byteLength + indexAt(0).byteLength)
  return bytes(head, index, mdat, ...after)
}

/** Where a phone says that it was, in each place that one may say it. */
const PLACE = '+34.6037-058.3816/'
export const placed = (): FilmParts => {
  const xyz = box('udta', box('\u00a9xyz', bytes([0, 18, 21, 199], PLACE)))
  const meta = full('meta', box('ilst', bytes(PLACE)))
  const xmp = box('uuid', bytes(Buffer.alloc(16, 7), `<x:xmpmeta>${PLACE}</x:xmpmeta>`))
  return {
    before: [box('free', bytes(PLACE)), box('wide')],
    tracks: [
      { more: [xyz, meta, xmp], samples: [10, 20, 30] },
      { handler: 'soun', codec: 'mp4a', samples: [5, 5] },
      { handler: 'meta', codec: 'mebx', samples: [18, 18], more: [xyz] },
    ],
    within: [xyz, meta, xmp],
    after: [xmp, meta, xyz, longBox('skip', bytes(PLACE))],
  }
}
export { PLACE }
