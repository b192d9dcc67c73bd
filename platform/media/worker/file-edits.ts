/** Edits that keep the size of a file. They remove metadata from films and sounds. */
import type { FileHandle } from 'node:fs/promises'

/** Positions in a file, in bytes. `end` is exclusive. */
export interface Span {
  start: number
  end: number
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
}

export function createEdits(blanked: Span[], freed: number[]): Edits {
  const spans = new Float64Array(blanked.length * 2)
  for (const [index, { start, end }] of blanked.sort((a, b) => a.start - b.start).entries())
    spans.set([start, end], index * 2)
  return { blanked: spans, freed: Float64Array.from(freed).sort() }
}

const FREE = Buffer.from('free', 'latin1')
const BLOCK_BYTES = 256 * 1024

/** Yields the bytes of the file with the edits applied. */
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
    yield block
    at = end
  }
}
