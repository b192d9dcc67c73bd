/** Edits of a file that keep its size, such as the removal of metadata. */
import type { FileHandle } from 'node:fs/promises'

/** `start` and `end` are positions in the file in bytes; `end` is exclusive. */
export interface Span {
  start: number
  end: number
}

/** Reads bytes of a file; fewer only at its end. */
export type ReadAt = (at: number, length: number) => Promise<Buffer>

/** @param size upper limit of the positions to read */
export const createReadAt =
  (file: FileHandle, size: number): ReadAt =>
  async (at, length) => {
    const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(length, size - at)))
    const { bytesRead } = await file.read(bytes, 0, bytes.byteLength, at)
    return bytes.subarray(0, bytesRead)
  }

/**
 * Changes that keep the size of a file and the position of all other bytes. Positions count from the beginning of the file
 * and ascend. They are stored as number arrays, because the judging process sends them to the serving process: 200,000
 * objects would keep that process busy for half a second.
 */
export interface Edits {
  /** Spans that become zeros, as alternating start and end positions. */
  blanked: Float64Array
  /** Positions of the box types that become `free`. */
  freed: Float64Array
}

/** Sorts edits by position. */
export function createEdits(blanked: Span[], freed: number[]): Edits {
  const spans = new Float64Array(blanked.length * 2)
  for (const [index, { start, end }] of blanked.sort((a, b) => a.start - b.start).entries())
    spans.set([start, end], index * 2)
  return { blanked: spans, freed: Float64Array.from(freed).sort() }
}

const FREE = Buffer.from('free', 'latin1')
const BLOCK_BYTES = 256 * 1024

/** Yields the stored form of the file: the same size, with its edits applied. */
export async function* applyEdits(
  read: ReadAt,
  size: number,
  { blanked, freed }: Edits,
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
      // The rest of the span is in the next block.
      if (last > end) break
    }
    for (; type < freed.length; type++) {
      const start = freed[type] as number
      if (start >= end) break
      for (const [index, byte] of FREE.entries())
        if (start + index >= at && start + index < end) block[start + index - at] = byte
      if (start + FREE.byteLength > end) break
    }
    yield block
    at = end
  }
}
