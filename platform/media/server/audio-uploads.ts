/**
 * Receives audio files in parts, because they are too large for one request. Parts are written to this machine's disk as
 * they arrive, so they survive a lost connection. The sender queries how many bytes arrived and continues from there. A
 * complete file is checked and copied to the media store. upload-files.ts explains how parallel requests share the files.
 */
import { open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type Outcome, problem, success } from '../../api/shared/outcome.ts'
import type { DeletionTime } from '../../clock/deletion-clock.ts'
import { type BodyReader, mediaType, type StreamedBody, withStream } from '../../http/body.ts'
import { createFileLock, type FileLock } from '../../process/file-lock.ts'
import { requireUploadSpace } from '../../process/free-space.ts'
import { isDiskFull } from '../../process/unavailable.ts'
import { AUDIO_MAX_BYTES, AUDIO_PART_MAX_BYTES, AUDIO_PART_TYPE } from '../shared/audio.ts'
import { type AudioFault, audioFaultMessages, describeRemovedCover } from '../shared/audio-faults.ts'
import type { AudioUpload } from '../shared/audio-upload.ts'
import { applyEdits, createReadAt } from '../worker/file-edits.ts'
import { imageWorker } from '../worker/worker.ts'
import type { Images } from './images.ts'
import { nullIfMissing, UPLOADS, UPLOADS_LOCK } from './local-media.ts'
import * as files from './upload-files.ts'

export interface AudioUploads {
  find(upload: files.UploadName): Promise<AudioUpload | null>
  /**
   * Adds the body of a request to an upload. The last part completes the file.
   * @throws StorageFull, StoreUnavailable, or an error of the disk
   */
  add(
    upload: files.UploadName,
    part: Part,
    request: Request,
    arriving?: Readable,
  ): Promise<Outcome<AudioUpload>>
  remove(upload: files.UploadName): Promise<void>
  /** Removes uploads without a change for `AUDIO_KEPT_HOURS`. */
  sweep(at: number): Promise<void>
}

interface UploadsOptions {
  images: Pick<Images, 'storeAudio'>
  dataDir: string
  deletionTime: DeletionTime
  receive?: BodyReader['withStream']
}

const BUSY_RETRY_SECONDS = 60

interface Part {
  /** Position of the part's first byte in the file. */
  offset: number
  /** Size of the whole file, as the sender announced it. Bytes */
  size: number
}

type ReadableBody = Extract<StreamedBody, { ok: true }>

interface Uploads {
  folder: string
  withLock: FileLock
  images: Pick<Images, 'storeAudio'>
  deletionTime: DeletionTime
  /** Results of the checks that are running, by name of the upload. A repeated last part waits for the same result. */
  finishing: Map<string, Promise<Outcome<AudioUpload>>>
}

export function createAudioUploads({
  images,
  dataDir,
  deletionTime,
  receive = withStream,
}: UploadsOptions): AudioUploads {
  const folder = join(dataDir, UPLOADS)
  const withLock = createFileLock(join(dataDir, UPLOADS_LOCK))
  const uploads: Uploads = { folder, withLock, images, deletionTime, finishing: new Map() }

  return {
    find: (upload) => files.findUpload(folder, files.getFilePrefix(upload)),

    async add(upload, { offset, size }, request, arriving) {
      if (size === 0) return answerInvalidAudio('empty')
      if (size > AUDIO_MAX_BYTES) return problem('audio-too-large')
      if (mediaType(request) !== AUDIO_PART_TYPE) return problem('audio-needed')
      const name = files.getFilePrefix(upload)
      try {
        await requireUploadSpace(dataDir)
        const admitted = await admitPart(uploads, upload.userId, name, { offset, size })
        if (!admitted.ok || admitted.value.audio !== null) return admitted
        const known = admitted.value
        const isRepeated = offset < known.offset
        const maxBytes = Math.min(AUDIO_PART_MAX_BYTES, (isRepeated ? known.offset : size) - offset)
        return await receive(
          request,
          { maxBytes, visitor: null },
          async (body): Promise<Outcome<AudioUpload>> => {
            if (!body.ok) {
              // A repeated part that is longer than the stored bytes would continue beyond them, so it is refused.
              if (isRepeated && body.problem === 'too-large') return problem('upload-offset')
              return answerBodyProblem(body.problem)
            }
            const part = { offset, size }
            return isRepeated
              ? compareRepeated(uploads, name, known, part, body)
              : takePart(uploads, name, part, body)
          },
          arriving,
        )
      } catch (error) {
        if (!isDiskFull(error)) throw error
        // An upload that found the disk full is removed, so that it takes no disk space from other files.
        await withLock(() => files.removeUpload(folder, name))
        throw error
      }
    },

    remove: (upload) => withLock(() => files.removeUpload(folder, files.getFilePrefix(upload))),

    async sweep(at) {
      // Taking the lock creates a file, so without uploads the lock is not taken.
      if ((await files.listFiles(folder)).length > 0) await withLock(() => files.removeOldUploads(folder, at))
    },
  }
}

/**
 * Decides under the lock whether a request may send its bytes.
 * @returns the state before the request: a complete file, or one whose stored bytes reach at least to `offset`
 */
