/** Edits that remove metadata from films and sounds, and covers from sounds. */
import type { FileHandle } from 'node:fs/promises'

/** Positions in a file, in bytes. `end` is exclusive. */
export interface Span {
  start: number
  end: number
}

/** Bytes that replace others of the same number. */
export interface Patch {
  at: number
  bytes: Uint8Array
}

/** Reads `length` bytes of a file. The result is shorter only at the end of the file. */
export type ReadAt = (at: number, length: number) => Promise<Buffer>

/** Creates a function that reads from an open file. @param size no bytes at or after this position are read */
export const createReadAt =
  (file: FileHandle, size: number): ReadAt =>
  async (at, length) => {
    const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(length, size - at)))
    const { bytesRead } = await file.read(bytes, 0, bytes.byteLength, at)
    return bytes.subarray(0, bytesRead)
  }

/**
 * Positions are ascending offsets from the beginning of the file. They are typed arrays, because the image worker sends
 * them to the server: reading 200,000 objects would block the server for half a second.
 */
export interface Edits {
  /** Spans to overwrite with zeros. Start and end positions alternate. */
  blanked: Float64Array
  /** Positions of box types to overwrite with `free`, the type of unused space in MP4 files. */
  freed: Float64Array
  /** Spans that are left out. Start and end positions alternate. They do not overlap. */
  cut: Float64Array
  /** In any order. */
  patches: Patch[]
}

export const createEdits = (
  blanked: Span[],
  freed: number[],
  { cut = [], patches = [] }: { cut?: Span[]; patches?: Patch[] } = {},
): Edits => ({
  blanked: toPositions(blanked),
  freed: Float64Array.from(freed).sort(),
  cut: toPositions(cut),
  patches,
})

function toPositions(spans: Span[]): Float64Array {
  const positions = new Float64Array(spans.length * 2)
  for (const [index, { start, end }] of spans.sort((a, b) => a.start - b.start).entries())
    positions.set([start, end], index * 2)
  return positions
}

/** Returns the size of a file with the edits applied. */
export function computeEditedSize(size: number, { cut }: Edits): number {
  let edited = size
  for (let index = 0; index < cut.length; index += 2)
    edited -= (cut[index + 1] as number) - (cut[index] as number)
  return edited
}

const FREE = Buffer.from('free', 'latin1')
const BLOCK_BYTES = 256 * 1024

/** Yields the bytes of the file with the edits applied. */
export async function* applyEdits(
  read: ReadAt,
  size: number,
  { blanked, freed, cut, patches }: Edits,
): AsyncGenerator<Uint8Array> {
  let span = 0
  let type = 0
  for (let at = 0; at < size; ) {
    const block = await read(at, Math.min(BLOCK_BYTES, size - at))
    if (block.byteLength === 0) throw new Error('The file became shorter while it was read')
    const end = at + block.byteLength
    for (; span < blanked.length; span += 2) {
      const [start, last] = [blanked[span] as number, blanked[span + 1] as number]
      if (start >= end) break
      block.fill(0, Math.max(0, start - at), Math.min(last, end) - at)
      // The span ends in a later block, so the loop must not go on to the next span.
      if (last > end) break
    }
    for (; type < freed.length; type++) {
      const start = freed[type] as number
      if (start >= end) break
      for (const [index, byte] of FREE.entries())
        if (start + index >= at && start + index < end) block[start + index - at] = byte
      if (start + FREE.byteLength > end) break
    }
    for (const { at: start, bytes } of patches) {
      const [first, last] = [Math.max(start, at), Math.min(start + bytes.byteLength, end)]
      if (first < last) block.set(bytes.subarray(first - start, last - start), first - at)
    }
    yield* leaveOut(block, at, cut)
    at = end
  }
}

/** Yields the parts of a block that are outside of the cuts. @param at position of the block in the file */
function* leaveOut(block: Buffer, at: number, cut: Float64Array): Generator<Uint8Array> {
  let from = 0
  for (let index = 0; index < cut.length; index += 2) {
    const start = Math.max(0, (cut[index] as number) - at)
    const end = Math.min(block.byteLength, (cut[index + 1] as number) - at)
    if (start >= end) continue
    if (start > from) yield block.subarray(from, start)
    from = end
  }
  if (from < block.byteLength) yield block.subarray(from)
}
