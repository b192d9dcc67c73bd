/** Reads the tracks of MP4 files: codec, number of samples, length. */
import { Fault } from './audio-fault.ts'
import type { Index } from './mp4-index.ts'
import type { Box } from './mp4-metadata.ts'

/** Limit of the chunks of sound. A file has about one chunk per second. */
const CHUNKS_MAX = 500_000

export interface Track {
  trak: Box
  stbl: Box
  id: number
  /** 'soun', 'vide', or another type of track. */
  handler: string
  /** Type of the first sample entry. */
  entry: string
  /** Object type of MPEG-4 (ISO/IEC 14496-1, table 5) in the sample entry. null without one */
  objectType: number | null
  samples: number
  /** Units per second. */
  scale: number
}

export function readTrack(index: Index, trak: Box): Track {
  const mdia = index.find(trak, 'mdia')
  const stbl = index.find(mdia, 'minf', 'stbl')
  const stsd = index.find(stbl, 'stsd')
  const tkhd = index.look(trak, 'tkhd')
  const sizes = index.children(stbl).find(({ type }) => type === 'stsz' || type === 'stz2')
  const mdhd = index.find(mdia, 'mdhd')
  return {
    trak,
    stbl,
    id: tkhd ? index.number(tkhd.body + (isLong(index, tkhd) ? 20 : 12)) : 0,
    handler: index.text(index.find(mdia, 'hdlr').body + 8),
    entry: index.text(stsd.body + 12),
    objectType: readObjectType(index.bytes.subarray(stsd.body, stsd.end)),
    samples: sizes ? index.number(sizes.body + 8) : 0,
    scale: index.number(mdhd.body + (isLong(index, mdhd) ? 20 : 12)),
  }
}

const isLong = (index: Index, { body }: Box): boolean => index.number(body) >>> 24 === 1

/** Reads the descriptors of an `esds` box, wherever the sample entry contains it. */
function readObjectType(stsd: Buffer): number | null {
  const at = stsd.subarray(0, 4_096).indexOf('esds', 0, 'latin1')
  if (at < 0) return null
  const descriptor = stsd.subarray(at + 8, at + 64)
  let place = skipDescriptorHeader(descriptor, 0)
  // ES_ID and the flags, which announce optional fields.
  const flags = descriptor[place + 2] ?? 0
  place += 3 + ((flags & 0x80) === 0 ? 0 : 2) + ((flags & 0x20) === 0 ? 0 : 2)
  return descriptor[place] === 4 ? (descriptor[skipDescriptorHeader(descriptor, place)] ?? null) : null
}

/** A header has a tag, and a length of one to four bytes with seven bits each. */
function skipDescriptorHeader(descriptor: Buffer, at: number): number {
  let place = at + 1
  while (((descriptor[place] ?? 0) & 0x80) !== 0 && place < at + 4) place++
  return place + 1
}

/** Returns the ids of the tracks that a track names as its chapters. */
export function readChapterTracks(index: Index, { trak }: Track): number[] {
  const chap = index.look(trak, 'tref', 'chap')
  if (!chap) return []
  const ids: number[] = []
  for (let at = chap.body; at + 4 <= chap.end && ids.length < 100; at += 4) ids.push(index.number(at))
  return ids
}

/** Counts the length of the samples. Units of the track */
function countTicks(index: Index, { stbl, samples }: Track): number {
  const stts = index.find(stbl, 'stts')
  let [ticks, left] = [0, samples]
  for (const at of index.entries(stts, stts.body + 4, 8)) {
    const count = Math.min(left, index.number(at))
    ticks += count * index.number(at + 4)
    left -= count
    if (left === 0) break
  }
  return ticks
}

/**
 * Returns the length of the parts of a track that its edit list plays, without silence before them.
 * @param ticks length of the track, in its units
 */
