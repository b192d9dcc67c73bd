/** A backup leaves the free space that the club itself needs to write. */
import { statfs } from 'node:fs/promises'
import { StorageFull } from '../media/server/store.ts'

/** A backup leaves at least this much free. */
export const RESERVE_BYTES = 512 * 1024 * 1024

/** The free space is measured again after this many written bytes. */
const LOOK_EVERY_BYTES = 32 * 1024 * 1024

/** The disk of `folder`, without the blocks that are reserved for root, as df counts it. Bytes. */
export async function spaceIn(folder: string): Promise<{ free: number; total: number }> {
  const { blocks, bfree, bavail, bsize } = await statfs(folder)
  return { free: bavail * bsize, total: (blocks - bfree + bavail) * bsize }
}

/** Free bytes of the disk of `folder`. */
const freeBytes = async (folder: string): Promise<number> => (await spaceIn(folder)).free

export interface FreeSpace {
  /** To be called before this many bytes are written. @throws StorageFull */
  claim(bytes: number): Promise<void>
}

export function freeSpaceIn(folder: string, free = freeBytes): FreeSpace {
  let sinceLook = Number.POSITIVE_INFINITY
  return {
    async claim(bytes) {
      sinceLook += bytes
      if (sinceLook < LOOK_EVERY_BYTES) return
      sinceLook = 0
      const left = await free(folder)
      if (left - bytes < RESERVE_BYTES)
        throw new StorageFull(
          `Quedan ${Math.floor(left / 1_000_000)} MB libres en ${folder}; una copia deja siempre ${Math.floor(RESERVE_BYTES / 1_000_000)}`,
        )
    },
  }
}
