/**
 * Keeps space for SQLite on its disk: a file that is deleted when a write finds the disk full. People can then still sign in
 * and make space, and a night's door works on, whatever has filled the disk.
 */
import { randomBytes } from 'node:crypto'
import { rmSync, statfsSync } from 'node:fs'
import { rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { measureSpace } from '../process/free-space.ts'

/** File in DATA_DIR. Backups leave it out. */
export const RESERVE_FILE = '.reserve'

/** Size of the file: the write-ahead log at its largest. Bytes */
const RESERVE_BYTES = 16 * 1024 * 1024
/** Largest share of a small disk that the file takes. */
const RESERVE_SHARE = 0.02
/** Free space that is needed to create the file, as a multiple of its size. */
const NEEDED_TIMES = 8
/** With less free space SQLite cannot create the files that it opens beside the database. Bytes */
const OPENING_BYTES = 256 * 1024

/** Creates the file if it is missing and the disk has enough space. */
export async function fillReserve(dataDir: string): Promise<void> {
  const path = join(dataDir, RESERVE_FILE)
  if (await stat(path).catch(() => null)) return
  const { free, total } = await measureSpace(dataDir)
  const bytes = Math.min(RESERVE_BYTES, Math.floor(total * RESERVE_SHARE))
  if (free < NEEDED_TIMES * bytes) return
  const temporary = `${path}.tmp`
  try {
    // Random bytes, because a file system that compresses would store zeros without taking space.
    await writeFile(temporary, randomBytes(bytes), { flush: true, mode: 0o600 })
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** Deletes the file, also an unfinished one. @returns false when there was none */
export function releaseReserve(dataDir: string): boolean {
  for (const name of [RESERVE_FILE, `${RESERVE_FILE}.tmp`])
    try {
      rmSync(join(dataDir, name))
      return true
    } catch {
      // The file is missing, or the disk is read-only. Then the error of the write stays.
    }
  return false
}

/** Deletes the file when the disk is too full to open the database. */
export function releaseReserveToOpen(dataDir: string): void {
  const { bavail, bsize } = statfsSync(dataDir)
  if (bavail * bsize < OPENING_BYTES) releaseReserve(dataDir)
}
