/**
 * Checks MP4 files (ISO/IEC 14496-12) and finds their metadata. Files may be hostile, so sizes in a file are not trusted.
 * Only the index is held in memory, and its size bounds the work.
 */
import { type FilmFault, filmCodecName } from '../shared/film-faults.ts'
import { createEdits, type Edits, type ReadAt, type Span } from './file-edits.ts'
import { type Box, findMetadata } from './mp4-metadata.ts'

export interface JudgedFilm {
  width: number
  height: number
  /**
   * Edits that remove all data except video, sound and the boxes that players need. They depend only on the bytes of the
   * file.
   */
  edits: Edits
}

/** Size of an index (`moov`). Half an hour at 30 frames per second needs about 1 MB. */
const INDEX_MAX_BYTES = 4 * 1024 * 1024
/** Limit of the top-level boxes in a file. Cameras and editors write about five. */
const BOXES_MAX = 200
/** Limit of the boxes in an index. Each track has about fifty. */
const INDEX_BOXES_MAX = 10_000
/** Limit of the `mdat` boxes in a file. Cameras write one. */
const MDATS_MAX = 8
const TRACKS_MAX = 32
/** Limit of the chunks of samples, because they are sorted. A film has some thousands. */
const CHUNKS_MAX = 200_000

const SIDE_MAX = 8192

/** Thrown to refuse the file. `judgeFilm` catches it. */
class Fault extends Error {
  readonly fault: FilmFault
  constructor(fault: FilmFault) {
    super(fault.why)
    this.fault = fault
  }
}

const DAMAGED: FilmFault = { why: 'damaged' }

/** Boxes that players need, by type of the parent. All other boxes are overwritten with zeros. */
const KEPT: Record<string, string[]> = {
  file: ['ftyp', 'moov', 'mdat'],
  moov: ['mvhd', 'trak'],
  trak: ['tkhd', 'edts', 'mdia', 'tapt'],
  mdia: ['mdhd', 'hdlr', 'minf', 'elng'],
  minf: ['vmhd', 'smhd', 'hdlr', 'dinf', 'stbl'],
  stbl: [
    'stsd',
    'stts',
    'ctts',
    'cslg',
    'stss',
    'stps',
    'sdtp',
    'stsc',
    'stsz',
    'stz2',
    'stco',
    'co64',
    'sgpd',
    'sbgp',
  ],
}

/** Profiles of H.264 that browsers play (profile_idc in `avcC`): Baseline, Main, Extended, High. */
const PLAYABLE_PROFILES = [66, 77, 88, 100]

/** Size of the fields of a video sample entry. Child boxes follow. Bytes */
const VISUAL_ENTRY_BYTES = 86

/** Checks a film. @throws errors of `read` */
export async function judgeFilm(
  read: ReadAt,
  size: number,
): Promise<{ ok: true; film: JudgedFilm } | { ok: false; fault: FilmFault }> {
  try {
    return { ok: true, film: await judgeIndex(read, size) }
  } catch (error) {
    if (error instanceof Fault) return { ok: false, fault: error.fault }
    throw error
  }
}

