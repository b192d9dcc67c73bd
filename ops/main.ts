/** Entry point of the server. With WORKERS above 1 it becomes the parent of several serving processes. */
import cluster from 'node:cluster'
import { findSlips, requireEnv } from '../platform/process/env.ts'
import { readKeyFile } from './backup/encryption.ts'

const env = requireEnv()
if (cluster.isPrimary)
  for (const { name, meant } of findSlips(process.env))
    console.error(`La variable ${name} no existe y no hace nada: ¿es ${meant}?`)
// The file is checked only at the start. A worker that is replaced later must serve even if the file has been removed.
if (cluster.isPrimary && env.backupKey !== null)
  await readKeyFile(env.backupKey).catch((error: Error) => {
    console.error(`BACKUP_KEY: ${error.message}`)
    process.exit(1)
  })
if (env.workers > 1 && process.env.NODE_ENV !== 'development') {
  if (cluster.isPrimary) await import('./process/workers.ts')
  else await import('./process/serve.ts')
} else {
  await import('./process/serve.ts')
}