const admitPart = (
  { folder, withLock, deletionTime }: Uploads,
  userId: string,
  name: string,
  { offset, size }: Part,
): Promise<Outcome<AudioUpload>> =>
  withLock(async () => {
    const known = await files.findUpload(folder, name)
    if (known) {
      if (known.audio !== null) return success(known)
      if (known.size !== size || offset > known.offset) return problem('upload-offset')
      // The previous release wrote the note (`.json`) before `.part`, so a crash may have left a note without `.part`.
      await files.createPart(folder, name)
      await files.appendReceived(folder, name, known.offset)
      return success(known)
    }
    if (offset !== 0) return problem('upload-offset')
    if (!(await files.createUpload(folder, { userId, name, size, at: await deletionTime() })))
      return problem('unavailable', { retryAfter: BUSY_RETRY_SECONDS })
    return success({ offset: 0, size, audio: null })
  })

async function takePart(
  uploads: Uploads,
  name: string,
  { offset, size }: Part,
  body: ReadableBody,
): Promise<Outcome<AudioUpload>> {
  const { folder, withLock } = uploads
  const { path, file } = await files.createReceivedFile(folder, name, offset)
  try {
    let end = offset
    const received = await body.read(async (chunk) => {
      await file.appendFile(chunk)
      end += chunk.byteLength
    })
    if (!received.ok && received.problem === 'too-large') return answerBodyProblem(received.problem)
    // Bytes that arrived are kept, also after a broken or slow connection.
    const stored = await withLock(() => files.appendPart(folder, name, file, { start: offset, end }))
    if (!received.ok && received.problem !== 'unreadable') return answerBodyProblem(received.problem)
    if (stored === null) return answerState(uploads, name)
    return stored < size ? success({ offset: stored, size, audio: null }) : finishUpload(uploads, name, size)
  } finally {
    await file.close()
    await nullIfMissing(unlink(path))
  }
}

/** Compares a repeated part with the stored bytes. Equal bytes get a success, other bytes a problem. */
async function compareRepeated(
  uploads: Uploads,
  name: string,
  known: AudioUpload,
  { offset, size }: Part,
  body: ReadableBody,
): Promise<Outcome<AudioUpload>> {
  const part = await nullIfMissing(open(files.getPartPath(uploads.folder, name), 'r'))
  if (part === null) return answerState(uploads, name)
  let isSame = true
  try {
    const read = createReadAt(part, size)
    let at = offset
    const received = await body.read(async (chunk) => {
      isSame &&= (await read(at, chunk.byteLength)).equals(chunk)
      at += chunk.byteLength
    })
    if (!received.ok && received.problem !== 'too-large') return answerBodyProblem(received.problem)
    isSame &&= received.ok
  } finally {
    await part.close()
  }
  if (!isSame) return problem('upload-offset')
  return known.offset < size ? success(known) : finishUpload(uploads, name, size)
}

function finishUpload(uploads: Uploads, name: string, size: number): Promise<Outcome<AudioUpload>> {
  const { finishing } = uploads
  const running = finishing.get(name) ?? checkAndStore(uploads, name, size)
  finishing.set(name, running)
  return running.finally(() => finishing.delete(name))
}

async function checkAndStore(uploads: Uploads, name: string, size: number): Promise<Outcome<AudioUpload>> {
  const { folder, withLock, images } = uploads
  const path = files.getPartPath(folder, name)
  const file = await nullIfMissing(open(path, 'r'))
  // The file is missing when another process finished or cancelled the upload.
  if (file === null) return answerState(uploads, name)
  try {
    const { ino, dev, size: stored } = await file.stat()
    if (stored !== size) return problem('upload-offset')
    const prepared = await imageWorker.prepareAudio(path, { ino, dev })
    if (!prepared.ok) {
      if (prepared.fault === 'replaced') return answerState(uploads, name)
      await withLock(async () => {
        if (await files.isCurrentPart(folder, name, file)) await files.removeUpload(folder, name)
      })
      return answerInvalidAudio(prepared.fault)
    }
    const { id, format, seconds, edits, bytes, coverBytes } = prepared
    const notice = coverBytes > 0 && { notice: describeRemovedCover(coverBytes) }
    const audio = await images.storeAudio({ id, bytes, format, seconds }, () =>
      applyEdits(createReadAt(file, size), size, edits),
    )
    await withLock(async () => {
      if (!(await files.isCurrentPart(folder, name, file))) return
      await files.writeNote(folder, name, { size, audio, ...notice })
      await nullIfMissing(unlink(path))
    })
    return success({ offset: size, size, audio, ...notice })
  } finally {
    await file.close()
  }
}

/** Answers after another request completed or removed the upload. */
async function answerState({ folder }: Uploads, name: string): Promise<Outcome<AudioUpload>> {
  const known = await files.findUpload(folder, name)
  return known?.audio ? success(known) : problem('upload-offset')
}

function answerInvalidAudio(fault: AudioFault): Outcome<never> {
  const message = audioFaultMessages[fault]
  return problem('invalid-fields', { detail: message, errors: [{ field: 'audio', message }] })
}

const answerBodyProblem = (reason: Extract<StreamedBody, { ok: false }>['problem']): Outcome<never> =>
  reason === 'too-large' || reason === 'too-slow'
    ? problem(reason)
    : problem('unavailable', { retryAfter: BUSY_RETRY_SECONDS })
