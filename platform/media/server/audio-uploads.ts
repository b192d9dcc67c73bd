/**
 * Receives audio files in parts, because they are too large for one request. Parts are written to this machine's disk as
 * they arrive and survive a lost connection. The sender queries how many bytes arrived and continues from there. A complete
 * file is checked and copied to the media store.
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
import type { Readable } from 'node:stream'
import { type Outcome, problem, success } from '../../api/shared/outcome.ts'
import { type BodyReader, type StreamedBody, withStream } from '../../http/body.ts'
import { isDiskFull } from '../../http/unavailable.ts'
import type { DeletionTime } from '../../process/clock/deletion-clock.ts'
import { createFileLock } from '../../process/file-lock.ts'
import {
  AUDIO_KEPT_HOURS,
  AUDIO_MAX_BYTES,
  AUDIO_PART_MAX_BYTES,
  AUDIO_PART_TYPE,
  type AudioUpload,
} from '../shared/audio.ts'
import { audioWords } from '../shared/audio-words.ts'
import { imageWorker } from '../worker/worker.ts'
import { UPLOADS, UPLOADS_LOCK } from './disk.ts'
import type { Images } from './images.ts'
import { cleaned, readerOf } from './mp4.ts'

export interface AudioUploads {
  /** @returns null: nothing of it is here */
  find(upload: UploadName): Promise<AudioUpload | null>
  /**
   * Adds the body of a request to what is here. The last part makes the file one of the club's.
   * @param from where in the file the part begins, and how long the file is, as the sender has it
   * @throws StorageFull, StoreUnavailable, or an error of the disk
   */
  add(
    upload: UploadName,
    from: { offset: number; size: number },
    request: Request,
    arriving?: Readable,
  ): Promise<Outcome<AudioUpload>>
  /** Forgets what is here. */
  remove(upload: UploadName): Promise<void>
  /** Removes what waits for the rest since too long. */
  sweep(at: number): Promise<void>
}

/** Nobody meets the uploads of somebody else. */
export interface UploadName {
  userId: string
  /** As the sender calls it. */
  key: string
}

interface UploadsOptions {
  images: Pick<Images, 'storeAudio'>
  dataDir: string
  deletionTime: DeletionTime
  receive?: BodyReader['withStream']
}

const KEPT_MS = AUDIO_KEPT_HOURS * 3_600_000
/** Uploads per user: a fourth one removes the oldest. */
const EACH_MAX = 3
/** Unfinished uploads of all users: at most 2.4 GB, plus the parts that are being received. */
const ALL_MAX = 12
/** For the owner alone. */
const PRIVATE_FOLDER = 0o700
const PRIVATE = 0o600
const BUSY_RETRY_SECONDS = 60
const BLOCK_BYTES = 256 * 1024

interface Part {
  /** Position of the part's first byte. */
  offset: number
  /** Size of the whole file. Bytes */
  size: number
}

interface Asked extends Part {
  userId: string
  /** Common prefix of the upload's file names. */
  name: string
}

type ReadableBody = Extract<StreamedBody, { ok: true }>

/** Content of the `.json` file of an upload. */
interface Note {
  /** Size of the whole file, as its sender announced it. Bytes */
  size: number
  /** Path of the stored file under /media; null while the upload is unfinished. */
  audio: string | null
}

/** A part that a request is receiving, or was receiving when its process died. */
interface Arriving {
  /** Position of the part's first byte in the upload. */
  start: number
  end: number
}

/** File name of an upload: the upload's name, and for a part also its start and a random number. */
const FILE_NAME = /^([0-9a-f]{16}-[0-9a-f]{32})\.(?:part|json|json\.tmp|(\d+)\.[0-9a-f]{24}\.tmp)$/

/**
 * An upload has three kinds of files: `.json`, its note; `.part`, the bytes that arrived, without a gap; and a `.tmp` file
 * for each open request. Three rules let requests and processes work safely on the same upload at once:
 *
 * - A request only appends to its own `.tmp` file. Bytes that were read from that file once never change.
 * - `.part` only grows, from `.tmp` files and under the lock. A complete `.part` never changes.
 * - Notes and limits are read and written under the lock.
 */
