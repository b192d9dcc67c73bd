/**
 * Files of unfinished audio uploads, in one folder of DATA_DIR. An upload has three kinds of files:
 *
 * - `.json`, its note (`Note`).
 * - `.part`, the bytes that arrived, without a gap.
 * - `.tmp`, one for each open request: the bytes of that request.
 *
 * Several requests and processes may work on the same upload at once. Three rules make this safe:
 *
 * - A request only appends to its own `.tmp` file, so bytes in it never change.
 * - `.part` only grows, from `.tmp` files and under the lock. A complete `.part` never changes.
 * - Notes and limits are read and written under the lock.
 *
 * "Needs the lock" marks the functions that must be called under the lock.
 */
import { createHash, randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import {
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  stat,
  unlink,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { AUDIO_KEPT_HOURS } from '../shared/audio.ts'
import type { AudioUpload } from '../shared/audio-upload.ts'
import { createReadAt } from '../worker/file-edits.ts'
import { nullIfMissing, PRIVATE_FILE, PRIVATE_FOLDER } from './local-media.ts'

/** Identifies an upload. It includes the user, so that users cannot reach uploads of other users. */
export interface UploadName {
  userId: string
  key: string
}

/** Content of the `.json` file of an upload. */
interface Note {
  /** Size of the whole file, as the sender announced it. Bytes */
  size: number
  /** Path of the stored file under /media; null while the upload is unfinished. */
  audio: string | null
  /** Describes the removed parts of the file. Missing without one. */
  notice?: string
}

/** The bytes of one request. The request is running, or its process died. */
interface ReceivedPart {
  /** Position of the part's first byte in the upload. */
  start: number
  end: number
}

const KEPT_MS = AUDIO_KEPT_HOURS * 3_600_000
/** Limit of uploads per user, finished ones included. A further upload removes the user's oldest one. */
export const UPLOADS_PER_USER_MAX = 3
/** Limit of unfinished uploads of all users. They need at most 2.4 GB, plus the parts that are being received. */
const UNFINISHED_MAX = 12
const BLOCK_BYTES = 256 * 1024

/**
 * Matches the files of an upload. Groups: the prefix of the upload, and for a `.tmp` file the position of its first byte.
 */
const FILE_NAME = /^([0-9a-f]{16}-[0-9a-f]{32})\.(?:part|json|json\.tmp|(\d+)\.[0-9a-f]{24}\.tmp)$/

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const hashOwner = (userId: string): string => sha256(userId).slice(0, 16)

export const getFilePrefix = ({ userId, key }: UploadName): string =>
  `${hashOwner(userId)}-${sha256(key).slice(0, 32)}`

export const getPartPath = (folder: string, name: string): string => join(folder, `${name}.part`)
const getNotePath = (folder: string, name: string): string => join(folder, `${name}.json`)

/** Creates the `.tmp` file of a request. @param offset position of its first byte in the upload */
export async function createReceivedFile(folder: string, name: string, offset: number) {
  const path = join(folder, `${name}.${offset}.${randomBytes(12).toString('hex')}.tmp`)
  return { path, file: await open(path, 'wx+', PRIVATE_FILE) }
}

export async function findUpload(folder: string, name: string): Promise<AudioUpload | null> {
  const text = await nullIfMissing(readFile(getNotePath(folder, name), 'utf8'))
  if (text === null) return null
  const { size, audio, notice } = JSON.parse(text) as Note
  if (audio !== null) return { offset: size, size, audio, ...(notice !== undefined && { notice }) }
  // The `.tmp` files are read before `.part`, so that bytes that are being moved are counted at least once.
  const arriving = await findReceived(folder, name)
  const stored = (await nullIfMissing(stat(getPartPath(folder, name))))?.size ?? 0
  const ends = arriving.filter(({ start }) => start <= stored).map(({ end }) => end)
  return { offset: Math.max(stored, ...ends), size, audio }
}

/** Creates an upload without bytes. Needs the lock. @returns false when the limit for all users is reached */
export async function createUpload(
  folder: string,
  { userId, name, size, at }: { userId: string; name: string; size: number; at: number | null },
): Promise<boolean> {
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
  // A crash may have left files of this upload without a note.
  await removeUpload(folder, name)
  if (!(await makeRoom(folder, userId, at))) return false
  // `.part` is created before the note. After a crash between the two, an upload with only a note would refuse every part.
  await createPart(folder, name)
  await writeNote(folder, name, { size, audio: null })
  return true
}

/** Creates the `.part` file of an upload, if it is missing. Needs the lock. */
export const createPart = async (folder: string, name: string): Promise<void> =>
  (await open(getPartPath(folder, name), 'a', PRIVATE_FILE)).close()

/** Replaces the note of an upload. Needs the lock. */
export async function writeNote(folder: string, name: string, note: Note): Promise<void> {
  const path = getNotePath(folder, name)
  await writeFile(`${path}.tmp`, JSON.stringify(note), { mode: PRIVATE_FILE })
  await rename(`${path}.tmp`, path)
}

/**
 * Appends the bytes of a received part that `.part` lacks. Needs the lock.
 * @returns the new size of `.part` in bytes. null when the upload was removed, also when a new upload with the same name
 * has begun since then
 */
export async function appendPart(
  folder: string,
  name: string,
  file: FileHandle,
  { start, end }: ReceivedPart,
): Promise<number | null> {
  const part = await nullIfMissing(open(getPartPath(folder, name), constants.O_WRONLY | constants.O_APPEND))
  if (part === null) return null
  try {
    const { size: stored } = await part.stat()
    if (start > stored) return null
    const read = createReadAt(file, end - start)
    for (let at = stored; at < end; ) {
      const block = await read(at - start, BLOCK_BYTES)
      if (block.byteLength === 0) throw new Error('The received part became shorter while it was read')
      await part.appendFile(block)
      at += block.byteLength
    }
    return Math.max(stored, end)
  } finally {
    await part.close()
  }
}

/**
 * Appends the bytes in `.tmp` files to `.part`, up to `offset`. Removes the `.tmp` files that end there. An open request
 * keeps its file open, so the removal does not disturb it. Needs the lock.
 */
export async function appendReceived(folder: string, name: string, offset: number): Promise<void> {
  for (const { path, start, end } of await findReceived(folder, name)) {
    const file = end < offset ? null : await nullIfMissing(open(path, 'r'))
    if (file) await appendPart(folder, name, file, { start, end: offset }).finally(() => file.close())
    if (end <= offset) await nullIfMissing(unlink(path))
  }
}

async function findReceived(folder: string, name: string): Promise<(ReceivedPart & { path: string })[]> {
  const found: (ReceivedPart & { path: string })[] = []
  for (const file of await listFiles(folder)) {
    const [, owner, start] = FILE_NAME.exec(file) ?? []
    if (owner !== name || start === undefined) continue
    const path = join(folder, file)
    const size = (await nullIfMissing(stat(path)))?.size
    if (size !== undefined) found.push({ path, start: Number(start), end: Number(start) + size })
  }
  return found
}

/** False when the upload was removed, or another `.part` file has replaced the opened one. */
export async function isCurrentPart(folder: string, name: string, opened: FileHandle): Promise<boolean> {
  const [current, former] = [await nullIfMissing(stat(getPartPath(folder, name))), await opened.stat()]
  return current !== null && current.ino === former.ino && current.dev === former.dev
}

export async function removeUpload(folder: string, name: string): Promise<void> {
  for (const file of await listFiles(folder))
    if (file.startsWith(`${name}.`)) await nullIfMissing(unlink(join(folder, file)))
}

/** Removes uploads without a change for `AUDIO_KEPT_HOURS`. Needs the lock. */
export async function removeOldUploads(folder: string, at: number): Promise<void> {
  for (const { name, changedAt } of await listUploads(folder))
    if (changedAt < at - KEPT_MS) await removeUpload(folder, name)
}

/** Makes room for another upload of this user. Needs the lock. @returns false when the limit for all users is reached */
async function makeRoom(folder: string, userId: string, at: number | null): Promise<boolean> {
  if (at !== null) await removeOldUploads(folder, at)
  const all = await listUploads(folder)
  const own = all.filter(({ name }) => name.startsWith(`${hashOwner(userId)}-`))
  const over = own.slice(0, Math.max(0, own.length - UPLOADS_PER_USER_MAX + 1))
  for (const { name } of over) await removeUpload(folder, name)
  return all.filter((upload) => upload.isUnfinished && !over.includes(upload)).length < UNFINISHED_MAX
}

interface ListedUpload {
  name: string
  changedAt: number
  isUnfinished: boolean
}

/** Lists all uploads, those with the oldest last change first. */
async function listUploads(folder: string): Promise<ListedUpload[]> {
  const uploads = new Map<string, ListedUpload>()
  for (const file of await listFiles(folder)) {
    const name = FILE_NAME.exec(file)?.[1]
    const changedAt = (await nullIfMissing(stat(join(folder, file))))?.mtimeMs
    if (name === undefined || changedAt === undefined) continue
    const upload = uploads.get(name) ?? { name, changedAt, isUnfinished: false }
    upload.changedAt = Math.max(upload.changedAt, changedAt)
    upload.isUnfinished ||= file.endsWith('.part')
    uploads.set(name, upload)
  }
  return [...uploads.values()].sort((a, b) => a.changedAt - b.changedAt)
}

export const listFiles = async (folder: string): Promise<string[]> =>
  (await nullIfMissing(readdir(folder))) ?? []
