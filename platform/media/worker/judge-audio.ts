/**
 * Checks audio files by their content: MP3 (ISO/IEC 11172-3 and 13818-3, with ID3v2) and M4A (ISO/IEC 14496-12 with AAC).
 * Files may be hostile, so sizes in a file are not trusted. Only headers and an index are read, which bounds memory and
 * time for any content.
 */
import type { AudioFormat } from '../shared/audio.ts'
import type { AudioFault } from '../shared/audio-faults.ts'
import { createEdits, type Edits, type ReadAt, type Span } from './file-edits.ts'
import { type Box, findMetadata } from './mp4-metadata.ts'

export interface JudgedAudio {
  format: AudioFormat
  /** Duration, rounded. null when the headers do not contain it. s */
  seconds: number | null
  /** Edits that remove metadata. Empty for an MP3, because it keeps its tags. */
  edits: Edits
}

/** Thrown to refuse the file. `judgeAudio` catches it. */
class Fault extends Error {
  readonly fault: AudioFault
  constructor(fault: AudioFault) {
    super(fault)
    this.fault = fault
  }
}

/** Checks an audio file by its content. @throws the errors of `read` */
export async function judgeAudio(
  read: ReadAt,
  size: number,
): Promise<{ ok: true; audio: JudgedAudio } | { ok: false; fault: AudioFault }> {
  try {
    if (size === 0) throw new Fault('empty')
    const head = await read(0, 12)
    const isMp4 = head.toString('latin1', 4, 8) === 'ftyp'
    return { ok: true, audio: isMp4 ? await judgeM4a(read, size) : await judgeMp3(read, size) }
  } catch (error) {
    if (error instanceof Fault) return { ok: false, fault: error.fault }
    throw error
  }
}

/** Longest accepted duration, a day. A header with a longer one is wrong. s */
const SECONDS_MAX = 86_400
const toWholeSeconds = (seconds: number): number | null =>
  Number.isFinite(seconds) && seconds > 0 && seconds <= SECONDS_MAX ? Math.max(1, Math.round(seconds)) : null

// ------------------------------------------------------------------------------------------------------------ MP3

/** Limit of ID3 tags before the sound. Tags with a cover picture have some hundred kB. Bytes */
const TAG_MAX = 16 * 1024 * 1024
/** Limit of zeros after a tag. Some programs write so many. Bytes */
const PADDING_MAX = 64 * 1024
/** Number of valid frames in a row that make a file an MP3. */
const FRAMES_NEEDED = 4
/** Longest frame: 320 kbit/s at 32 kHz, or 160 kbit/s at 8 kHz. Bytes */
const FRAME_MAX = 2_881

