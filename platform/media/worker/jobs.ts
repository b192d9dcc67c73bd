/** What the image worker can be asked for. Runs in a process of its own: ./worker.ts. */

import { createSemaphore } from '../../http/semaphore.ts'
import { IMAGE_MAX_PIXELS } from '../../shared/limits.ts'
import type { Format, Size } from '../server/variants.ts'
import { prepareAudio, prepareFilm } from './media-files.ts'
import { avifVariant, decode, inspect, placeholderOf, readyVariants } from './pixels.ts'

/** Large pictures are decoded alone, others two at a time: it is memory that is short. */
const semaphore = createSemaphore(IMAGE_MAX_PIXELS)
const HALF = IMAGE_MAX_PIXELS / 2

export type Processed =
  | {
      ok: true
      size: Size
      files: { width: number; format: Format; bytes: Uint8Array }[]
      /** A data URL. */
      placeholder: string
    }
  | {
      ok: false
      /** Fit to show beside the field. */
      message: string
    }

export const jobs = {
  /** Everything of a picture that is ready before the answer. */
  async processUpload(bytes: Uint8Array): Promise<Processed> {
    const inspected = await inspect(bytes)
    if (!inspected.ok) return inspected
    const { size, burden } = inspected
    return semaphore.run(Math.max(HALF, burden), async () => {
      const decoded = await decode(bytes, size)
      if (!decoded.ok) return decoded
      const files = []
      for await (const file of readyVariants(decoded.pixels)) files.push(file)
      return { ok: true, size, files, placeholder: await placeholderOf(decoded.pixels) }
    })
  },

  /** Uploads, for which somebody waits, go first. */
  async avif(largestWebp: Uint8Array, width: number): Promise<Uint8Array> {
    await semaphore.idle()
    return semaphore.run(HALF, () => avifVariant(largestWebp, width))
  },

  prepareFilm,
  prepareAudio,
}

export type Jobs = typeof jobs