export function createAudioUploads({
  images,
  dataDir,
  deletionTime,
  receive = withStream,
}: UploadsOptions): AudioUploads {
  const folder = join(dataDir, UPLOADS)
  const withLock = createFileLock(join(dataDir, UPLOADS_LOCK))
  const ownerOf = (userId: string) => createHash('sha256').update(userId).digest('hex').slice(0, 16)
  const nameOf = ({ userId, key }: UploadName) =>
    `${ownerOf(userId)}-${createHash('sha256').update(key).digest('hex').slice(0, 32)}`
  const partOf = (name: string) => join(folder, `${name}.part`)
  const noteOf = (name: string) => join(folder, `${name}.json`)

  async function readNote(name: string): Promise<Note | null> {
    const text = await unlessMissing(readFile(noteOf(name), 'utf8'))
    return text === null ? null : (JSON.parse(text) as Note)
  }

  async function writeNote(name: string, note: Note) {
    const temporary = `${noteOf(name)}.tmp`
    await writeFile(temporary, JSON.stringify(note), { mode: PRIVATE })
    await rename(temporary, noteOf(name))
  }

  /** Creates the `.part` file of an upload, if it is missing. Needs the lock. */
  const createPart = async (name: string) => (await open(partOf(name), 'a', PRIVATE)).close()

  const listFiles = async () => (await unlessMissing(readdir(folder))) ?? []

  async function findArriving(name: string): Promise<(Arriving & { path: string })[]> {
    const found: (Arriving & { path: string })[] = []
    for (const file of await listFiles()) {
      const [, owner, start] = FILE_NAME.exec(file) ?? []
      if (owner !== name || start === undefined) continue
      const path = join(folder, file)
      const size = (await unlessMissing(stat(path)))?.size
      if (size !== undefined) found.push({ path, start: Number(start), end: Number(start) + size })
    }
    return found
  }

  async function look(name: string): Promise<AudioUpload | null> {
    const note = await readNote(name)
    if (note === null) return null
    const { size, audio } = note
    if (audio !== null) return { offset: size, size, audio }
    // This order counts bytes that move from one file to the other meanwhile.
    const arriving = await findArriving(name)
    const stored = (await unlessMissing(stat(partOf(name))))?.size ?? 0
    const ends = arriving.filter(({ start }) => start <= stored).map(({ end }) => end)
    return { offset: Math.max(stored, ...ends), size, audio }
  }

  async function removeFiles(name: string) {
    for (const file of await listFiles())
      if (file.startsWith(`${name}.`)) await unlessMissing(unlink(join(folder, file)))
  }

  /** All uploads, the least recently changed first. */
  async function listUploads(): Promise<{ name: string; changedAt: number; isUnfinished: boolean }[]> {
    const uploads = new Map<string, { name: string; changedAt: number; isUnfinished: boolean }>()
    for (const file of await listFiles()) {
      const name = FILE_NAME.exec(file)?.[1]
      const changedAt = (await unlessMissing(stat(join(folder, file))))?.mtimeMs
      if (name === undefined || changedAt === undefined) continue
      const upload = uploads.get(name) ?? { name, changedAt, isUnfinished: false }
      upload.changedAt = Math.max(upload.changedAt, changedAt)
      upload.isUnfinished ||= file.endsWith('.part')
      uploads.set(name, upload)
    }
    return [...uploads.values()].sort((a, b) => a.changedAt - b.changedAt)
  }

  async function removeOld(at: number) {
    const before = at - KEPT_MS
    for (const { name, changedAt } of await listUploads()) if (changedAt < before) await removeFiles(name)
  }

  /** Makes room for another upload of this user. Needs the lock. @returns false when the limit for all users is reached */
  async function makeRoom(userId: string): Promise<boolean> {
    const at = await deletionTime()
    if (at !== null) await removeOld(at)
    const all = await listUploads()
    const own = all.filter(({ name }) => name.startsWith(`${ownerOf(userId)}-`))
    const over = own.slice(0, Math.max(0, own.length - EACH_MAX + 1))
    for (const { name } of over) await removeFiles(name)
    return all.filter((upload) => upload.isUnfinished && !over.includes(upload)).length < ALL_MAX
  }

  /**
   * Appends the bytes of a received part that `.part` lacks. Needs the lock.
   * @returns the new size of `.part` in bytes; null when the upload was removed, or removed and begun again
   */
  async function append(name: string, file: FileHandle, { start, end }: Arriving): Promise<number | null> {
    const part = await unlessMissing(open(partOf(name), constants.O_WRONLY | constants.O_APPEND))
    if (part === null) return null
    try {
      const { size: stored } = await part.stat()
      if (start > stored) return null
      const read = readerOf(file, end - start)
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
   * Appends the bytes that open requests or dead processes received, up to `offset`. Needs the lock. Removing such a file
   * does not disturb its request, which keeps the file open.
   */
  async function appendArriving(name: string, offset: number) {
    for (const { path, start, end } of await findArriving(name)) {
      const file = end < offset ? null : await unlessMissing(open(path, 'r'))
      if (file) await append(name, file, { start, end: offset }).finally(() => file.close())
      if (end <= offset) await unlessMissing(unlink(path))
    }
  }

  /**
   * Decides under the lock whether a request may send its bytes.
   * @returns the state before the request: a complete file, or a file that awaits these bytes or already has them
   */
  const admit = ({ userId, name, offset, size }: Asked): Promise<Outcome<AudioUpload>> =>
    withLock(async () => {
      const known = await look(name)
      if (known) {
        if (known.audio !== null) return success(known)
        if (known.size !== size || offset > known.offset) return problem('upload-offset')
        // The previous release wrote the note first: after a crash, or a refused first part, the note was left alone.
        await createPart(name)
        await appendArriving(name, known.offset)
        return success(known)
      }
      if (offset !== 0) return problem('upload-offset')
      await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
      // Files that a crash left without their note.
      await removeFiles(name)
      if (!(await makeRoom(userId))) return problem('unavailable', { retryAfter: BUSY_RETRY_SECONDS })
      // Before the note: an upload with a note and no `.part` would refuse every part.
      await createPart(name)
      await writeNote(name, { size, audio: null })
      return success({ offset: 0, size, audio: null })
    })

  /** Adds the bytes of a request to the upload. */
  async function takePart(name: string, { offset, size }: Part, body: ReadableBody) {
    const path = join(folder, `${name}.${offset}.${randomBytes(12).toString('hex')}.tmp`)
    const file = await open(path, 'wx+', PRIVATE)
    try {
      let end = offset
      const received = await body.read(async (chunk) => {
        await file.appendFile(chunk)
        end += chunk.byteLength
      })
      if (!received.ok && received.problem === 'too-large') return refusal(received.problem)
      // When a connection breaks off or is too slow, the bytes that arrived are kept.
      const stored = await withLock(() => append(name, file, { start: offset, end }))
      if (!received.ok && received.problem !== 'unreadable') return refusal(received.problem)
      if (stored === null) return answerState(name)
      return stored < size ? success({ offset: stored, size, audio: null }) : finish(name, size)
    } finally {
      await file.close()
      await unlessMissing(unlink(path))
    }
  }

  /** Answers a repeated part as before if its bytes are the same. */
  async function compareRepeated(
    name: string,
    known: AudioUpload,
    { offset, size }: Part,
    body: ReadableBody,
  ) {
    const part = await unlessMissing(open(partOf(name), 'r'))
    if (part === null) return answerState(name)
    let isSame = true
    try {
      const read = readerOf(part, size)
      let at = offset
      const received = await body.read(async (chunk) => {
        isSame &&= (await read(at, chunk.byteLength)).equals(chunk)
        at += chunk.byteLength
      })
      if (!received.ok && received.problem !== 'too-large') return refusal(received.problem)
      isSame &&= received.ok
    } finally {
      await part.close()
    }
    if (!isSame) return problem('upload-offset')
    return known.offset < size ? success(known) : finish(name, size)
  }

  /** True while the opened file still belongs to the upload and was not replaced by another file of the same name. */
  async function isStill(name: string, opened: FileHandle): Promise<boolean> {
    const [current, former] = [await unlessMissing(stat(partOf(name))), await opened.stat()]
    return current !== null && current.ino === former.ino && current.dev === former.dev
  }

  /** Uploads that are being finished, by name. A repeated last part waits for the same result. */
  const finishing = new Map<string, Promise<Outcome<AudioUpload>>>()

  function finish(name: string, size: number): Promise<Outcome<AudioUpload>> {
    const running = finishing.get(name) ?? judgeAndStore(name, size)
    finishing.set(name, running)
    return running.finally(() => finishing.delete(name))
  }

  async function judgeAndStore(name: string, size: number): Promise<Outcome<AudioUpload>> {
    const file = await unlessMissing(open(partOf(name), 'r'))
    // Another process finished or cancelled the upload.
    if (file === null) return answerState(name)
    try {
      const { ino, dev, size: stored } = await file.stat()
      if (stored !== size) return problem('upload-offset')
      const prepared = await imageWorker.prepareAudio(partOf(name), { ino, dev })
      if (!prepared.ok) {
        if (prepared.fault === 'replaced') return answerState(name)
        await withLock(async () => {
          if (await isStill(name, file)) await removeFiles(name)
        })
        const message = audioWords[prepared.fault]
        return problem('invalid-fields', { detail: message, errors: [{ field: 'audio', message }] })
      }
      const { id, format, seconds, edits } = prepared
      const audio = await images.storeAudio({ id, bytes: size, format, seconds }, () =>
        cleaned(readerOf(file, size), size, edits),
      )
      await withLock(async () => {
        if (!(await isStill(name, file))) return
        await writeNote(name, { size, audio })
        await unlessMissing(unlink(partOf(name)))
      })
      return success({ offset: size, size, audio })
    } finally {
      await file.close()
    }
  }

  async function answerState(name: string): Promise<Outcome<AudioUpload>> {
    const known = await look(name)
    return known?.audio ? success(known) : problem('upload-offset')
  }

  return {
    find: (upload) => look(nameOf(upload)),

    async add(upload, { offset, size }, request, arriving) {
      if (size === 0) {
        const message = audioWords.empty
        return problem('invalid-fields', { detail: message, errors: [{ field: 'audio', message }] })
      }
      if (size > AUDIO_MAX_BYTES) return problem('audio-too-large')
      if (!isPart(request)) return problem('audio-needed')
      const name = nameOf(upload)
      try {
        const admitted = await admit({ userId: upload.userId, name, offset, size })
        if (!admitted.ok || admitted.value.audio !== null) return admitted
        const known = admitted.value
        const isRepeated = offset < known.offset
        const maxBytes = Math.min(AUDIO_PART_MAX_BYTES, (isRepeated ? known.offset : size) - offset)
        return await receive(
          request,
          { maxBytes, visitor: null },
          async (body): Promise<Outcome<AudioUpload>> => {
            if (!body.ok) {
              // The repeated part overlaps the end of the stored bytes.
              if (isRepeated && body.problem === 'too-large') return problem('upload-offset')
              return refusal(body.problem)
            }
            const part = { offset, size }
            return isRepeated ? compareRepeated(name, known, part, body) : takePart(name, part, body)
          },
          arriving,
        )
      } catch (error) {
        if (!isDiskFull(error)) throw error
        // What has no room here must not keep others from having some.
        await withLock(() => removeFiles(name))
        throw error
      }
    },

    remove: (upload) => withLock(() => removeFiles(nameOf(upload))),

    async sweep(at) {
      // Taking the lock creates a file, which a club without uploads does not need.
      if ((await listFiles()).length > 0) await withLock(() => removeOld(at))
    },
  }
}

const isPart = ({ headers }: Request): boolean =>
  headers.get('Content-Type')?.split(';', 1)[0]?.trim().toLowerCase() === AUDIO_PART_TYPE

function refusal(of: 'too-large' | 'too-slow' | 'unavailable' | string): Outcome<never> {
  switch (of) {
    case 'too-large':
      return problem('too-large')
    case 'too-slow':
      return problem('too-slow')
    default:
      return problem('unavailable', { retryAfter: BUSY_RETRY_SECONDS })
  }
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
