/**
 * Takes in audio files, which are too large to come at once: each part goes onto this machine's disk as it arrives, and stays
 * there when the connection is lost. Whoever sends asks how much is here and goes on from there. A file that is whole is
 * judged, and goes to where the club keeps its files.
 */
import { createHash } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, stat, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import {
  AUDIO_KEPT_HOURS,
  AUDIO_MAX_BYTES,
  AUDIO_PART_MAX_BYTES,
  AUDIO_PART_TYPE,
  type AudioUpload,
} from '../../contract/audio.ts'
import { audioWords } from '../../contract/audio-words.ts'
import { type BodyReader, withStream } from '../http/body.ts'
import { type Outcome, problem, success } from '../http/problem-response.ts'
import { isDiskFull } from '../http/unavailable.ts'
import { judgeAudio } from './audio.ts'
import type { Images } from './images.ts'
import type { ReadAt } from './mp4.ts'
import { audioHash } from './variants.ts'

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
  sweep(): Promise<void>
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
  now: () => number
  receive?: BodyReader['withStream']
}

/** What is on its way is in no backup. */
export const UPLOADS = '.uploads'
const KEPT_MS = AUDIO_KEPT_HOURS * 3_600_000
/** Of one person: a fourth one ends the oldest. */
const EACH_MAX = 3
/** Of all together: 2.4 GB at most. */
const ALL_MAX = 12
/** For the owner alone. */
const PRIVATE_FOLDER = 0o700
const PRIVATE = 0o600
const BUSY_RETRY_SECONDS = 60
const BLOCK_BYTES = 256 * 1024
const ID_LENGTH = 32

/** Beside the bytes: what they shall become, and what they became. */
interface Note {
  size: number
  audio: string | null
}

export function createAudioUploads({
  images,
  dataDir,
  now,
  receive = withStream,
}: UploadsOptions): AudioUploads {
  const folder = join(dataDir, UPLOADS)
  const ownerOf = (userId: string) => createHash('sha256').update(userId).digest('hex').slice(0, 16)
  const nameOf = ({ userId, key }: UploadName) =>
    `${ownerOf(userId)}-${createHash('sha256').update(key).digest('hex').slice(0, 32)}`
  const pathsOf = (name: string) => ({
    bytes: join(folder, `${name}.part`),
    note: join(folder, `${name}.json`),
  })

  async function look(name: string): Promise<AudioUpload | null> {
    const { bytes, note } = pathsOf(name)
    const text = await unlessMissing(readFile(note, 'utf8'))
    if (text === null) return null
    const { size, audio } = JSON.parse(text) as Note
    if (audio !== null) return { offset: size, size, audio }
    return { offset: (await unlessMissing(stat(bytes)))?.size ?? 0, size, audio }
  }

  async function write(name: string, note: Note) {
    const path = pathsOf(name).note
    const temporary = `${path}.tmp`
    await writeFile(temporary, JSON.stringify(note), { mode: PRIVATE })
    await rename(temporary, path)
  }

  async function removeFiles(name: string) {
    const { bytes, note } = pathsOf(name)
    for (const path of [bytes, note, `${note}.tmp`]) await unlessMissing(unlink(path))
  }

  /** All that wait, the oldest first. */
  async function waiting(): Promise<{ name: string; changedAt: number }[]> {
    const files = (await unlessMissing(readdir(folder))) ?? []
    const names = new Map<string, number>()
    for (const file of files) {
      const changedAt = (await unlessMissing(stat(join(folder, file))))?.mtimeMs
      const name = file.split('.')[0] as string
      if (changedAt !== undefined) names.set(name, Math.max(changedAt, names.get(name) ?? 0))
    }
    return [...names]
      .map(([name, changedAt]) => ({ name, changedAt }))
      .sort((a, b) => a.changedAt - b.changedAt)
  }

  async function sweep() {
    const before = now() - KEPT_MS
    for (const { name, changedAt } of await waiting()) if (changedAt < before) await removeFiles(name)
  }

  /** Makes room for another one of theirs. @returns false: there is none */
  async function makeRoom(userId: string): Promise<boolean> {
    await sweep()
    const all = await waiting()
    const own = all.filter(({ name }) => name.startsWith(`${ownerOf(userId)}-`))
    const over = own.slice(0, Math.max(0, own.length - EACH_MAX + 1))
    for (const { name } of over) await removeFiles(name)
    return all.length - over.length < ALL_MAX
  }

  /** Judges a file that is whole and hands it on. */
  async function finish(name: string, size: number): Promise<Outcome<AudioUpload>> {
    const file = await open(pathsOf(name).bytes, 'r')
    try {
      const read: ReadAt = async (at, length) => {
        const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(length, size - at)))
        const { bytesRead } = await file.read(bytes, 0, bytes.byteLength, at)
        return bytes.subarray(0, bytesRead)
      }
      const judged = await judgeAudio(read, size)
      if (!judged.ok) {
        await removeFiles(name)
        const message = audioWords[judged.fault]
        return problem('invalid-fields', { detail: message, errors: [{ field: 'audio', message }] })
      }
      const content = async function* () {
        for (let at = 0; at < size; ) {
          const block = await read(at, BLOCK_BYTES)
          if (block.byteLength === 0) throw new Error('The file became shorter while it was read')
          yield block
          at += block.byteLength
        }
      }
      const hash = audioHash()
      for await (const block of content()) hash.update(block)
      const id = hash.digest('hex').slice(0, ID_LENGTH)
      const audio = await images.storeAudio({ id, bytes: size, ...judged.audio }, content)
      await write(name, { size, audio })
      await unlessMissing(unlink(pathsOf(name).bytes))
      return success({ offset: size, size, audio })
    } finally {
      await file.close()
    }
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
      const before = await look(name)
      if (before?.audio) return success(before)
      if (before ? before.size !== size || before.offset !== offset : offset !== 0)
        return problem('upload-offset')
      try {
        if (!before) {
          await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
          if (!(await makeRoom(upload.userId)))
            return problem('unavailable', { retryAfter: BUSY_RETRY_SECONDS })
          await write(name, { size, audio: null })
        }
        const maxBytes = Math.min(AUDIO_PART_MAX_BYTES, size - offset)
        return await receive(
          request,
          { maxBytes, visitor: null },
          async (body): Promise<Outcome<AudioUpload>> => {
            if (!body.ok) return refusal(body.problem)
            const file = await open(pathsOf(name).bytes, offset > 0 ? 'r+' : 'w', PRIVATE)
            let at = offset
            try {
              // Each to its place: a request that was taken for lost and is not writes the same bytes there.
              const received = await body.read(async (chunk) => {
                await file.write(chunk, 0, chunk.byteLength, at)
                at += chunk.byteLength
              })
              // What came before it broke off stays.
              if (!received.ok && received.problem !== 'unreadable') return refusal(received.problem)
            } finally {
              await file.close()
            }
            return at < size ? success({ offset: at, size, audio: null }) : finish(name, size)
          },
          arriving,
        )
      } catch (error) {
        if (!isDiskFull(error)) throw error
        // What has no room here must not keep others from having some.
        await removeFiles(name)
        throw error
      }
    },

    remove: (upload) => removeFiles(nameOf(upload)),

    sweep,
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
