/**
 * Counts the frames of an MP3 (ISO/IEC 11172-3 and 13818-3), and finds its tags. Like browsers, it skips bytes between
 * frames that belong to none. test/support/sound-playback.json has the files that browsers play.
 */
import { Fault, type JudgedAudio, toWholeSeconds } from './audio-fault.ts'
import { createEdits, type ReadAt } from './file-edits.ts'
import { COVER_TAG_MIN, CoverSearch, readTagLength, TAG_HEADER_BYTES } from './mp3-tags.ts'

/** Limit of bytes before the first frame that belong to no tag. Firefox gives up there. Bytes */
const JUNK_MAX = 200_000
/** Number of frames in a row that prove the beginning of sound. A shorter file ends with one of them. */
const FRAMES_NEEDED = 4
/** Browsers play no file with fewer frames. */
const FRAMES_MIN = 2
/** Longest frame: 320 kbit/s at 32 kHz, or 160 kbit/s at 8 kHz. Bytes */
const FRAME_MAX = 2_881
/** Bytes that follow a position in the same block, unless the file ends. */
const LOOKAHEAD = FRAMES_NEEDED * FRAME_MAX + TAG_HEADER_BYTES
const BLOCK_BYTES = 1024 * 1024
/** First letter of a tag, `I`. */
const ID3_LETTER = 0x49

/** Bit rates of layer III in kbit/s, by the index in a frame header. Index 0 is the free format, which no browser plays. */
const RATES = {
  1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const
/** Sampling rates of MPEG 1 in Hz, by the index in a frame header. MPEG 2 has half of them, and MPEG 2.5 a quarter. */
const FREQUENCIES = [44_100, 48_000, 32_000] as const
/** Bits that are equal in all frames of a stream: synchronisation, version, layer and sampling rate. */
const SAME_BITS = 0xfffe0c00

interface Frame {
  /** Distance from the header of the frame to the next header. Bytes */
  length: number
  seconds: number
  /** Offset at which a Xing header would be. Bytes */
  xingAt: number
  /** The bits of `SAME_BITS`. */
  stream: number
}

/** Frames by the second and third byte of their headers, and the first two bits of the fourth. A long file has millions. */
const frames = new Array<Frame | null | undefined>(2 ** 18)

/** Returns null when the bytes are no header of a frame of layer III. */
function readFrame(bytes: Buffer, at: number): Frame | null {
  if (bytes[at] !== 0xff || at + 4 > bytes.byteLength) return null
  const second = bytes[at + 1] as number
  // Eleven bits are set at the beginning of each header. Two more bits are the layer.
  if ((second & 0xe6) !== 0xe2) return null
  const key = (second << 10) | ((bytes[at + 2] as number) << 2) | ((bytes[at + 3] as number) >>> 6)
  let frame = frames[key]
  if (frame === undefined) {
    frame = parseHeader(bytes.readUInt32BE(at))
    frames[key] = frame
  }
  return frame
}

function parseHeader(header: number): Frame | null {
  // Version 0 is MPEG 2.5, 1 is reserved, 2 is MPEG 2, 3 is MPEG 1.
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
    seconds: samples / frequency,
    xingAt: 4 + (isFirst ? (isMono ? 17 : 32) : isMono ? 9 : 17),
    stream: header & SAME_BITS,
  }
}

/**
 * True when frames of one stream follow each other here. Shortly before the end of the file, fewer frames are enough.
 * @param bytes all bytes up to the end of the file, or at least LOOKAHEAD after `at`
 */
function isStreamStart(bytes: Buffer, at: number): boolean {
  const first = readFrame(bytes, at)
  if (first === null) return false
  let end = at + first.length
  for (let count = 1; count < FRAMES_NEEDED; count++) {
    const next = readFrame(bytes, end)
    if (next === null) return count >= FRAMES_MIN && end + 4 > bytes.byteLength
    if (next.stream !== first.stream) return false
    end += next.length
  }
  return true
}

const XING = Buffer.from('Xing').readUInt32BE()
const INFO = Buffer.from('Info').readUInt32BE()
const VBRI = Buffer.from('VBRI').readUInt32BE()
const VBRI_AT = 36

/** True for a frame that describes the file. It has no sound. */
function isDescription(bytes: Buffer, at: number, { xingAt }: Frame): boolean {
  if (at + VBRI_AT + 4 > bytes.byteLength) return false
  const name = bytes.readUInt32BE(at + xingAt)
  return name === XING || name === INFO || bytes.readUInt32BE(at + VBRI_AT) === VBRI
}

class FrameCounter {
  /** Number of frames with sound. */
  count = 0
  seconds = 0
  /** `SAME_BITS` of the last frame. null while the next frame is searched */
  #stream: number | null = null
  /** Bytes before the first frame that belong to no tag. */
  #junk = 0

  /** Ends the stream, because a tag follows. */
  endStream(): void {
    this.#stream = null
  }

  /**
   * Counts the frame at a position, or searches the next one.
   * @returns the position after the frame, or where the search must go on, at most `end`
   * @throws Fault
   */
  advance(bytes: Buffer, at: number, end: number): number {
    const frame = readFrame(bytes, at)
    if (frame && (frame.stream === this.#stream || isStreamStart(bytes, at))) {
      this.#stream = frame.stream
      if (!isDescription(bytes, at, frame)) {
        this.count++
        this.seconds += frame.seconds
      }
      return at + frame.length
    }
    this.#stream = null
    let next = at + 1
    while (next < end && !this.#mayBegin(bytes, next)) next++
    if (this.count === 0) this.#junk += next - at
    if (this.#junk > JUNK_MAX) throw new Fault('no-audio')
    return next
  }

  /** Sound may begin after a tag. Later, three letters in damaged sound are no tag. */
  #mayBegin(bytes: Buffer, at: number): boolean {
    if (bytes[at] === 0xff) return isStreamStart(bytes, at)
    return this.count === 0 && bytes[at] === ID3_LETTER && readTagLength(bytes, at) > 0
  }
}

/** @throws Fault, or the errors of `read` */
export async function judgeMp3(read: ReadAt, size: number): Promise<JudgedAudio> {
  const covers = new CoverSearch(read)
  const counter = new FrameCounter()
  for (let at = 0; at < size; ) {
    const bytes = await read(at, BLOCK_BYTES + LOOKAHEAD)
    if (bytes.byteLength === 0) break
    const isLast = at + bytes.byteLength >= size
    const end = isLast ? bytes.byteLength : BLOCK_BYTES
    let next = 0
    while (next < end) {
      const length = readTagLength(bytes, next)
      if (length > 0) {
        if (length > COVER_TAG_MIN) await covers.search(at + next, Math.min(at + next + length, size))
        next += length
        counter.endStream()
      } else next = counter.advance(bytes, next, end)
    }
    at += next
    // The tag reaches behind the end of the file, so the sound is missing.
    if (at > size && counter.count === 0) throw new Fault('cut-off')
  }
  if (counter.count < FRAMES_MIN) throw new Fault(counter.count > 0 ? 'cut-off' : 'no-audio')
  const { bytes, cut, patches } = covers.removal
  return {
    format: 'mp3',
    seconds: toWholeSeconds(counter.seconds),
    edits: createEdits([], [], { cut, patches }),
    coverBytes: bytes,
  }
}
