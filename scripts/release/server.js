/** Starts the club from a release: `node server.js`. */
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

process.env.NODE_ENV = 'production'
process.env.INIT_CWD ??= process.cwd()
process.chdir(import.meta.dirname)
// For a read-only release, NODE_COMPILE_CACHE names another folder. Without it compiled code is not stored.
enableCompileCache(join(import.meta.dirname, '.cache'))
await import('./build/server/index.js')
