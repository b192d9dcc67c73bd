/** Creates MP3 and M4A files: valid files, and files with a single fault. */
import {
  type CreationMetadata,
  createBox,
  createDataReference,
  createHandlerBox,
  createSoundEntry,
  createTimedBox,
  u32,
} from './films.ts'

/** Length of a frame of MPEG 1 layer III with 128 kbit/s and 44.1 kHz. It has 1152 stereo samples. Bytes */
export const FRAME_BYTES = 417
const frame = (fill: number): Buffer => {
  const bytes = Buffer.alloc(FRAME_BYTES, fill)
  bytes.writeUInt32BE(0xfffb9000)
  return bytes
}

export interface Mp3Parts {
  frames?: number
  /** The byte that fills all frames, so that files can differ. */
  fill?: number
  /** Size of an ID3 tag before the audio frames. Bytes */
  tag?: number
  declaredTag?: number
  /** Numbers of frames and bytes that the first frame declares. */
  info?: { frames?: number; bytes?: number }
}

export function createMp3({ frames = 40, fill = 1, tag, declaredTag = tag, info }: Mp3Parts = {}): Buffer {
  const parts: Buffer[] = []
  if (tag !== undefined) {
    const header = Buffer.from('ID3\x04\x00\x00\x00\x00\x00\x00', 'latin1')
    for (let index = 0; index < 4; index++)
      header[6 + index] = ((declaredTag ?? 0) >>> (7 * (3 - index))) & 127
    parts.push(header, Buffer.alloc(tag))
  }
  const first = frame(fill)
  if (info) {
    first.write('Info', 36, 'latin1')
    first.writeUInt32BE((info.frames === undefined ? 0 : 1) | (info.bytes === undefined ? 0 : 2), 40)
    let at = 44
    for (const value of [info.frames, info.bytes]) {
      if (value === undefined) continue
      first.writeUInt32BE(value, at)
      at += 4
    }
  }
  parts.push(first, ...Array.from({ length: frames - 1 }, () => frame(fill)))
  return Buffer.concat(parts)
}

interface M4aParts {
  codec?: string
  handler?: string
  /** Time units per second. */
  scale?: number
  ticks?: number
  data?: number
  /** Declared offset of the audio data. The real offset by default. */
  offset?: number
  /** Number of samples. They share the ticks. */
  samples?: number
  /** Tracks after the first one. */
  more?: Buffer[]
  metadata?: CreationMetadata
  /** The chunk offset table. By default it has one offset. */
  stco?: Buffer
}

const createFullBox = (type: string, ...content: Buffer[]) =>
  createBox(type, Buffer.concat([u32(0), ...content]))

export const createTrack = ({
  handler = 'soun',
  codec = 'mp4a',
  scale = 44_100,
  ticks = 60 * 44_100,
  offset = 0,
  samples = 1,
  metadata,
  stco = createFullBox('stco', u32(1), u32(offset)),
}: Omit<M4aParts, 'data' | 'more'>) =>
  createBox(
    'trak',
    createBox(
      'mdia',
      Buffer.concat([
        createTimedBox(
          'mdhd',
          metadata,
          Buffer.concat([u32(scale), ...(metadata?.version === 1 ? [u32(0)] : []), u32(ticks), u32(0)]),
        ),
        createHandlerBox(handler, metadata),
        createBox(
          'minf',
          Buffer.concat([
            ...(metadata ? [createDataReference(metadata)] : []),
            createBox(
              'stbl',
              Buffer.concat([
                createFullBox('stsd', u32(1), createSoundEntry(codec, metadata)),
                createFullBox('stts', u32(1), u32(samples), u32(ticks / samples)),
                createFullBox('stsz', u32(10), u32(samples)),
                stco,
              ]),
            ),
          ]),
        ),
      ]),
    ),
  )

/**
 * Creates a file with half a million chunk offsets, all in the last of two thousand boxes. No other index of 2 MB takes
 * longer to check.
 */
export function createM4aWithManyChunks(pieces = 1_990, places = 500_000): Buffer {
  const stco = createBox('stco', Buffer.alloc(8 + places * 4))
  stco.writeUInt32BE(places, 12)
  const head = createM4a({ stco })
  const file = Buffer.concat([
    head,
    ...Array.from({ length: pieces }, () => createBox('mdat', Buffer.alloc(8))),
  ])
  const first = head.indexOf('stco') + 12
  for (let place = 0; place < places; place++) file.writeUInt32BE(file.byteLength - 8, first + place * 4)
  return file
}

/** Creates an M4A file whose index comes before the audio data, as in files for the web. */
export function createM4a({ data = 2_000, offset, more = [], ...parts }: M4aParts = {}): Buffer {
  const ftyp = createBox('ftyp', Buffer.from('M4A \0\0\0\0', 'latin1'))
  const createMoov = (at: number) =>
    createBox('moov', Buffer.concat([createTrack({ ...parts, offset: at }), ...more]))
  const start = ftyp.byteLength + createMoov(0).byteLength + 8
  return Buffer.concat([ftyp, createMoov(offset ?? start), createBox('mdat', Buffer.alloc(data, 7))])
}