async function judgeIndex(read: ReadAt, size: number): Promise<JudgedFilm> {
  if (size === 0) throw new Fault({ why: 'empty' })
  const boxes = await readFileBoxes(read, size)
  if (boxes.some(({ type }) => type === 'moof')) throw new Fault({ why: 'in-parts' })
  const mdats = boxes.filter(({ type }) => type === 'mdat')
  const [moov, another] = boxes.filter(({ type }) => type === 'moov')
  // A complete file has both boxes. Programs write one of them last, so a truncated file lacks one.
  if (!moov || mdats.length === 0) throw new Fault({ why: 'cut-off' })
  if (another || mdats.length > MDATS_MAX) throw new Fault(DAMAGED)
  if (moov.end - moov.body > INDEX_MAX_BYTES) throw new Fault(DAMAGED)
  const index = new Index(await read(moov.start, moov.end - moov.start), moov.start)

  const blanked: Span[] = []
  const freed: number[] = []
  const blank = ({ start, body, end }: Box) => {
    freed.push(start + 4)
    if (end > body) blanked.push({ start: body, end })
  }
  for (const box of boxes) if (!KEPT.file?.includes(box.type)) blank(box)
  /** Returns the child boxes that players need, and overwrites the others. */
  const keepNeeded = (parent: Box): Box[] => {
    const children = [...index.children(parent)]
    const needed = (KEPT[parent.type] ?? []) as string[]
    for (const child of children) {
      if (!needed.includes(child.type)) blank(child)
      else {
        const metadata = index.metadata(child)
        blanked.push(...metadata.blanked)
        freed.push(...metadata.freed.map(({ start }) => start + 4))
      }
    }
    // Up to 7 bytes may follow the last box, because a box has at least 8.
    const last = children.at(-1)?.end ?? parent.body
    if (last < parent.end) blanked.push({ start: last, end: parent.end })
    return children.filter(({ type }) => needed.includes(type))
  }

  const used: Span[] = []
  let video: { width: number; height: number } | null = null
  let tracks = 0
  for (const trak of keepNeeded(moov)) {
    if (trak.type !== 'trak') continue
    if (++tracks > TRACKS_MAX) throw new Fault(DAMAGED)
    const handler = index.text(index.find(trak, 'mdia', 'hdlr').body + 8)
    if (handler !== 'vide' && handler !== 'soun') {
      // A track with another handler contains locations, motion data, times or texts.
      blank(trak)
      continue
    }
    if (handler === 'vide') {
      if (video) throw new Fault({ why: 'two-videos' })
      video = index.video(index.find(trak, 'mdia', 'minf', 'stbl', 'stsd'))
    }
    for (const mdia of keepNeeded(trak).filter(({ type }) => type === 'mdia'))
      for (const minf of keepNeeded(mdia).filter(({ type }) => type === 'minf'))
        for (const stbl of keepNeeded(minf).filter(({ type }) => type === 'stbl')) keepNeeded(stbl)
    addUsed(used, index.chunks(index.find(trak, 'mdia', 'minf', 'stbl')), { mdats, size })
  }
  if (!video) throw new Fault({ why: 'no-video' })
  used.sort((a, b) => a.start - b.start)
  for (const mdat of mdats) for (const gap of findGaps(mdat, used)) blanked.push(gap)
  return { ...video, edits: createEdits(blanked, freed) }
}

/** Reads the top-level boxes. @throws Fault */
async function readFileBoxes(read: ReadAt, size: number): Promise<Box[]> {
  const boxes: Box[] = []
  for (let start = 0; start < size; ) {
    const head = await read(start, 16)
    if (head.byteLength < 8) throw new Fault({ why: 'cut-off' })
    const box = readBox(head, { at: 0, start, limit: size, isFile: true })
    if (boxes.length === 0 && box.type !== 'ftyp') throw new Fault({ why: 'no-film' })
    if (!isBoxType(box.type)) throw new Fault(DAMAGED)
    if (box.end > size) throw new Fault({ why: 'cut-off' })
    boxes.push(box)
    if (boxes.length > BOXES_MAX) throw new Fault(isInParts(boxes) ? { why: 'in-parts' } : DAMAGED)
    start = box.end
  }
  return boxes
}

const isInParts = (boxes: Box[]): boolean => boxes.some(({ type }) => type === 'moof')

/**
 * True for four printable ASCII characters. A type with other characters means that the size of the previous box is wrong.
 */
const isBoxType = (type: string): boolean => /^[\x20-\x7e]{4}$/.test(type)

interface Place {
  /** Position of the box in `bytes`. */
  at: number
  /** Position of the box in the file. */
  start: number
  /** End of the parent in the file. */
  limit: number
  /** True when the parent is the file itself. */
  isFile: boolean
}

