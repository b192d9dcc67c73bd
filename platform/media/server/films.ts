/** Receives films: writes the body of a request to this machine's disk, checks it, and copies it to the media store. */
import { mkdir, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type Outcome, problem, success } from '../../api/shared/outcome.ts'
import { type BodyReader, mediaType, type StreamedBody, withStream } from '../../http/body.ts'
import { requireUploadSpace } from '../../process/free-space.ts'
import { FILM_MAX_BYTES, FILM_TYPE } from '../../shared/limits.ts'
import { describeFilmFault } from '../shared/film-faults.ts'
import { applyEdits, createReadAt } from '../worker/file-edits.ts'
import { imageWorker } from '../worker/worker.ts'
import type { Images } from './images.ts'
import {
  createTemporaryPath,
  INCOMING,
  PRIVATE_FILE,
  PRIVATE_FOLDER,
  removeLeftovers,
} from './local-media.ts'

export interface Films {
  /**
   * Stores the film in the body of a request. Metadata about place, time and device is removed.
   * @param arriving the body as a stream of node:http
   * @returns the path of the film. The sweep removes it after 24 hours if no item refers to it
   * @throws StorageFull, StoreUnavailable, or an error of the disk. No file is left then
   */
  take(request: Request, arriving?: Readable): Promise<Outcome<string>>
  /** Removes incomplete files of processes that have ended. */
  tidy(at: number): Promise<void>
}

interface FilmsOptions {
  images: Pick<Images, 'storeFilm'>
  dataDir: string
  receive?: BodyReader['withStream']
}

const BUSY_RETRY_SECONDS = 15

export function createFilms({ images, dataDir, receive = withStream }: FilmsOptions): Films {
  const folder = join(dataDir, INCOMING)

  async function takeBody(body: Extract<StreamedBody, { ok: true }>): Promise<Outcome<string>> {
    await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
    await requireUploadSpace(folder)
    const path = createTemporaryPath(folder)
    const file = await open(path, 'wx+', PRIVATE_FILE)
    try {
      const received = await body.read(async (chunk) => {
        await file.appendFile(chunk)
      })
      if (!received.ok) return answerBodyProblem(received.problem)
      const { size } = received
      const prepared = await imageWorker.prepareFilm(path)
      if (!prepared.ok) return answerInvalidFilm(describeFilmFault(prepared.fault))
      const { id, width, height, edits } = prepared
      return success(
        await images.storeFilm({ id, width, height }, () =>
          applyEdits(createReadAt(file, size), size, edits),
        ),
      )
    } finally {
      await file.close()
      await unlink(path)
    }
  }

  return {
    tidy: (at) => removeLeftovers(folder, at),

    async take(request, arriving) {
      if (mediaType(request) !== FILM_TYPE) return problem('film-needed')
      return receive(
        request,
        { maxBytes: FILM_MAX_BYTES, visitor: null },
        async (body) => (body.ok ? takeBody(body) : answerBodyProblem(body.problem)),
        arriving,
      )
    },
  }
}

function answerBodyProblem(of: Extract<StreamedBody, { ok: false }>['problem']): Outcome<never> {
  if (of === 'too-large') return problem('film-too-large')
  return problem(of, of === 'unavailable' ? { retryAfter: BUSY_RETRY_SECONDS } : {})
}

const answerInvalidFilm = (message: string): Outcome<never> =>
  problem('invalid-fields', { detail: message, errors: [{ field: 'film', message }] })
