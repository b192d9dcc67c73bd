/** The files of pictures: where they are kept, and how they are served under /media. */
import { randomBytes } from 'node:crypto'
import { constants, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import * as filesystem from 'node:fs/promises'
import { join } from 'node:path'
import { problemResponse } from './problems.ts'

/** Where pictures are kept: a folder, or (behind the same four walls) a bucket. Files never change. */
export interface MediaStore {
  /**
   * Keeps a file durably: once this resolves, a power cut does not take it. Nobody ever sees a part of it.
   * @throws StorageFull, nothing being left behind
   */
  put(name: string, bytes: Uint8Array): Promise<void>
  read(name: string): Promise<Uint8Array<ArrayBuffer> | null>
  /** Bytes, or null for a file that is not there. */
  size(name: string): Promise<number | null>
  /**
   * Removes a file if it is there and, with `writtenBefore` (ms since 1970), was not written again since.
   * @returns whether it was removed
   */
  remove(name: string, writtenBefore?: number): Promise<boolean>
  /** Every file that was written before `writtenBefore` (ms since 1970). */
  list(writtenBefore: number): AsyncIterable<string>
  /** @throws when nothing can be kept there now */
  ping(): Promise<void>
}

/** The disk, the quota or the bucket has no room left. */
export class StorageFull extends Error {
  override name = 'StorageFull'
}

/** The calls by which files are kept; a test puts a full disk in their place. */
export type FileOperations = Pick<
  typeof filesystem,
  'access' | 'mkdir' | 'open' | 'readFile' | 'readdir' | 'rename' | 'stat' | 'unlink'
>

/** Lower case and no separator: such a name stays in its folder on every system. */
const NAME = /^[0-9a-z][0-9a-z-]{1,80}\.(avif|webp|jpg)$/

const CONTENT_TYPES: Record<string, string> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' }

/** Files are written here under a name of their own, and renamed when they are whole. */
const INCOMING = '.incoming'

/** What a killed process left there is removed at start, but not what another process is writing right now (ms). */
const LEFTOVER_AGE_MS = 600_000

/**
 * Keeps files in `dir`, which is made if need be, in folders named after the first two characters of their names.
 * @throws a file system error when `dir` cannot be used
 */
export function localMedia(dir: string, files: FileOperations = filesystem): MediaStore {
  const incoming = join(dir, INCOMING)
  mkdirSync(incoming, { recursive: true })
  removeLeftovers(incoming)

  const folderOf = (name: string) => join(dir, name.slice(0, 2))
  const pathOf = (name: string) => {
    if (!NAME.test(name)) throw new TypeError(`Not a media name: ${JSON.stringify(name)}`)
    return join(folderOf(name), name)
  }

  /** A new folder is durable once the one that holds it was flushed: everybody who puts into it waits for that. */
  const folders = new Map<string, Promise<void>>()
  const folderReady = (folder: string) => {
    const ready =
      folders.get(folder) ?? files.mkdir(folder, { recursive: true }).then(() => syncFolder(dir, files))
    folders.set(folder, ready)
    return ready
  }

  async function write(path: string, bytes: Uint8Array) {
    const file = await files.open(path, 'wx')
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
  }

  return {
    async put(name, bytes) {
      const path = pathOf(name)
      const temporary = join(incoming, `${randomBytes(12).toString('hex')}.tmp`)
      try {
        await write(temporary, bytes)
        await folderReady(folderOf(name))
        await files.rename(temporary, path)
        await syncFolder(folderOf(name), files)
      } catch (error) {
        folders.delete(folderOf(name))
        await files.unlink(temporary).catch(() => {})
        throw isFull(error) ? new StorageFull('No room left for media', { cause: error }) : error
      }
    },

    async read(name) {
      return unlessMissing(files.readFile(pathOf(name)))
    },

    async size(name) {
      return (await unlessMissing(files.stat(pathOf(name))))?.size ?? null
    },

    async remove(name, writtenBefore = Number.POSITIVE_INFINITY) {
      const path = pathOf(name)
      const stats = await unlessMissing(files.stat(path))
      if (!stats || stats.mtimeMs >= writtenBefore) return false
      return (await unlessMissing(files.unlink(path).then(() => true))) ?? false
    },

    ping: () => files.access(incoming, constants.W_OK),

    async *list(writtenBefore) {
      for (const folder of await files.readdir(dir)) {
        if (!/^[0-9a-z][0-9a-z-]$/.test(folder)) continue
        for (const name of (await unlessMissing(files.readdir(join(dir, folder)))) ?? []) {
          if (!NAME.test(name)) continue
          const stats = await unlessMissing(files.stat(pathOf(name)))
          if (stats && stats.mtimeMs < writtenBefore) yield name
        }
      }
    },
  }
}

function removeLeftovers(incoming: string) {
  for (const name of readdirSync(incoming)) {
    const path = join(incoming, name)
    // Another process that starts at the same moment may be quicker.
    const stats = statSync(path, { throwIfNoEntry: false })
    if (stats && stats.mtimeMs < Date.now() - LEFTOVER_AGE_MS) rmSync(path, { force: true })
  }
}

/** A renamed file survives a power cut once its folder was flushed. Windows cannot open folders, and needs no such thing. */
async function syncFolder(folder: string, files: FileOperations) {
  if (process.platform === 'win32') return
  const handle = await files.open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : null)

const isFull = (error: unknown) => ['ENOSPC', 'EDQUOT'].includes(String(codeOf(error)))

async function unlessMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

/** Files never change under their names (decisions §3, Images). */
const FOREVER = 'public, max-age=31536000, immutable'

const fileHeaders = (name: string, format: string) => ({
  'Cache-Control': FOREVER,
  'Content-Type': CONTENT_TYPES[format] as string,
  ETag: etagOf(name),
  // Whatever a file may be taken for, it is a picture and nothing runs in it.
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'same-site',
})

const etagOf = (name: string) => `"${name}"`

/** Answers GET and HEAD of /media/<name>. An AVIF that is still being made leads to its WebP. */
export function mediaHandler({ store }: { store: MediaStore }): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return problemResponse('method-not-allowed')
    const name = /^\/media\/([^/]+)$/.exec(new URL(request.url).pathname)?.[1]
    const format = name && NAME.exec(name)?.[1]
    if (!name || !format) return problemResponse('not-found')

    const headers = fileHeaders(name, format)
    if (namesEtag(request.headers.get('If-None-Match'), name))
      return new Response(null, { status: 304, headers })

    if (request.method === 'HEAD') {
      const size = await store.size(name)
      if (size !== null)
        return new Response(null, { headers: { ...headers, 'Content-Length': String(size) } })
    } else {
      const bytes = await store.read(name)
      if (bytes)
        return new Response(bytes, { headers: { ...headers, 'Content-Length': String(bytes.byteLength) } })
    }
    return missing(store, name, format)
  }
}

/** Who holds a file's ETag holds the file: it needs no look at the disk. */
const namesEtag = (ifNoneMatch: string | null, name: string) =>
  ifNoneMatch?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etagOf(name)) ?? false

async function missing(store: MediaStore, name: string, format: string): Promise<Response> {
  const webp = name.replace(/\.avif$/, '.webp')
  if (format !== 'avif' || (await store.size(webp)) === null) return problemResponse('not-found')
  return new Response(null, {
    status: 302,
    headers: { Location: `/media/${webp}`, 'Cache-Control': 'no-store' },
  })
}