/** Bit rates of layer III in kbit/s, by the index in a frame header. Key 1 is for MPEG 1, key 2 for MPEG 2 and 2.5. */
const RATES = {
  1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const
/** Sampling rates of MPEG 1 in Hz, by the index in a frame header. MPEG 2 has half of them, and MPEG 2.5 a quarter. */
const FREQUENCIES = [44_100, 48_000, 32_000] as const

interface Frame {
  /** Distance from the header of the frame to the next header. Bytes */
  length: number
  /** Bit rate. kbit/s */
  rate: number
  seconds: number
  /** Offset at which a Xing header would be. Bytes */
  xingAt: number
}

async function judgeMp3(read: ReadAt, size: number): Promise<JudgedAudio> {
  let at = 0
  const tag = await read(0, 10)
  if (tag.byteLength === 10 && tag.toString('latin1', 0, 3) === 'ID3') {
    const bytes = [...tag.subarray(6, 10)]
    // ID3v2 uses seven bits of each byte of a size, so a larger byte is an error.
    if (bytes.some((byte) => byte > 127)) throw new Fault('damaged')
    const length = bytes.reduce((sum, byte) => sum * 128 + byte, 0)
    if (length > TAG_MAX) throw new Fault('damaged')
    at = 10 + length + (((tag[5] ?? 0) & 16) === 0 ? 0 : 10)
    if (at >= size) throw new Fault('cut-off')
  }
  const start = await read(at, PADDING_MAX + FRAMES_NEEDED * FRAME_MAX)
  const padding = at === 0 ? 0 : start.findIndex((byte) => byte !== 0)
  if (padding < 0 || padding > PADDING_MAX) throw new Fault('damaged')
  const sound = start.subarray(padding)
  at += padding
  const first = readFrame(sound, 0)
  if (first === null) throw new Fault('no-audio')
  let end = 0
  for (let count = 0; count < FRAMES_NEEDED; count++) {
    const frame = readFrame(sound, end)
    // `frame` is also null when the file ends within these frames.
    if (frame === null) throw new Fault(at + end + 4 > size ? 'cut-off' : 'no-audio')
    end += frame.length
  }
  if (at + end > size) throw new Fault('cut-off')
  return {
    format: 'mp3',
    seconds: toWholeSeconds(computeDuration(sound, first, size - at)),
    edits: createEdits([], []),
  }
}

function readFrame(bytes: Buffer, at: number): Frame | null {
  if (at + 4 > bytes.byteLength) return null
  const header = bytes.readUInt32BE(at)
  // A frame header begins with eleven set bits. Version 0 is MPEG 2.5, 1 is reserved, 2 is MPEG 2, 3 is MPEG 1.
  if (header >>> 21 !== 0x7ff || ((header >>> 17) & 3) !== 1) return null
  const version = (header >>> 19) & 3
  if (version === 1) return null
  const isFirst = version === 3
  const rate = RATES[isFirst ? 1 : 2][(header >>> 12) & 15] ?? 0
  const base = FREQUENCIES[(header >>> 10) & 3]
  if (rate === 0 || base === undefined) return null
  const frequency = base / (isFirst ? 1 : version === 2 ? 2 : 4)
  const samples = isFirst ? 1152 : 576
  const padding = (header >>> 9) & 1
  const isMono = ((header >>> 6) & 3) === 3
  return {
    length: Math.floor((samples * rate * 125) / frequency) + padding,
    rate,
    seconds: samples / frequency,
    xingAt: 4 + (isFirst ? (isMono ? 17 : 32) : isMono ? 9 : 17),
  }
}

/** Reads the duration from a Xing or VBRI header in the first frame. Without one, the bit rate gives it. @throws Fault */
function computeDuration(sound: Buffer, first: Frame, bytes: number): number {
  const mark = sound.toString('latin1', first.xingAt, first.xingAt + 4)
  if (mark === 'Xing' || mark === 'Info') {
    const flags = sound.readUInt32BE(first.xingAt + 4)
    const hasFrames = (flags & 1) !== 0
    const hasBytes = (flags & 2) !== 0
    const declaredBytes = hasBytes ? sound.readUInt32BE(first.xingAt + 8 + (hasFrames ? 4 : 0)) : 0
    requireBytes(declaredBytes, bytes)
    if (hasFrames) return sound.readUInt32BE(first.xingAt + 8) * first.seconds
  } else if (sound.toString('latin1', 36, 40) === 'VBRI') {
    requireBytes(sound.readUInt32BE(46), bytes)
    return sound.readUInt32BE(50) * first.seconds
  }
  return bytes / (first.rate * 125)
}

/** Encoders count the bytes around the sound differently, so a file may be shorter than its header says. Bytes */
const SIZE_TOLERANCE = 8_192

function requireBytes(declared: number, actual: number): void {
  if (declared > actual + SIZE_TOLERANCE) throw new Fault('cut-off')
}

// ------------------------------------------------------------------------------------------------------------ M4A

/** Limit of an index (`moov`). An hour of AAC needs about 1 MB, and the index includes the cover picture. Bytes */
const INDEX_MAX = 32 * 1024 * 1024
/** Limit of the boxes in a file. Files with more are refused. */
const BOXES_MAX = 2_000
/** Limit of the chunks of sound. A file has about one chunk per second. */
const CHUNKS_MAX = 500_000

/** Top-level boxes that are kept. Players do not need the others. */
const FILE_BOXES = ['ftyp', 'moov', 'mdat']
/** Boxes that are searched recursively for metadata. */
const CONTAINERS = ['trak', 'mdia', 'minf', 'stbl']
/** Boxes that are overwritten with zeros. A `uuid` may hold XMP, and `free` may hold data that an editor removed. */
const BLANKED = ['uuid', 'meta', 'free', 'skip', 'wide']
/** Tags that are kept, because players show them. Others may reveal the place, the device, the program or the account. */
const TAGS = [
  ...['nam', 'ART', 'alb', 'gen', 'cmt', 'grp', 'wrt', 'lyr', 'des'].map((name) => `\xa9${name}`),
  ...['aART', 'gnre', 'trkn', 'disk', 'cprt', 'covr', 'cpil', 'pgap', 'tmpo', 'desc', 'ldes', 'stik'],
  ...['pcst', 'catg', 'keyw'],
]
/** Boxes of `udta` (user data) that are kept: tags of QuickTime and 3GPP, and chapters. */
const USER_DATA = [...TAGS, 'titl', 'auth', 'perf', 'albm', 'dscp', 'chpl']

async function judgeM4a(read: ReadAt, size: number): Promise<JudgedAudio> {
  const boxes: Box[] = []
  for (let at = 0; at < size; ) {
    const head = await read(at, 16)
    const box = head.byteLength < 8 ? null : readBox(head, 0, at, size)
    if (box === null) throw new Fault(head.byteLength < 8 ? 'cut-off' : 'damaged')
    if (box.end > size) throw new Fault('cut-off')
    boxes.push(box)
    if (boxes.length > BOXES_MAX || box.type === 'moof') throw new Fault('in-parts')
    at = box.end
  }
  const [moov, another] = boxes.filter(({ type }) => type === 'moov')
  const mdats = boxes.filter(({ type }) => type === 'mdat')
  // A complete file has both boxes. Programs write one of them last, so a truncated file lacks one.
  if (!moov || mdats.length === 0) throw new Fault('cut-off')
  if (another || moov.end - moov.body > INDEX_MAX) throw new Fault('damaged')
  const index = new Index(await read(moov.body, moov.end - moov.body))
  const root = { type: 'moov', start: 0, body: 0, end: moov.end - moov.body }
  let found: Box | null = null
  for (const trak of index.children(root).filter(({ type }) => type === 'trak')) {
    const handler = index.text(index.find(trak, 'mdia', 'hdlr').body + 8)
    const entry = index.text(index.find(trak, 'mdia', 'minf', 'stbl', 'stsd').body + 12)
    if (handler === 'soun') {
      if (entry !== 'mp4a') throw new Fault('codec')
      found ??= trak
      // Chapters may have a track of still pictures. Any other video track makes the file a film.
    } else if (handler === 'vide' && !['jpeg', 'png ', 'mjpg'].includes(entry)) throw new Fault('film')
  }
  if (!found) throw new Fault('no-audio')
  for (const chunk of index.chunks(index.find(found, 'mdia', 'minf', 'stbl'))) {
    if (chunk >= size) throw new Fault('cut-off')
    if (!isWithin(mdats, chunk)) throw new Fault('damaged')
  }
  const header = index.find(found, 'mdia', 'mdhd')
  const isLong = index.number(header.body) >>> 24 === 1
  const scale = index.number(header.body + (isLong ? 20 : 12))
  const ticks = isLong
    ? index.number(header.body + 24) * 2 ** 32 + index.number(header.body + 28)
    : index.number(header.body + 16)
  const others = boxes.filter(({ type }) => !FILE_BOXES.includes(type))
  const edits = index.edits(root, moov.body, others)
  return { format: 'm4a', seconds: toWholeSeconds(ticks / scale), edits }
}

/**
 * True when a box contains the position. A binary search is used, because there may be 2,000 boxes and half a million
 * positions.
 * @param boxes in file order
 */
function isWithin(boxes: Box[], position: number): boolean {
  let [low, high] = [0, boxes.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((boxes[middle] as Box).end <= position) low = middle + 1
    else high = middle
  }
  const box = boxes[low]
  return box !== undefined && position >= box.body
}

/**
 * Reads the header of a box.
 * @param at position of the box in `bytes`
 * @param start position of the box in the file or index
 * @param limit end of the file or index
 * @returns null when the header is invalid
 */
function readBox(bytes: Buffer, at: number, start: number, limit: number): Box | null {
  const short = bytes.readUInt32BE(at)
  const type = bytes.toString('latin1', at + 4, at + 8)
  if (!/^[\x20-\x7e\xa9]{4}$/.test(type)) return null
  if (short === 0) return { type, start, body: start + 8, end: limit }
  if (short !== 1) return short < 8 ? null : { type, start, body: start + 8, end: start + short }
  if (at + 16 > bytes.byteLength) return null
  const long = bytes.readUInt32BE(at + 8) * 2 ** 32 + bytes.readUInt32BE(at + 12)
  return long < 16 || !Number.isSafeInteger(long)
    ? null
    : { type, start, body: start + 16, end: start + long }
}

/** The content of a `moov` box. Reading outside of it throws a Fault. */
class Index {
  readonly #bytes: Buffer
  #looked = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  number(at: number): number {
    if (at + 4 > this.#bytes.byteLength) throw new Fault('damaged')
    return this.#bytes.readUInt32BE(at)
  }

  text(at: number): string {
    if (at + 4 > this.#bytes.byteLength) throw new Fault('damaged')
    return this.#bytes.toString('latin1', at, at + 4)
  }

  children({ body, end }: Box): Box[] {
    const children: Box[] = []
    for (let at = body; at + 8 <= end; ) {
      const child = readBox(this.#bytes, at, at, end)
      if (child === null || child.end > end || ++this.#looked > BOXES_MAX) throw new Fault('damaged')
      children.push(child)
      at = child.end
    }
    return children
  }

  /** Returns the first box at this path. */
  find(parent: Box, ...path: string[]): Box {
    return path.reduce((box, type) => {
      const child = this.children(box).find((one) => one.type === type)
      if (!child) throw new Fault('damaged')
      return child
    }, parent)
  }

  /**
   * Finds the metadata that reveals when, where and with which device the file was made.
   * @param base position of the index in the file
   * @param others boxes outside of the index to overwrite
   */
  edits(moov: Box, base: number, others: Box[]): Edits {
    const blanked: Span[] = []
    const freed: number[] = []
    const blank = ({ start, body, end }: Box, from: number) => {
      freed.push(from + start + 4)
      if (end > body) blanked.push({ start: from + body, end: from + end })
    }
    const search = (parent: Box) => {
      for (const box of this.children(parent)) {
        if (BLANKED.includes(box.type)) blank(box, base)
        else if (box.type === 'udta') searchUserData(box)
        else if (CONTAINERS.includes(box.type)) search(box)
        else {
          const metadata = findMetadata(this.#bytes, 0, box)
          for (const { start, end } of metadata.blanked)
            blanked.push({ start: base + start, end: base + end })
          for (const { start } of metadata.freed) freed.push(base + start + 4)
        }
      }
    }
    const searchUserData = (udta: Box) => {
      for (const box of this.children(udta)) {
        const tags = box.type === 'meta' ? this.#tags(box) : null
        if (tags) {
          for (const tag of tags) if (!TAGS.includes(tag.type)) blank(tag, base)
        } else if (!USER_DATA.includes(box.type)) blank(box, base)
      }
    }
    for (const box of others) blank(box, 0)
    search(moov)
    return createEdits(blanked, freed)
  }

  /** Returns all boxes of an iTunes `meta` box except its handler. null when `meta` has another format */
  #tags({ body, ...meta }: Box): Box[] | null {
    const children = this.children({ ...meta, body: body + 4 })
    const handler = children.find(({ type }) => type === 'hdlr')
    if (!handler || this.text(handler.body + 8) !== 'mdir') return null
    return children.flatMap((box) =>
      box.type === 'ilst' ? this.children(box) : box === handler ? [] : [box],
    )
  }

  /** Yields the positions of the track's chunks in the file. */
  *chunks(stbl: Box): Generator<number> {
    const table = this.children(stbl).find(({ type }) => type === 'stco' || type === 'co64')
    if (!table) throw new Fault('damaged')
    const count = this.number(table.body + 4)
    const each = table.type === 'stco' ? 4 : 8
    if (count === 0 || count > CHUNKS_MAX || count * each > table.end - table.body - 8)
      throw new Fault('damaged')
    for (let place = 0; place < count; place++) {
      const at = table.body + 8 + place * each
      yield each === 4 ? this.number(at) : this.number(at) * 2 ** 32 + this.number(at + 4)
    }
  }
}
