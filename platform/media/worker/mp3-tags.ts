/** Finds tags in MP3 files: ID3v1, ID3v2 (id3.org) and APEv2. Finds covers in ID3v2 that are too large. */
import { COVER_MAX } from './audio-fault.ts'
import type { Patch, ReadAt, Span } from './file-edits.ts'

/** Bytes that `readTagLength` reads, the header of an APE tag. */
export const TAG_HEADER_BYTES = 32
const ID3_HEADER_BYTES = 10
const ID3V1_BYTES = 128

/** First letters of `ID3`, `TAG` and `APE`. Most calls are for frames. */
const FIRST_LETTERS = [...Buffer.from('ITA')]

/** Tags up to this size are not searched for covers. Bytes */
export const COVER_TAG_MIN = 64 * 1024
/** Limit of frames of tags that are read in one file. Later covers stay. */
const TAG_FRAMES_MAX = 5_000

const HAS_FOOTER = 0x10
const IS_UNSYNCHRONISED = 0x80
const HAS_EXTENDED_HEADER = 0x40
const APE_IS_HEADER = 0x20000000

/** Reads a size with seven bits in each byte. null when a byte has eight */
function readSynchsafe(bytes: Buffer, at: number): number | null {
  const value = bytes.readUInt32BE(at)
  if ((value & 0x80808080) !== 0) return null
  return ((value >>> 3) & 0xfe00000) | ((value >>> 2) & 0x1fc000) | ((value >>> 1) & 0x3f80) | (value & 0x7f)
}

function writeSynchsafe(value: number): Buffer {
  return Buffer.from([21, 14, 7, 0].map((shift) => (value >>> shift) & 127))
}

/** Returns the length of the tag at a position. 0 without a tag */
export function readTagLength(bytes: Buffer, at: number): number {
  if (at + ID3_HEADER_BYTES > bytes.byteLength || !FIRST_LETTERS.includes(bytes[at] as number)) return 0
  const start = bytes.toString('latin1', at, at + 3)
  if (start === 'ID3') {
    const size = readSynchsafe(bytes, at + 6)
    const [version = 0, , flags = 0] = bytes.subarray(at + 3, at + 6)
    if (size === null || version < 2 || version > 4) return 0
    return ID3_HEADER_BYTES + size + ((flags & HAS_FOOTER) === 0 ? 0 : ID3_HEADER_BYTES)
  }
  if (start === 'TAG') return ID3V1_BYTES
  if (start !== 'APE' || at + TAG_HEADER_BYTES > bytes.byteLength) return 0
  if (bytes.toString('latin1', at, at + 8) !== 'APETAGEX') return 0
  const isHeader = (bytes.readUInt32LE(at + 20) & APE_IS_HEADER) !== 0
  return TAG_HEADER_BYTES + (isHeader ? bytes.readUInt32LE(at + 12) : 0)
}

interface Tag {
  version: number
  isUnsynchronised: boolean
  start: number
  end: number
}

/** Collects the covers of all ID3v2 tags of a file. */
export class CoverSearch {
  readonly #read: ReadAt
  readonly #covers: Span[] = []
  readonly #patches: Patch[] = []
  #framesLeft = TAG_FRAMES_MAX

  constructor(read: ReadAt) {
    this.#read = read
  }

