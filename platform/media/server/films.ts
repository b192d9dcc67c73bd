/** Takes in films: as they arrive onto the disk, judged there, and from there to where the club keeps its files. */
import { mkdir, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type Outcome, problem, success } from '../../api/shared/outcome.ts'
import { type BodyReader, type StreamedBody, withStream } from '../../http/body.ts'
import { FILM_MAX_BYTES, FILM_TYPE } from '../../shared/limits.ts'
import { filmWords } from '../shared/film.ts'
import { imageWorker } from '../worker/worker.ts'
import { INCOMING, removeLeftovers, temporaryIn } from './disk.ts'
import type { Images } from './images.ts'
import { cleaned, readerOf } from './mp4.ts'

export interface Films {
  /**
   * Reads a film from the body of a request, and keeps it without whatever tells where and with what it was made.
   * @param arriving the body, where node:http has it
   * @returns its path. It is swept like a picture
   * @throws StorageFull, StoreUnavailable, or an error of the disk; nothing is left behind
   */
  take(request: Request, arriving?: Readable): Promise<Outcome<string>>
  /** Removes incomplete files of dead processes. */
  tidy(at: number): Promise<void>
}

interface FilmsOptions {
  images: Pick<Images, 'storeFilm'>
  dataDir: string
  receive?: BodyReader['withStream']
}

/** For the owner alone. */
const PRIVATE_FOLDER = 0o700
const PRIVATE = 0o600

const BUSY_RETRY_SECONDS = 15

export function createFilms({ images, dataDir, receive = withStream }: FilmsOptions): Films {
  const folder = join(dataDir, INCOMING)

  async function takeBody(body: Extract<StreamedBody, { ok: true }>): Promise<Outcome<string>> {
    await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
    const path = temporaryIn(folder)
    const file = await open(path, 'wx+', PRIVATE)
    try {
      const received = await body.read(async (chunk) => {
        await file.appendFile(chunk)
      })
      if (!received.ok) return refusal(received.problem)
      const { size } = received
      const prepared = await imageWorker.prepareFilm(path)
      if (!prepared.ok) return invalid(filmWords(prepared.fault))
      const { id, width, height, edits } = prepared
      return success(
        await images.storeFilm({ id, width, height }, () => cleaned(readerOf(file, size), size, edits)),
      )
    } finally {
      await file.close()
      await unlink(path)
    }
  }

  return {
    tidy: (at) => removeLeftovers(folder, at),

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
