/** Stores media files in a folder of this machine's disk. */
import { randomBytes } from 'node:crypto'
import { constants, mkdirSync } from 'node:fs'
import * as filesystem from 'node:fs/promises'
import { join } from 'node:path'
import { requireUploadSpace } from '../../process/free-space.ts'
import { StorageFull, StoreUnavailable } from '../../process/storage-errors.ts'
import {
  type Content,
  ERASURES,
  formatOwner,
  isMediaName,
  type MediaStore,
  OWNER,
  parseOwner,
  requireMediaName,
  SET_ASIDE_MS,
} from './store.ts'

/** File system functions. Tests pass functions that fail like a full disk. */
export type FileOperations = Pick<
  typeof filesystem,
  | 'access'
  | 'link'
  | 'mkdir'
  | 'open'
  | 'readFile'
  | 'readdir'
  | 'rename'
  | 'stat'
  | 'statfs'
  | 'unlink'
  | 'utimes'
>

/** A folder of media files, which can share its files with another folder. */
export interface LocalMedia extends MediaStore {
  /**
   * Adds a hard link to a file of another folder, which needs no disk space. The link is durable after `flush`.
   * @returns false when the file is missing, or the file system has no hard links
   */
  adopt(name: string, from: LocalMedia): Promise<boolean>
  flush(): Promise<void>
  /** Returns the absolute path of a file, which may be missing. */
  pathOf(name: string): string
}

/** Folder for incomplete files. Complete files are moved out of it. */
export const INCOMING = '.incoming'

/** Folder of files that are set aside. Their modification time is the time when they were. */
export const ASIDE = '.removed'

/** Folder of unfinished uploads in DATA_DIR. Backups leave it out. */
export const UPLOADS = '.uploads'
/** File in DATA_DIR. Processes lock it before they change the folder UPLOADS. */
export const UPLOADS_LOCK = `${UPLOADS}.lock`

const TEST_BYTES = 65_536

const FOLDER = /^[0-9a-z][0-9a-z-]$/

/** Age from which an incomplete file belongs to a process that has ended. ms */
const LEFTOVER_AGE_MS = 600_000

/** File modes: only the user account of the server may open these folders and files. */
export const PRIVATE_FOLDER = 0o700
export const PRIVATE_FILE = 0o600

/**
 * Stores files in `dir`. Each file is in a folder named by the first two characters of its name. Creates `dir` if it is missing.
 * @throws a file system error when `dir` cannot be used
 */
