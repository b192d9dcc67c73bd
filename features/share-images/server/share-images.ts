/** Share images, drawn in a process beside this one (./process.ts), which is started when one is asked for. */
import { createWorker } from '../../../platform/media/worker/worker.ts'
import type { Jobs } from './process.ts'

/** A share image takes a third of a second; a busy machine, whose process has to start first, some seconds. */
const TIMEOUT_MS = 20_000

const run = createWorker<Jobs>('share-images', { timeoutMs: TIMEOUT_MS })

/** JPEGs. */
export const shareImages: {
  [Name in keyof Jobs]: (...given: Parameters<Jobs[Name]>) => Promise<Uint8Array>
} = {
  pageCard: (...given) => run('pageCard', ...given),
  newsCard: (...given) => run('newsCard', ...given),
  nightCard: (...given) => run('nightCard', ...given),
  podcastCover: (...given) => run('podcastCover', ...given),
}
