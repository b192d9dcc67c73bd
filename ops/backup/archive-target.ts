/** Stores archives in a folder, or in a folder of a bucket. An archive is stored completely or not at all. */
import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { openBucket } from '../../platform/media/server/bucket.ts'
import { isBucketUrl, parseBucketUrl } from '../../platform/process/bucket-url.ts'
import { createFreeSpace, type FreeSpace } from '../../platform/process/free-space.ts'
import { StorageFull } from '../../platform/process/storage-errors.ts'

export interface ArchiveTarget {
  /** Stores an archive. @returns its location, in the form that `openArchive` accepts @throws StorageFull */
  put(name: string, chunks: AsyncIterable<Uint8Array>): Promise<string>
  /**
   * Tests whether an archive can be stored. It needs only the rights of `put`, and removes its test data.
   * @throws the error that prevents it; ENOENT for a folder that `put` would create
   */
  check(): Promise<void>
  /**
   * Folder for the rows, whose size must be known before the archive is written. It is on the disk of the archive, so that a
   * backup to another disk also works when the disk of the club is full.
   */
  staging: Staging
}

export interface Staging {
  folder: string
  freeSpace: FreeSpace
}

/** An archive that can be read several times from its beginning. */
export interface StoredArchive {
  read(): AsyncIterable<Uint8Array>
  /** Returns the size of the archive. Bytes @throws ArchivePlaceError */
  size(): Promise<number>
  /** Folder of the archive. null for a bucket */
  folder: string | null
}

/** Thrown when the place is neither a folder nor a bucket, or has no archive. */
export class ArchivePlaceError extends Error {
  override name = 'ArchivePlaceError'
}

/** Thrown when the folder or bucket cannot be used now. `cause` has the reason. */
export class TargetUnavailable extends Error {
  override name = 'TargetUnavailable'
  readonly where: string

  constructor(where: string, cause: unknown) {
    super(`${where}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.where = where
  }
}

/** Size of the test file. It covers several blocks of any file system. Bytes */
const PROBE_BYTES = 65_536

/**
 * Free space that the rows of an archive leave in the folder for temporary files. Compressed rows are small, and are deleted
 * at once. Bytes
 */
const TEMPORARY_RESERVE_BYTES = 16 * 1024 * 1024

/** Opens a target. @param where a folder, which is created if necessary, or `s3://bucket/folder?…` */
export async function openTarget(where: string): Promise<ArchiveTarget> {
  return isBucketUrl(where) ? openBucketTarget(where) : openFolderTarget(resolve(where))
}

export async function openArchive(where: string): Promise<StoredArchive> {
  const none = () => new ArchivePlaceError(`No hay ningún archivo en ${where}`)
  if (!isBucketUrl(where)) {
    const orNone = (error: unknown) => {
      throw error instanceof Error && 'code' in error && ['ENOENT', 'EISDIR'].includes(String(error.code))
        ? none()
        : error
    }
    return {
      async *read() {
        try {
          yield* createReadStream(where, { highWaterMark: 256 * 1024 })
        } catch (error) {
          orNone(error)
        }
      },
      size: async () => (await stat(where).catch(orNone)).size,
      folder: dirname(resolve(where)),
    }
  }
  const { place, key } = parseArchiveUrl(where)
  const bucket = await openBucket(place)
  return {
    async *read() {
      try {
        const stream = await bucket.readStream(key)
        if (stream === null) throw none()
        yield* stream
      } catch (error) {
        throw error instanceof ArchivePlaceError ? error : new TargetUnavailable(where, error)
      }
    },
    async size() {
      const found = await bucket.head(key).catch((error: unknown) => {
        throw new TargetUnavailable(where, error)
      })
      if (found === null) throw none()
      return found.bytes
    },
    folder: null,
  }
}

export function openFolderTarget(
  folder: string,
  freeSpace: FreeSpace = createFreeSpace(folder),
): ArchiveTarget {
  return {
    staging: { folder, freeSpace },
    async check() {
      const probe = join(folder, `.doctor.${randomBytes(6).toString('hex')}.tmp`)
      try {
        await writeFile(probe, new Uint8Array(PROBE_BYTES), { flag: 'wx', mode: 0o600, flush: true })
      } finally {
        await rm(probe, { force: true })
      }
      await freeSpace.claim(PROBE_BYTES)
    },
    put: (name, chunks) =>
      putIntoTarget(folder, chunks, async (chunks) => {
        await mkdir(folder, { recursive: true })
        const path = join(folder, name)
        const temporary = join(folder, `.${name}.${randomBytes(6).toString('hex')}.tmp`)
        try {
          // Only the owner may read the file, because an archive contains password hashes and messages.
          const file = await open(temporary, 'wx', 0o600)
          try {
            for await (const chunk of chunks) {
              await freeSpace.claim(chunk.byteLength)
              await file.writeFile(chunk)
            }
            await file.sync()
          } finally {
            await file.close()
          }
          await rename(temporary, path)
          await syncFolder(folder)
          return path
        } catch (error) {
          await rm(temporary, { force: true })
          throw error
        }
      }),
  }
}

async function openBucketTarget(where: string): Promise<ArchiveTarget> {
  const place = parseBucketUrl(where)
  if (place === null) throw new ArchivePlaceError(`No es la dirección de un balde: ${where}`)
  const bucket = await openBucket(place, undefined, { mayOnlyPut: true })
  const folder = tmpdir()
  return {
    staging: { folder, freeSpace: createFreeSpace(folder, undefined, TEMPORARY_RESERVE_BYTES) },
    check: () => bucket.tryPut('doctor'),
    put: (name, chunks) =>
      putIntoTarget(where, chunks, async (chunks) => {
        await bucket.putStream(name, chunks, { isNew: true })
        const url = new URL(where)
        url.pathname = `/${place.prefix}${name}`
        return url.href
      }),
  }
}

/**
 * Stores data.
 * @throws TargetUnavailable for an error of the target. Errors from reading the club's data are thrown unchanged
 */
async function putIntoTarget<T>(
  where: string,
  chunks: AsyncIterable<Uint8Array>,
  put: (chunks: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<T> {
  let source: { error: unknown } | null = null
  const watched = async function* () {
    try {
      yield* chunks
    } catch (error) {
      source = { error }
      throw error
    }
  }
  try {
    return await put(watched())
  } catch (error) {
    if (source !== null) throw (source as { error: unknown }).error
    throw error instanceof StorageFull ? error : new TargetUnavailable(where, error)
  }
}

function parseArchiveUrl(where: string) {
  const place = parseBucketUrl(where)
  const path = place?.prefix.slice(0, -1) ?? ''
  if (place === null || path === '') throw new ArchivePlaceError(`No es un archivo de un balde: ${where}`)
  const folder = dirname(path)
  return { place: { ...place, prefix: folder === '.' ? '' : `${folder}/` }, key: basename(path) }
}

/** Makes renames in a folder survive a power cut. Windows cannot open folders, so it is skipped there. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