export function computePlayedSeconds(index: Index, { trak, scale }: Track, ticks: number): number {
  const elst = index.look(trak, 'edts', 'elst')
  if (!elst) return ticks / scale
  const wide = isLong(index, elst)
  const mvhd = index.find(index.root, 'mvhd')
  const movieScale = index.number(mvhd.body + (isLong(index, mvhd) ? 20 : 12))
  let seconds = 0
  for (const at of index.entries(elst, elst.body + 4, wide ? 20 : 12)) {
    const isSilence = index.number(at + (wide ? 8 : 4)) === 0xffffffff
    if (isSilence) continue
    const stated = index.wideNumber(at, wide) / movieScale
    const rest = Math.max(0, ticks - index.wideNumber(at + (wide ? 8 : 4), wide)) / scale
    // Zero means up to the end, in files in parts.
    seconds += stated > 0 ? Math.min(stated, rest) : rest
  }
  return seconds > 0 ? seconds : ticks / scale
}

/** Finds the table with the positions of the track's chunks. null without one */
export const findChunkTable = (index: Index, stbl: Box): { box: Box; isLong: boolean } | null => {
  const box = index.children(stbl).find(({ type }) => type === 'stco' || type === 'co64')
  return box ? { box, isLong: box.type === 'co64' } : null
}

/** Yields the positions of the track's chunks in the file. */
export function* readChunks(index: Index, { stbl }: Track): Generator<number> {
  const table = findChunkTable(index, stbl)
  if (!table) throw new Fault('damaged')
  const { box, isLong } = table
  if (index.number(box.body + 4) > CHUNKS_MAX) throw new Fault('damaged')
  for (const at of index.entries(box, box.body + 4, isLong ? 8 : 4)) yield index.wideNumber(at, isLong)
}

/** The samples of a track, also those in parts. */
export interface Total {
  track: Track
  samples: number
  /** Length of the samples. Units of the track */
  ticks: number
  /** Duration of samples whose part states none. Units of the track */
  defaultDuration: number
}

/** Counts the samples outside of parts. */
export const createTotal = (index: Index, track: Track): Total => ({
  track,
  samples: track.samples,
  ticks: countTicks(index, track),
  defaultDuration: readDefaultDuration(index, track),
})

function readDefaultDuration(index: Index, track: Track): number {
  const mvex = index.look(index.root, 'mvex')
  if (!mvex) return 0
  const trex = index
    .children(mvex)
    .find(({ type, body }) => type === 'trex' && index.number(body + 4) === track.id)
  return trex ? index.number(trex.body + 12) : 0
}

const HAS_BASE_OFFSET = 0x1
const HAS_DESCRIPTION = 0x2
const HAS_DEFAULT_DURATION = 0x8
const HAS_DATA_OFFSET = 0x1
const HAS_FIRST_FLAGS = 0x4
/** Flags of a `trun` for fields of each sample: duration, size, flags and composition time. */
const SAMPLE_FIELDS = [0x100, 0x200, 0x400, 0x800]

/** Adds the samples in a part (`moof`). @param totals by the id of their track */
export function addPart(part: Index, totals: Map<number, Total>): void {
  for (const traf of part.children(part.root).filter(({ type }) => type === 'traf')) {
    const boxes = part.children(traf)
    const tfhd = boxes.find(({ type }) => type === 'tfhd')
    const total = tfhd && totals.get(part.number(tfhd.body + 4))
    if (!total) continue
    const flags = part.number(tfhd.body)
    const durationAt =
      tfhd.body + 8 + ((flags & HAS_BASE_OFFSET) === 0 ? 0 : 8) + ((flags & HAS_DESCRIPTION) === 0 ? 0 : 4)
    const each = (flags & HAS_DEFAULT_DURATION) === 0 ? total.defaultDuration : part.number(durationAt)
    for (const trun of boxes.filter(({ type }) => type === 'trun')) addRun(part, trun, each, total)
  }
}

function addRun(part: Index, trun: Box, each: number, total: Total): void {
  const flags = part.number(trun.body)
  const count = part.number(trun.body + 4)
  const entryBytes = SAMPLE_FIELDS.filter((field) => (flags & field) !== 0).length * 4
  const first =
    trun.body + 8 + ((flags & HAS_DATA_OFFSET) === 0 ? 0 : 4) + ((flags & HAS_FIRST_FLAGS) === 0 ? 0 : 4)
  if (count * entryBytes > trun.end - first) throw new Fault('damaged')
  total.samples += count
  if ((flags & (SAMPLE_FIELDS[0] as number)) === 0) total.ticks += count * each
  else for (let place = 0; place < count; place++) total.ticks += part.number(first + place * entryBytes)
}
