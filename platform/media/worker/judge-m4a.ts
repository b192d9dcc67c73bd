/**
 * Checks M4A files: MP4 (ISO/IEC 14496-12) and QuickTime with one sound and no film. Only the index and the headers of parts
 * are read.
 */
import type { AudioFault } from '../shared/audio-faults.ts'
import { Fault, type JudgedAudio, toWholeSeconds } from './audio-fault.ts'
import type { ReadAt } from './file-edits.ts'
import { createM4aEdits } from './m4a-edits.ts'
import { Index, readBox } from './mp4-index.ts'
import type { Box } from './mp4-metadata.ts'
import * as tracks from './mp4-tracks.ts'

/** Limit of an index (`moov`). An hour of AAC needs about 1 MB, and the index includes the cover picture. Bytes */
const INDEX_MAX = 32 * 1024 * 1024
/** Limit of the index of a part (`moof`). A part has some seconds. Bytes */
const PART_INDEX_MAX = 1024 * 1024
/** Limit of the boxes in a file. Files with more are refused. */
const BOXES_MAX = 2_000
/** Limit of the boxes in a file in parts. Three hours in parts of a second have 22,000. Files with more are refused. */
const PARTED_BOXES_MAX = 50_000

/** Sample entries of sound that two of three browsers play. */
const ENTRIES = ['mp4a', '.mp3', 'ms\0U', 'Opus', 'fLaC']
/** Object types of `mp4a` that browsers play: AAC in MPEG-4 and MPEG-2, and MP3. */
const OBJECT_TYPES = [0x40, 0x66, 0x67, 0x68, 0x69, 0x6b]
/** Reasons to refuse other sample entries of sound. */
const ENTRY_FAULTS: Record<string, AudioFault> = {
  alac: 'alac',
  'ac-3': 'ac-3',
  'ec-3': 'ac-3',
  drms: 'protected',
  enca: 'protected',
}
/** Sample entries of still pictures, and the object types of still pictures in `mp4v`: JPEG and PNG. */
const STILLS = ['jpeg', 'mjpg', 'mjpa', 'mjpb', 'png ']
const STILL_OBJECT_TYPES = [0x6c, 0x6d]
/** A track of still pictures with less time between them, on average, is a film. s */
const STILL_SECONDS = 1

/** @throws Fault, or the errors of `read` */
export async function judgeM4a(read: ReadAt, size: number): Promise<JudgedAudio> {
  const { boxes, end } = await readFileBoxes(read, size)
  const moov = boxes.find(({ type }) => type === 'moov')
  const mdats = boxes.filter(({ type }) => type === 'mdat')
  // Pictures, such as HEIC and AVIF, have this index instead.
  if (!moov && boxes.some(({ type }) => type === 'meta')) throw new Fault('no-audio')
  // A complete file has both boxes. Programs write one of them last, so a truncated file lacks one.
  if (!moov || mdats.length === 0) throw new Fault('cut-off')
  if (moov.end - moov.body > INDEX_MAX) throw new Fault('damaged')
  const index = new Index(await read(moov.body, moov.end - moov.body), moov)
  const all = index
    .children(index.root)
    .filter(({ type }) => type === 'trak')
    .map((trak) => tracks.readTrack(index, trak))
  const pictures = findPictures(index, all)
  if (!pictures.every(isStill)) throw new Fault('film')
  const sound = findSound(all)
  checkChunks(index, sound, mdats, size)
  const moofs = boxes.filter(({ type }) => type === 'moof')
  const total = tracks.createTotal(index, sound)
  const stills = pictures.map((track) => tracks.createTotal(index, track))
  await addParts(read, moofs, [...stills, total])
  if (stills.some(isMoving)) throw new Fault('film')
  const { ticks } = total
  if (ticks === 0 && sound.samples === 0) throw new Fault('cut-off')
  const { edits, coverBytes } = createM4aEdits(index, { boxes, moov, isInParts: moofs.length > 0, end, size })
  const seconds = toWholeSeconds(tracks.computePlayedSeconds(index, sound, ticks))
  return { format: 'm4a', seconds, edits, coverBytes }
}

/**
 * Reads the headers of the boxes.
 * @returns the boxes, and their end. Bytes behind the last box are no box, such as zeros or tags
 */
async function readFileBoxes(read: ReadAt, size: number): Promise<{ boxes: Box[]; end: number }> {
  const boxes: Box[] = []
  let max = BOXES_MAX
  for (let at = 0; at < size; ) {
    const head = await read(at, 16)
    const box = head.byteLength < 8 ? null : readBox(head, 0, at, size)
    const hasBoth = ['moov', 'mdat'].every((type) => boxes.some((known) => known.type === type))
    const isNeeded = box !== null && ['moov', 'mdat', 'moof'].includes(box.type)
    if (hasBoth && !isNeeded && (box === null || box.end > size)) return { boxes, end: at }
    if (box === null) throw new Fault(head.byteLength < 8 ? 'cut-off' : 'damaged')
    if (box.end > size) throw new Fault('cut-off')
    if (box.type === 'moof') max = PARTED_BOXES_MAX
    boxes.push(box)
    if (boxes.length > max) throw new Fault('in-parts')
    at = box.end
  }
  return { boxes, end: size }
}

/** Returns the tracks of pictures, without those that the sound names as its chapters. */
function findPictures(index: Index, all: tracks.Track[]): tracks.Track[] {
  const sounds = all.filter(({ handler }) => handler === 'soun')
  const chapters = new Set(sounds.flatMap((sound) => tracks.readChapterTracks(index, sound)))
  return all.filter(({ handler, id }) => handler === 'vide' && !chapters.has(id))
}

const isStill = ({ entry, objectType }: tracks.Track): boolean =>
  STILLS.includes(entry) || (entry === 'mp4v' && STILL_OBJECT_TYPES.includes(objectType ?? 0))

const isMoving = ({ track, samples, ticks }: tracks.Total): boolean =>
  samples > 1 && samples * STILL_SECONDS * track.scale > ticks

function findSound(all: tracks.Track[]): tracks.Track {
  const sounds = all.filter(({ handler }) => handler === 'soun')
  const sound = sounds.find(
    ({ entry, objectType }) =>
      ENTRIES.includes(entry) &&
      (entry !== 'mp4a' || objectType === null || OBJECT_TYPES.includes(objectType)),
  )
  if (sound) return sound
  throw new Fault(sounds[0] ? (ENTRY_FAULTS[sounds[0].entry] ?? 'codec') : 'no-sound')
}

function checkChunks(index: Index, sound: tracks.Track, mdats: Box[], size: number): void {
  let hasChunks = false
  for (const chunk of tracks.readChunks(index, sound)) {
    hasChunks = true
    if (chunk >= size) throw new Fault('cut-off')
    if (!isWithin(mdats, chunk)) throw new Fault('damaged')
  }
  if (!hasChunks && sound.samples > 0) throw new Fault('damaged')
}

async function addParts(read: ReadAt, moofs: Box[], totals: tracks.Total[]): Promise<void> {
  const byId = new Map(totals.map((total) => [total.track.id, total]))
  for (const moof of moofs) {
    if (moof.end - moof.body > PART_INDEX_MAX) throw new Fault('damaged')
    tracks.addPart(new Index(await read(moof.body, moof.end - moof.body), moof), byId)
  }
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
