/** Share images, drawn in a process beside this one (./process.ts), which is started when one is asked for. */
import { createWorker } from '../../media/worker/worker.ts'
import type { Jobs } from './process.ts'

const run = createWorker<Jobs>('server/seo/share-images/process.ts')

/** JPEGs. */
export const shareImages: {
  [Name in keyof Jobs]: (...given: Parameters<Jobs[Name]>) => Promise<Uint8Array>
} = {
  pageCard: (...given) => run('pageCard', ...given),
  newsCard: (...given) => run('newsCard', ...given),
}
