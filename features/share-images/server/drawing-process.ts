/** Calls the process that draws share images (process.ts). It starts when the first one is requested. */
import { createSemaphore } from '../../../platform/http/semaphore.ts'
import { createWorker } from '../../../platform/media/worker/worker.ts'
import type { Drawings } from './process.ts'

/** A drawing takes about half a second. On a busy machine, where the process has to start first, it takes some seconds. */
const TIMEOUT_MS = 20_000

const run = createWorker<Drawings>('share-images', { timeoutMs: TIMEOUT_MS })

/** One image is drawn at a time, because each keeps a processor busy. */
const drawing = createSemaphore(1)

/** @returns a function that resolves to a JPEG */
const drawer =
  <Name extends keyof Drawings>(name: Name) =>
  (...args: Parameters<Drawings[Name]>): Promise<Uint8Array> =>
    drawing.run(1, () => run(name, ...args))

export const drawPageCard = drawer('pageCard')
export const drawNewsCard = drawer('newsCard')
export const drawNightCard = drawer('nightCard')
export const drawSquareCover = drawer('squareCover')