/** Reads the header of a box. @throws Fault when the size is invalid */
function readBox(bytes: Buffer, { at, start, limit, isFile }: Place): Box {
  const short = bytes.readUInt32BE(at)
  const type = bytes.toString('latin1', at + 4, at + 8)
  // The last top-level box may have size 0: it ends with the file. A child box may not.
  if (short === 0 && isFile) return { type, start, body: start + 8, end: limit }
  if (short !== 1) {
    if (short < 8) throw new Fault(isFile && start === 0 ? { why: 'no-film' } : DAMAGED)
    return { type, start, body: start + 8, end: start + short }
  }
  if (bytes.byteLength < at + 16) throw new Fault({ why: 'cut-off' })
  const long = bytes.readBigUInt64BE(at + 8)
  if (long < 16n || long > BigInt(Number.MAX_SAFE_INTEGER)) throw new Fault(DAMAGED)
  return { type, start, body: start + 16, end: start + Number(long) }
}

/** The index of a file (`moov`). Its methods take and return positions in the file. */
class Index {
  readonly #bytes: Buffer
  readonly #start: number
  #boxes = 0
  #chunks = 0

  constructor(bytes: Buffer, start: number) {
    this.#bytes = bytes
    this.#start = start
  }

  *children({ body, end }: Box): Generator<Box> {
    for (let start = body; start + 8 <= end; ) {
      if (++this.#boxes > INDEX_BOXES_MAX) throw new Fault(DAMAGED)
      const box = readBox(this.#bytes, { at: start - this.#start, start, limit: end, isFile: false })
      if (box.end > end) throw new Fault(DAMAGED)
      yield box
      start = box.end
    }
  }

  /** Finds the box at this path. @throws Fault when a box on the path is missing or occurs twice */
  find(from: Box, ...path: string[]): Box {
    let box = from
    for (const type of path) {
      const [found, another] = [...this.children(box)].filter((child) => child.type === type)
      if (!found || another) throw new Fault(DAMAGED)
      box = found
    }
    return box
  }

  number(at: number): number {
    const offset = at - this.#start
    if (offset + 4 > this.#bytes.byteLength) throw new Fault(DAMAGED)
    return this.#bytes.readUInt32BE(offset)
  }

  text(at: number): string {
    return this.#bytes.toString('latin1', at - this.#start, at - this.#start + 4)
  }

  metadata(box: Box) {
    return findMetadata(this.#bytes, this.#start, box)
  }

  /** Reads the size of the video in px. @throws Fault when a sample entry is not H.264 */
  video(stsd: Box): { width: number; height: number } {
    const entries = [...this.children({ ...stsd, body: stsd.body + 8 })]
    const [first] = entries
    if (!first) throw new Fault(DAMAGED)
    for (const { type, start, end } of entries) {
      if (type !== 'avc1' && type !== 'avc3') throw new Fault({ why: 'codec', codec: filmCodecName(type) })
      if (end - start < VISUAL_ENTRY_BYTES) throw new Fault(DAMAGED)
      const avcC = this.find({ type, start, body: start + VISUAL_ENTRY_BYTES, end }, 'avcC')
      const profile = (this.number(avcC.body) >> 16) & 255
      if (!PLAYABLE_PROFILES.includes(profile))
        throw new Fault({ why: 'codec', codec: 'H.264 de 10 bits o 4:2:2' })
    }
    const sides = this.number(first.start + 32)
    const [width, height] = [sides >>> 16, sides & 0xffff]
    if (width === 0 || height === 0 || width > SIDE_MAX || height > SIDE_MAX) throw new Fault(DAMAGED)
    return { width, height }
  }

  /** Yields the spans of the track's chunks in the file, in any order. */
  *chunks(stbl: Box): Generator<Span> {
    const tables = [...this.children(stbl)]
    const table = (...types: string[]): Box => {
      const [found, another] = tables.filter(({ type }) => types.includes(type))
      if (!found || another) throw new Fault(DAMAGED)
      return found
    }
    const sizeOf = this.#sizes(table('stsz', 'stz2'))
    const runs = table('stsc')
    const runCount = this.#count(runs, runs.body + 4, 12)
    const offsets = table('stco', 'co64')
    const bytesEach = offsets.type === 'co64' ? 8 : 4
    const count = this.#count(offsets, offsets.body + 4, bytesEach)
    if (count > 0 && runCount === 0) throw new Fault(DAMAGED)

    let run = -1
    let perChunk = 0
    let sample = 0
    this.#chunks += count
    if (this.#chunks > CHUNKS_MAX) throw new Fault(DAMAGED)
    for (let chunk = 0; chunk < count; chunk++) {
      // A run begins at a chunk number, which counts from 1, and goes on until the next run.
      while (run + 1 < runCount && this.number(runs.body + 8 + (run + 1) * 12) <= chunk + 1) {
        run++
        perChunk = this.number(runs.body + 8 + run * 12 + 4)
      }
      if (run < 0) throw new Fault(DAMAGED)
      const at = offsets.body + 8 + chunk * bytesEach
      const start = bytesEach === 4 ? this.number(at) : this.number(at) * 2 ** 32 + this.number(at + 4)
      const length = sizeOf(sample, perChunk)
      sample += perChunk
      yield { start, end: start + length }
    }
  }

  /** Returns a function that adds up the sizes of `many` samples, beginning with sample `from`. Bytes */
  #sizes(box: Box): (from: number, many: number) => number {
    const isCompact = box.type === 'stz2'
    const constant = isCompact ? 0 : this.number(box.body + 4)
    if (constant !== 0) return (_, many) => many * constant
    const bits = isCompact ? this.number(box.body + 4) & 255 : 32
    if (![4, 8, 16, 32].includes(bits)) throw new Fault(DAMAGED)
    const total = this.#count(box, box.body + 8, bits / 8)
    const size = (sample: number): number => {
      const at = box.body + 12 + Math.floor((sample * bits) / 8)
      if (bits === 32) return this.number(at)
      const byte = this.#bytes[at - this.#start] ?? 0
      if (bits === 16) return byte * 256 + (this.#bytes[at + 1 - this.#start] ?? 0)
      return bits === 8 ? byte : sample % 2 === 0 ? byte >> 4 : byte & 15
    }
    return (from, many) => {
      if (from + many > total) throw new Fault(DAMAGED)
      let sum = 0
      for (let sample = from; sample < from + many; sample++) sum += size(sample)
      return sum
    }
  }

  /** Reads the number of entries of a table. @throws Fault when so many entries do not fit into the box */
  #count(box: Box, at: number, bytesEach: number): number {
    if (at + 4 > box.end) throw new Fault(DAMAGED)
    const count = this.number(at)
    if (count * bytesEach > box.end - at - 4) throw new Fault(DAMAGED)
    return count
  }
}

/** Adds the spans of chunks to `used`. @throws Fault when a chunk lies outside of the `mdat` boxes */
function addUsed(
  used: Span[],
  chunks: Iterable<Span>,
  { mdats, size }: { mdats: Box[]; size: number },
): void {
  for (const chunk of chunks) {
    if (chunk.end > size) throw new Fault({ why: 'cut-off' })
    if (!mdats.some(({ body, end }) => chunk.start >= body && chunk.end <= end)) throw new Fault(DAMAGED)
    const last = used.at(-1)
    // Most chunks are adjacent, so they become one span.
    if (last && last.end === chunk.start) last.end = chunk.end
    else used.push({ ...chunk })
  }
}

/** Yields the parts of a box that no span covers. @param used ascending by start */
function* findGaps({ body, end }: Box, used: Span[]): Generator<Span> {
  let from = body
  for (const span of used) {
    if (span.end <= from || span.start >= end) continue
    if (span.start > from) yield { start: from, end: span.start }
    from = Math.max(from, span.end)
  }
  if (from < end) yield { start: from, end }
}
