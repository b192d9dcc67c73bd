/** Takes in films: as they arrive onto the disk, judged there, and from there to where the club keeps its files. */
import { mkdir, open, readdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { filmWords } from '../../contract/film.ts'
import { FILM_MAX_BYTES, FILM_TYPE } from '../../contract/limits.ts'
import { type BodyReader, type StreamedBody, withStream } from '../http/body.ts'
import { type Outcome, problem, success } from '../http/problem-response.ts'
import { INCOMING, removeLeftovers, temporaryIn } from './disk.ts'
import type { Images } from './images.ts'
import { cleaned, judge, type ReadAt } from './mp4.ts'
import { filmHash } from './variants.ts'

export interface Films {
  /**
   * Reads a film from the body of a request, and keeps it without whatever tells where and with what it was made.
   * @param arriving the body, where node:http has it
   * @returns its path. It is swept like a picture
   * @throws StorageFull, StoreUnavailable, or an error of the disk; nothing is left behind
   */
  take(request: Request, arriving?: Readable): Promise<Outcome<string>>
}

interface FilmsOptions {
  images: Pick<Images, 'storeFilm'>
  dataDir: string
  receive?: BodyReader['withStream']
}

const ID_LENGTH = 32

/** For the owner alone. */
const PRIVATE_FOLDER = 0o700
const PRIVATE = 0o600

const BUSY_RETRY_SECONDS = 15

export async function createFilms({ images, dataDir, receive = withStream }: FilmsOptions): Promise<Films> {
  const folder = join(dataDir, INCOMING)
  // What a process died over; without the folder there is nothing.
  if (await readdir(folder).catch(() => null)) removeLeftovers(folder)

  async function takeBody(body: Extract<StreamedBody, { ok: true }>): Promise<Outcome<string>> {
    await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
    const path = temporaryIn(folder)
    const file = await open(path, 'wx+', PRIVATE)
    try {
      const hash = filmHash()
      const received = await body.read(async (chunk) => {
        hash.update(chunk)
        await file.appendFile(chunk)
      })
      if (!received.ok) return refusal(received.problem)
      const { size } = received
      const read: ReadAt = async (at, length) => {
        const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(length, size - at)))
        const { bytesRead } = await file.read(bytes, 0, bytes.byteLength, at)
        return bytes.subarray(0, bytesRead)
      }
      const judged = await judge(read, size)
      if (!judged.ok) return invalid(filmWords(judged.fault))
      const { film } = judged
      const id = hash.digest('hex').slice(0, ID_LENGTH)
      const { width, height } = film
      return success(await images.storeFilm({ id, width, height }, () => cleaned(read, size, film)))
    } finally {
      await file.close()
      await unlink(path)
    }
  }

  return {
    async take(request, arriving) {
      if (!isFilm(request)) return problem('film-needed')
      return receive(
        request,
        { maxBytes: FILM_MAX_BYTES, visitor: null },
        async (body) => (body.ok ? takeBody(body) : refusal(body.problem)),
        arriving,
      )
    },
  }
}

const isFilm = ({ headers }: Request): boolean =>
  headers.get('Content-Type')?.split(';', 1)[0]?.trim().toLowerCase() === FILM_TYPE

function refusal(of: Extract<StreamedBody, { ok: false }>['problem']): Outcome<never> {
  if (of === 'too-large') return problem('film-too-large')
  return problem(of, of === 'unavailable' ? { retryAfter: BUSY_RETRY_SECONDS } : {})
}

const invalid = (message: string): Outcome<never> =>
  problem('invalid-fields', { detail: message, errors: [{ field: 'film', message }] })
