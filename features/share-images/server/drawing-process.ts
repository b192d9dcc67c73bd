/** Calls the process that draws share images (process.ts). The process starts with the first request for an image. */
import { createSemaphore } from '../../../platform/http/semaphore.ts'
import { createWorker } from '../../../platform/media/worker/worker.ts'
import { WorkRefused } from '../../../platform/process/work-refused.ts'
import type { Drawings } from './process.ts'

/**
 * Time limit of a drawing. A drawing usually takes half a second. On a busy machine it takes several seconds, because the
 * process may have to start.
 */
const TIMEOUT_MS = 20_000

const run = createWorker<Drawings>('share-images', { timeoutMs: TIMEOUT_MS })

/** Only one image is drawn at a time, because drawing uses a whole processor core. */
const drawing = createSemaphore(1)

/** @returns a function that draws an image and resolves to its bytes */
const drawer =
  <Name extends keyof Drawings>(name: Name) =>
  (...args: Parameters<Drawings[Name]>): Promise<Uint8Array> =>
    drawing.run(1, () => run(name, ...args))

export const drawPageCard = drawer('pageCard')
export const drawNewsCard = drawer('newsCard')
export const drawNightCard = drawer('nightCard')
export const drawSquareCover = drawer('squareCover')

/** Limit of waiting passes. It is about three seconds of drawing. */
const PASSES_MAX = 8
const passes = createSemaphore(1, PASSES_MAX)
const drawFreePass = drawer('passCard')

/**
 * Draws a pass as PNG. Passes are not cached, so few wait, and at most one of them is ahead of share images.
 * @throws WorkRefused when too many wait
 */
export async function drawPass(...args: Parameters<Drawings['passCard']>): Promise<Uint8Array> {
  if (!passes.hasRoom(1)) throw new WorkRefused('all')
  return passes.run(1, () => drawFreePass(...args))
}
