/** Where archives are put: a folder, or a folder of a bucket. Whole or not at all, on either. */
import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { openBucket } from '../../media/bucket.ts'
import { isBucketUrl, parseBucketUrl } from '../../media/bucket-url.ts'
import { type FreeSpace, freeSpaceIn } from './free-space.ts'

export interface ArchiveTarget {
  /** @returns where it is now, as `openArchive` takes it; @throws StorageFull */
  put(name: string, chunks: AsyncIterable<Uint8Array>): Promise<string>
}

/** An archive, to be read from its beginning as often as need be. */
export interface StoredArchive {
  read(): AsyncIterable<Uint8Array>
  /** Bytes. @throws NoSuchPlace */
  size(): Promise<number>
  /** The folder that it lies in; null in a bucket. */
  folder: string | null
}

/** Neither a folder nor a bucket. */
export class NoSuchPlace extends Error {
  override name = 'NoSuchPlace'
}

/** @param where a folder, made if need be, or `s3://bucket/folder?…` */
export async function openTarget(where: string): Promise<ArchiveTarget> {
  return isBucketUrl(where) ? bucketTarget(where) : folderTarget(resolve(where))
}

export async function openArchive(where: string): Promise<StoredArchive> {
  const none = () => new NoSuchPlace(`No hay ningún archivo en ${where}`)
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
  const { place, key } = splitKey(where)
  const bucket = await openBucket(place)
  return {
    async *read() {
      const stream = await bucket.readStream(key)
      if (stream === null) throw none()
      yield* stream
    },
    async size() {
      const found = await bucket.head(key)
      if (found === null) throw none()
      return found.bytes
    },
    folder: null,
  }
}

export function folderTarget(folder: string, freeSpace: FreeSpace = freeSpaceIn(folder)): ArchiveTarget {
  return {
    async put(name, chunks) {
      await mkdir(folder, { recursive: true })
      const path = join(folder, name)
      const temporary = join(folder, `.${name}.${randomBytes(6).toString('hex')}.tmp`)
      try {
        // Password hashes and messages are in it.
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
    },
  }
}

async function bucketTarget(where: string): Promise<ArchiveTarget> {
  const place = parseBucketUrl(where)
  if (place === null) throw new NoSuchPlace(`No es la dirección de un balde: ${where}`)
  const bucket = await openBucket(place)
  return {
    async put(name, chunks) {
      await bucket.putStream(name, chunks)
      const url = new URL(where)
      url.pathname = `/${place.prefix}${name}`
      return url.href
    },
  }
}

function splitKey(where: string) {
  const place = parseBucketUrl(where)
  const path = place?.prefix.slice(0, -1) ?? ''
  if (place === null || path === '') throw new NoSuchPlace(`No es un archivo de un balde: ${where}`)
  const folder = dirname(path)
  return { place: { ...place, prefix: folder === '.' ? '' : `${folder}/` }, key: basename(path) }
}

/** What was renamed survives a power cut from here on. Windows cannot open folders, and needs no such thing. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
