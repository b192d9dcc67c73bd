/** Stops backups and uploads before they take the free space that the club itself needs. */
import { statfs } from 'node:fs/promises'
import { StorageFull } from './storage-errors.ts'

/** Free space that a backup leaves. Bytes */
export const RESERVE_BYTES = 512 * 1024 * 1024

/** The free space is measured again after this many written bytes. Bytes */
const MEASURE_EVERY_BYTES = 32 * 1024 * 1024

/** Returns free and total bytes of the disk of `folder`. Blocks reserved for root count as used, as in df. */
export async function measureSpace(
  folder: string,
  measure: typeof statfs = statfs,
): Promise<{ free: number; total: number }> {
  const { blocks, bfree, bavail, bsize } = await measure(folder)
  return { free: bavail * bsize, total: (blocks - bfree + bavail) * bsize }
}

/** Returns the free bytes of the disk of `folder`. */
const measureFreeBytes = async (folder: string): Promise<number> => (await measureSpace(folder)).free

export interface FreeSpace {
  /** Must be called before this many bytes are written. @throws StorageFull */
  claim(bytes: number): Promise<void>
}

/** @param reserve free space that stays, in bytes */
export function createFreeSpace(folder: string, free = measureFreeBytes, reserve = RESERVE_BYTES): FreeSpace {
  let bytesSinceMeasurement = Number.POSITIVE_INFINITY
  return {
    async claim(bytes) {
      bytesSinceMeasurement += bytes
      if (bytesSinceMeasurement < MEASURE_EVERY_BYTES) return
      bytesSinceMeasurement = 0
      const left = await free(folder)
      if (left - bytes < reserve)
        throw new StorageFull(
          `Quedan ${Math.floor(left / 1_000_000)} MB libres en ${folder}; una copia deja siempre ${Math.floor(reserve / 1_000_000)}`,
        )
    },
  }
}

/** Free space that an upload leaves, so that it never takes the space that the database needs. Bytes */
const UPLOAD_RESERVE_BYTES = 64 * 1024 * 1024
/** Largest share of a small disk that uploads leave. */
const UPLOAD_RESERVE_SHARE = 0.08

/** @throws StorageFull when a file uploaded into `folder` would take space that the database needs */
export async function requireUploadSpace(folder: string, measure?: typeof statfs): Promise<void> {
  const { free, total } = await measureSpace(folder, measure)
  if (free >= Math.min(UPLOAD_RESERVE_BYTES, total * UPLOAD_RESERVE_SHARE)) return
  // The operator and the sender get the words for a full disk, because the space that is left is not theirs.
  throw new StorageFull('The last space of the disk is for the database', {
    cause: Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', path: folder }),
  })
}
