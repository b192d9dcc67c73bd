/** `npm start` runs this. One process that serves, or, with WORKERS, one that looks after several. */
import { club } from '../club/club.ts'
import { requireEnv } from './env.ts'
import { liveIn } from './process/own-clock.ts'

liveIn(club.timeZone)

const env = requireEnv()
if (env.workers > 1 && process.env.NODE_ENV !== 'development') {
  const { default: cluster } = await import('node:cluster')
  if (cluster.isPrimary) await import('./process/workers.ts')
  else await import('./process/serve.ts')
} else {
  await import('./process/serve.ts')
}
