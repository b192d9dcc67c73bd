/** The jobs of the image worker. They run in a separate process, which worker.ts starts. */
import { createSemaphore } from '../../http/semaphore.ts'
import type { Format, Size } from '../server/variants.ts'
import { prepareAudio, prepareFilm } from './media-files.ts'
import {
  computeAvifCost,
  decodePicture,
  inspectPicture,
  makeAvif,
  makePlaceholder,
  makeReadyVariants,
  PICTURES_MAX_BYTES,
} from './resize-picture.ts'

/** Limits the memory: at most two pictures are processed at once, and a costly one is processed alone. */
const semaphore = createSemaphore(PICTURES_MAX_BYTES)
const HALF = PICTURES_MAX_BYTES / 2

/** Frees the pictures of earlier jobs. V8 does not count their memory, so it would keep them for long. */
const freeMemory = (): void => globalThis.gc?.()

export type Processed =
  | {
      ok: true
      size: Size
      files: { width: number; format: Format; bytes: Uint8Array }[]
      /** A tiny picture as data URL. Browsers show it until the picture has loaded. */
      placeholder: string
    }
  | {
      ok: false
      /** Spanish message. The form shows it beside the field. */
      message: string
    }

export const jobs = {
  /** Makes the files that must exist before the upload is answered. AVIF files follow later. */
  async processUpload(bytes: Uint8Array): Promise<Processed> {
    const inspected = await inspectPicture(bytes)
    if (!inspected.ok) return inspected
    const { size, cost } = inspected
    return semaphore.run(Math.max(HALF, cost), async () => {
      freeMemory()
      const decoded = await decodePicture(bytes, size)
      if (!decoded.ok) return decoded
      const files = []
      for await (const file of makeReadyVariants(decoded.pixels)) files.push(file)
      return { ok: true, size, files, placeholder: await makePlaceholder(decoded.pixels) }
    })
  },

  /** Makes one AVIF file. It waits until no upload is being processed, because users wait for uploads. */
  async avif(largestWebp: Uint8Array, width: number): Promise<Uint8Array> {
    await semaphore.idle()
    const cost = await computeAvifCost(largestWebp, width)
    return semaphore.run(Math.max(HALF, cost), () => {
      freeMemory()
      return makeAvif(largestWebp, width)
    })
  },

  prepareFilm,
  prepareAudio,
}

export type Jobs = typeof jobs
