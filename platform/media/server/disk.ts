/** Pictures and films in a folder of this machine's disk. */
import { randomBytes } from 'node:crypto'
import { constants, mkdirSync } from 'node:fs'
import * as filesystem from 'node:fs/promises'
import { join } from 'node:path'
import {
  type Content,
  isMediaName,
  type MediaStore,
  requireMediaName,
  StorageFull,
  StoreUnavailable,
} from './store.ts'

/** The calls by which files are kept; a test puts a full disk in their place. */
export type FileOperations = Pick<
  typeof filesystem,
  'access' | 'link' | 'mkdir' | 'open' | 'readFile' | 'readdir' | 'rename' | 'stat' | 'unlink'
>

/** A folder of pictures, which can share its files with another folder. */
export interface LocalMedia extends MediaStore {
  /**
   * Takes in a file of another folder as a second name for the same bytes, which costs nothing. Durable after `flush`.
   * @returns false where the other one has no such file, or the disk no such thing
   */
  adopt(name: string, from: LocalMedia): Promise<boolean>
  flush(): Promise<void>
  /** Absolute path, whether it is there or not. */
  pathOf(name: string): string
}

/** Files are written here under a name of their own, and renamed when they are whole. */
export const INCOMING = '.incoming'

/** Folder of unfinished uploads in DATA_DIR. Backups leave it out. */
export const UPLOADS = '.uploads'
/** File in DATA_DIR whose lock guards the folder. */
export const UPLOADS_LOCK = `${UPLOADS}.lock`

const TRY_OUT_BYTES = 65_536

const FOLDER = /^[0-9a-z][0-9a-z-]$/

/** A file that another process is still writing is younger than this. ms */
const LEFTOVER_AGE_MS = 600_000

/**
 * Keeps files in `dir`, which is made if need be, in folders named after the first two characters of their names.
 * @throws a file system error when `dir` cannot be used
 */
export function localMedia(dir: string, files: FileOperations = filesystem): LocalMedia {
  const incoming = join(dir, INCOMING)
  mkdirSync(incoming, { recursive: true })
  const folderOf = (name: string) => join(dir, name.slice(0, 2))
  const pathOf = (name: string) => {
    requireMediaName(name)
    return join(folderOf(name), name)
  }

  /** Within `dir` only: one that is gone must not come back empty, or what it was is moved into it. */
  const makeFolder = (folder: string) =>
    files.mkdir(folder).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error
    })

  /** A new folder is durable once the one that holds it was flushed: everybody who puts into it waits for that. */
  const folders = new Map<string, Promise<void>>()
  const folderReady = (folder: string) => {
    const ready = folders.get(folder) ?? makeFolder(folder).then(() => syncFolder(dir, files))
    folders.set(folder, ready)
    return ready
  }

  async function write(path: string, content: Content) {
    const file = await files.open(path, 'wx')
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
  }

  const temporaryPath = () => temporaryIn(incoming)

  /** Something could not be kept, and nothing was since. */
  let inDoubt = false

  async function put(name: string, content: Content) {
    const path = pathOf(name)
    const temporary = temporaryPath()
    try {
      await write(temporary, content)
      await folderReady(folderOf(name))
      await files.rename(temporary, path).catch(async (error: unknown) => {
        if (codeOf(error) !== 'ENOENT') throw error
        // Somebody removed the folder.
        folders.delete(folderOf(name))
        await folderReady(folderOf(name))
        await files.rename(temporary, path)
      })
      await syncFolder(folderOf(name), files)
      inDoubt = false
    } catch (error) {
      inDoubt = true
      folders.delete(folderOf(name))
      await files.unlink(temporary).catch(() => {})
      throw isFull(error)
        ? new StorageFull('No room left for media', { cause: error })
        : new StoreUnavailable(error)
    }
  }

  /** Whether there is anything to write to; a full disk still says so. */
  async function tryOut() {
    const temporary = temporaryPath()
    try {
      await write(temporary, new Uint8Array(TRY_OUT_BYTES))
      inDoubt = false
    } finally {
      await files.unlink(temporary).catch(() => {})
    }
  }

  /** Of a folder that is gone every file seems to be missing: that is another answer. */
  async function present<T>(work: Promise<T>): Promise<T | null> {
    try {
      const found = await unlessMissing(work)
      if (found === null) await files.access(incoming)
      return found
    } catch (error) {
      throw new StoreUnavailable(error)
    }
  }

  return {
    put,
    pathOf,

    async read(name) {
      return present(files.readFile(pathOf(name)))
    },

    async readStream(name, range) {
      const file = await present(files.open(pathOf(name), 'r'))
      return file?.createReadStream(range) ?? null
    },

    async size(name) {
      return (await present(files.stat(pathOf(name))))?.size ?? null
    },

    async remove(name, writtenBefore = Number.POSITIVE_INFINITY) {
      const path = pathOf(name)
      const stats = await unlessMissing(files.stat(path))
      if (!stats || stats.mtimeMs >= writtenBefore) return false
      return (await unlessMissing(files.unlink(path).then(() => true))) ?? false
    },

    async adopt(name, from) {
      await folderReady(folderOf(name))
      return files.link(from.pathOf(name), pathOf(name)).then(
        () => true,
        (error: unknown) => codeOf(error) === 'EEXIST',
      )
    },

    async flush() {
      for (const folder of await files.readdir(dir))
        if (FOLDER.test(folder)) await syncFolder(join(dir, folder), files)
      await syncFolder(dir, files)
    },

    tidy: (at) => removeLeftovers(incoming, at),

    async ping() {
      await files.access(incoming, constants.W_OK)
      if (inDoubt) await tryOut()
    },

    async *list(writtenBefore) {
      for (const folder of await files.readdir(dir)) {
        if (!FOLDER.test(folder)) continue
        for (const name of (await unlessMissing(files.readdir(join(dir, folder)))) ?? []) {
          if (!isMediaName(name)) continue
          const stats = await unlessMissing(files.stat(pathOf(name)))
          if (stats && stats.mtimeMs < writtenBefore) yield name
        }
      }
    },
  }
}

/** A name that no other file has. */
export const temporaryIn = (folder: string): string => join(folder, `${randomBytes(12).toString('hex')}.tmp`)

/** Removes incomplete files of dead processes. @param incoming a folder that may be missing */
export async function removeLeftovers(incoming: string, at: number): Promise<void> {
  for (const name of (await unlessMissing(filesystem.readdir(incoming))) ?? []) {
    const path = join(incoming, name)
    // Another process may have removed the file.
    const stats = await unlessMissing(filesystem.stat(path))
    if (stats && stats.mtimeMs < at - LEFTOVER_AGE_MS) await filesystem.rm(path, { force: true })
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