export function openLocalMedia(dir: string, files: FileOperations = filesystem): LocalMedia {
  const incoming = join(dir, INCOMING)
  mkdirSync(incoming, { recursive: true })
  const aside = join(dir, ASIDE)
  const owner = join(dir, OWNER)
  const getFolder = (name: string) => join(dir, name.slice(0, 2))
  const getPath = (name: string) => {
    requireMediaName(name)
    return join(getFolder(name), name)
  }
  const folders = createFolders(dir, files)

  /** True after a failed write, until a write succeeds. */
  let hasWriteFailed = false

  /** Renames a file into a folder, which may be missing. @throws ENOENT when the file is missing */
  async function moveInto(folder: string, from: string, to: string) {
    await folders.ready(folder)
    await files.rename(from, to).catch(async (error: unknown) => {
      if (getErrorCode(error) !== 'ENOENT') throw error
      // ENOENT: another program removed the folder after it was created.
      folders.forget(folder)
      await folders.ready(folder)
      await files.rename(from, to)
    })
    await syncFolder(folder, files)
  }

  async function put(name: string, content: Content) {
    const path = getPath(name)
    const folder = getFolder(name)
    const temporary = createTemporaryPath(incoming)
    try {
      await requireUploadSpace(dir, files.statfs)
      await write(files, temporary, content)
      await moveInto(folder, temporary, path)
      hasWriteFailed = false
    } catch (error) {
      hasWriteFailed = true
      folders.forget(folder)
      await files.unlink(temporary).catch(() => {})
      if (error instanceof StorageFull) throw error
      throw isNoSpaceError(error)
        ? new StorageFull('No room left for media', { cause: error })
        : new StoreUnavailable(error)
    }
  }

  async function isOlder(path: string, writtenBefore: number): Promise<boolean> {
    const stats = await nullIfMissing(files.stat(path))
    return stats !== null && stats.mtimeMs < writtenBefore
  }

  const readOwner = async () => parseOwner(await detectOutage(files.readFile(owner)))

  async function replaceFile(path: string, content: Uint8Array) {
    const temporary = createTemporaryPath(incoming)
    await write(files, temporary, content)
    await files.rename(temporary, path)
    await syncFolder(dir, files)
  }

  const replaceOwner = (id: string) => replaceFile(owner, formatOwner(id))

  async function testWrite() {
    const temporary = createTemporaryPath(incoming)
    await requireUploadSpace(dir, files.statfs)
    try {
      await write(files, temporary, new Uint8Array(TEST_BYTES))
      hasWriteFailed = false
    } finally {
      await files.unlink(temporary).catch(() => {})
    }
  }

  /**
   * Runs a read. When `dir` itself is missing, every file seems to be missing. That is an outage (StoreUnavailable), and
   * not a missing file (null).
   */
  async function detectOutage<T>(work: Promise<T>): Promise<T | null> {
    try {
      const found = await nullIfMissing(work)
      if (found === null) await files.access(incoming)
      return found
    } catch (error) {
      throw new StoreUnavailable(error)
    }
  }

  return {
    put,
    pathOf: getPath,

    async read(name) {
      return detectOutage(files.readFile(getPath(name)))
    },

    async readStream(name, range) {
      const file = await detectOutage(files.open(getPath(name), 'r'))
      return file?.createReadStream(range) ?? null
    },

    async size(name) {
      return (await detectOutage(files.stat(getPath(name))))?.size ?? null
    },

    async remove(name, writtenBefore = Number.POSITIVE_INFINITY) {
      const path = getPath(name)
      if (!(await isOlder(path, writtenBefore))) return false
      return (await nullIfMissing(files.unlink(path).then(() => true))) ?? false
    },

    async setAside(name, writtenBefore) {
      const path = getPath(name)
      if (!(await isOlder(path, writtenBefore))) return false
      const now = Date.now() / 1000
      const move = async () => {
        // The time is set first. A crash after the rename would leave an old time, and `tidy` would delete the file at once.
        await files.utimes(path, now, now)
        await moveInto(aside, path, join(aside, name))
        await syncFolder(getFolder(name), files)
        return true
      }
      return (await nullIfMissing(move())) ?? false
    },

    async *listAside() {
      for (const name of (await nullIfMissing(files.readdir(aside))) ?? []) {
        const stats = isMediaName(name) ? await nullIfMissing(files.stat(join(aside, name))) : null
        if (stats) yield { name, bytes: stats.size, at: stats.mtimeMs }
      }
    },

    async bringBack(name) {
      const path = getPath(name)
      const move = async () => {
        await files.stat(join(aside, name))
        await moveInto(getFolder(name), join(aside, name), path)
        await syncFolder(aside, files)
        return true
      }
      return (await nullIfMissing(move())) ?? false
    },

    readOwner,

    async claim(id) {
      try {
        await write(files, owner, formatOwner(id))
        await syncFolder(dir, files)
        return id
      } catch (error) {
        if (getErrorCode(error) !== 'EEXIST') throw new StoreUnavailable(error)
      }
      const there = await readOwner()
      if (there !== null) return there
      // The file is damaged: a power cut can leave it empty.
      await replaceOwner(id)
      return id
    },

    async setOwner(id) {
      if (id !== null) return replaceOwner(id)
      await nullIfMissing(files.unlink(owner))
      await syncFolder(dir, files)
    },

    readErasures: () => detectOutage(files.readFile(join(dir, ERASURES))),

    writeErasures: (list) => replaceFile(join(dir, ERASURES), list),

    async adopt(name, from) {
      await folders.ready(getFolder(name))
      return files.link(from.pathOf(name), getPath(name)).then(
        () => true,
        (error: unknown) => getErrorCode(error) === 'EEXIST',
      )
    },

    async flush() {
      for (const folder of await files.readdir(dir))
        if (FOLDER.test(folder)) await syncFolder(join(dir, folder), files)
      await syncFolder(dir, files)
    },

    async tidy(at) {
      await removeLeftovers(incoming, at)
      await removeLeftovers(aside, at, SET_ASIDE_MS)
    },

    async ping() {
      await files.access(incoming, constants.W_OK)
      if (hasWriteFailed) await testWrite()
    },

    async *list(writtenBefore) {
      for (const folder of await files.readdir(dir)) {
        if (!FOLDER.test(folder)) continue
        for (const name of (await nullIfMissing(files.readdir(join(dir, folder)))) ?? []) {
          if (!isMediaName(name)) continue
          const stats = await nullIfMissing(files.stat(getPath(name)))
          if (stats && stats.mtimeMs < writtenBefore) yield name
        }
      }
    },
  }
}

/**
 * Creates folders within `dir`, and never `dir` itself: an unmounted `dir` must not be replaced by an empty folder. A new
 * folder is durable after a flush of `dir`. All writers to the folder wait for this flush.
 */
function createFolders(dir: string, files: FileOperations) {
  const created = new Map<string, Promise<void>>()

  async function create(folder: string) {
    await files.mkdir(folder).catch((error: unknown) => {
      if (getErrorCode(error) !== 'EEXIST') throw error
    })
    await syncFolder(dir, files)
  }

  return {
    ready(folder: string): Promise<void> {
      const ready = created.get(folder) ?? create(folder)
      created.set(folder, ready)
      return ready
    },
    forget(folder: string): void {
      created.delete(folder)
    },
  }
}

async function write(files: FileOperations, path: string, content: Content) {
  const file = await files.open(path, 'wx')
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

export const createTemporaryPath = (folder: string): string =>
  join(folder, `${randomBytes(12).toString('hex')}.tmp`)

/**
 * Removes files by age. Without `ageMs`, these are incomplete files of processes that have ended.
 * @param folder a folder that may be missing
 */
export async function removeLeftovers(folder: string, at: number, ageMs = LEFTOVER_AGE_MS): Promise<void> {
  for (const name of (await nullIfMissing(filesystem.readdir(folder))) ?? []) {
    const path = join(folder, name)
    // null: another process has removed the file meanwhile.
    const stats = await nullIfMissing(filesystem.stat(path))
    if (stats && stats.mtimeMs < at - ageMs) await filesystem.rm(path, { force: true })
  }
}

/** Flushes a folder, so that a file renamed into it survives a power cut. Windows cannot open folders and needs no flush. */
async function syncFolder(folder: string, files: FileOperations) {
  if (process.platform === 'win32') return
  const handle = await files.open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const getErrorCode = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : null)

const isNoSpaceError = (error: unknown) => ['ENOSPC', 'EDQUOT'].includes(String(getErrorCode(error)))

/** Runs `work`. @returns null when it fails because a file or folder is missing */
export async function nullIfMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return null
    throw error
  }
}
