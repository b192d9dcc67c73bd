/** The club, from a release: `node server.js`. */
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

process.env.NODE_ENV = 'production'
process.env.INIT_CWD ??= process.cwd()
process.chdir(import.meta.dirname)
// Where the release may not be written to, NODE_COMPILE_CACHE names another folder, or there is none.
enableCompileCache(join(import.meta.dirname, '.cache'))
await import('./build/server/index.js')
