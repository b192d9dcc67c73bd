/** `npm start` runs this. One process that serves, or, with WORKERS, one that looks after several. */
import { requireEnv } from './env.ts'

const env = requireEnv()
if (env.workers > 1 && process.env.NODE_ENV !== 'development') {
  const { default: cluster } = await import('node:cluster')
  if (cluster.isPrimary) await import('./process/workers.ts')
  else await import('./process/serve.ts')
} else {
  await import('./process/serve.ts')
}
