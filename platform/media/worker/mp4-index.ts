/** Reads boxes of MP4 files (ISO/IEC 14496-12). */
import { Fault } from './audio-fault.ts'
import type { Box } from './mp4-metadata.ts'

/** Limit of the boxes that are read in an index. Files with more are refused. */
const INDEX_BOXES_MAX = 2_000

/**
 * Reads the header of a box.
 * @param at position of the box in `bytes`
 * @param start position of the box in the file or index
 * @param limit end of the file or index
 * @returns null when the header is invalid
 */
export function readBox(bytes: Buffer, at: number, start: number, limit: number): Box | null {
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

/** The content of a `moov` or `moof` box. Reading outside of it throws a Fault. */
export class Index {
  readonly bytes: Buffer
  readonly root: Box
  /** Position of the content in the file. */
  readonly base: number
  #looked = 0

  constructor(bytes: Buffer, { type, start, body }: Box) {
    this.bytes = bytes
    this.base = body
    this.root = { type, start: start - body, body: 0, end: bytes.byteLength }
  }

  number(at: number): number {
    if (at + 4 > this.bytes.byteLength) throw new Fault('damaged')
    return this.bytes.readUInt32BE(at)
  }

  /** Reads a number of 4 or 8 bytes. */
  wideNumber(at: number, isLong: boolean): number {
    return isLong ? this.number(at) * 2 ** 32 + this.number(at + 4) : this.number(at)
  }

  text(at: number): string {
    if (at + 4 > this.bytes.byteLength) throw new Fault('damaged')
    return this.bytes.toString('latin1', at, at + 4)
  }

  children({ body, end }: Box): Box[] {
    const children: Box[] = []
    for (let at = body; at + 8 <= end; ) {
      const child = readBox(this.bytes, at, at, end)
      if (child === null || child.end > end || ++this.#looked > INDEX_BOXES_MAX) throw new Fault('damaged')
      children.push(child)
      at = child.end
    }
    return children
  }

  /** Returns the first box at this path. null without one */
  look(parent: Box, ...path: string[]): Box | null {
    return path.reduce<Box | null>(
      (box, type) => (box && this.children(box).find((one) => one.type === type)) ?? null,
      parent,
    )
  }

  /** Returns the first box at this path. @throws Fault */
  find(parent: Box, ...path: string[]): Box {
    const box = this.look(parent, ...path)
    if (!box) throw new Fault('damaged')
    return box
  }

  /**
   * Yields the positions of the entries of a table.
   * @param countAt position of the number of entries, before the first entry
   * @param entryBytes length of an entry
   */
  *entries({ end }: Box, countAt: number, entryBytes: number): Generator<number> {
    const count = this.number(countAt)
    if (count * entryBytes > end - countAt - 4) throw new Fault('damaged')
    for (let place = 0; place < count; place++) yield countAt + 4 + place * entryBytes
  }
}