  /** Edits that remove all covers, if they are too large together. */
  get removal(): { bytes: number; cut: Span[]; patches: Patch[] } {
    const bytes = this.#covers.reduce((sum, { start, end }) => sum + end - start, 0)
    return bytes > COVER_MAX
      ? { bytes, cut: this.#covers, patches: this.#patches }
      : { bytes: 0, cut: [], patches: [] }
  }

  /** Searches the tag at a position. @param end end of the tag */
  async search(start: number, end: number): Promise<void> {
    const head = await this.#read(start, ID3_HEADER_BYTES + 4)
    const [version = 0, , flags = 0] = head.subarray(3, 6)
    if (head.toString('latin1', 0, 3) !== 'ID3') return
    const footer = (flags & HAS_FOOTER) === 0 ? 0 : ID3_HEADER_BYTES
    const tag = {
      version,
      isUnsynchronised: (flags & IS_UNSYNCHRONISED) !== 0 && version < 4,
      start: start + ID3_HEADER_BYTES + readExtendedHeaderLength(head, version, flags),
      end: end - footer,
    }
    const covers = await this.#findCovers(tag)
    if (covers.length === 0) return
    const removed = covers.reduce((sum, cover) => sum + cover.end - cover.start, 0)
    const size = writeSynchsafe(end - start - ID3_HEADER_BYTES - footer - removed)
    this.#covers.push(...covers)
    this.#patches.push({ at: start + 6, bytes: size })
    if (footer > 0) this.#patches.push({ at: end - 4, bytes: size })
  }

  async #findCovers(tag: Tag): Promise<Span[]> {
    const covers: Span[] = []
    const headerBytes = tag.version === 2 ? 6 : 10
    for (let at = tag.start; at + headerBytes <= tag.end && this.#framesLeft-- > 0; ) {
      const head = await this.#read(at, headerBytes)
      const id = head.toString('latin1', 0, tag.version === 2 ? 3 : 4)
      // Padding, or bytes that are no frame.
      if (head.byteLength < headerBytes || !/^[A-Z0-9 ]+$/.test(id)) break
      const end = await this.#findFrameEnd(tag, head, at + headerBytes)
      if (end > tag.end) break
      if (id === 'APIC' || id === 'PIC') covers.push({ start: at, end })
      at = end
    }
    return covers
  }

  async #findFrameEnd(tag: Tag, head: Buffer, body: number): Promise<number> {
    if (tag.version === 2) return this.#skip(tag, body, head.readUIntBE(3, 3))
    const plain = head.readUInt32BE(4)
    if (tag.version === 3) return this.#skip(tag, body, plain)
    const size = readSynchsafe(head, 4) ?? plain
    // Old versions of iTunes write plain sizes into tags of version 2.4.
    return size !== plain &&
      (await this.#isFrame(tag, body + plain)) &&
      !(await this.#isFrame(tag, body + size))
      ? body + plain
      : body + size
  }

  /** True when the tag ends here, or a frame or padding begins. */
  async #isFrame(tag: Tag, at: number): Promise<boolean> {
    if (at >= tag.end) return at === tag.end
    return /^(?:[A-Z0-9]{4}|\0{1,4})$/.test(
      (await this.#read(at, Math.min(4, tag.end - at))).toString('latin1'),
    )
  }

  /** Returns the position after a content. An unsynchronised tag has a zero after each 0xFF, which sizes do not count. */
  async #skip({ isUnsynchronised, end }: Tag, from: number, length: number): Promise<number> {
    if (!isUnsynchronised) return from + length
    let [at, left, isAfterSet] = [from, length, false]
    while (left > 0 && at < end) {
      const block = await this.#read(at, Math.min(BLOCK_BYTES, end - at))
      if (block.byteLength === 0) break
      for (const byte of block) {
        if (left === 0 && !(isAfterSet && byte === 0)) break
        if (!(isAfterSet && byte === 0)) left--
        isAfterSet = byte === 0xff
        at++
      }
    }
    return left > 0 ? Number.POSITIVE_INFINITY : at
  }
}

const BLOCK_BYTES = 256 * 1024

/** In version 2.4 the size includes its own four bytes. */
function readExtendedHeaderLength(head: Buffer, version: number, flags: number): number {
  if (version < 3 || (flags & HAS_EXTENDED_HEADER) === 0 || head.byteLength < ID3_HEADER_BYTES + 4) return 0
  return version === 3 ? 4 + head.readUInt32BE(10) : (readSynchsafe(head, 10) ?? 0)
}
