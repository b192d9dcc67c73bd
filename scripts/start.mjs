/**
 * `npm start`: from a fresh clone to a club on its feet; every time after that, within a second or two.
 *   --dev         Vite inside: pages change as you save them, the server starts again when its own files change
 *   --admin-link  prints a one-time link for an administrator who is locked out
 */
import { become, becomeAgainAndAgain, chooseNode, ensureBuilt, ensureInstalled } from './runtime.mjs'

boundMemory()
await ensureInstalled()
const node = chooseNode()

if (process.argv.includes('--admin-link')) {
  await become(node, 'server/admin-link.ts')
} else if (process.argv.includes('--dev')) {
  process.env.NODE_ENV = 'development'
  becomeAgainAndAgain(node, 'server/main.ts', ['server', 'db', 'contract', 'club'])
} else {
  await ensureBuilt(node)
  process.env.NODE_ENV = 'production'
  await become(node, 'server/main.ts')
}

/**
 * glibc keeps a heap for each thread that asked for memory, and pictures are worked on in several: two heaps instead of
 * sixteen halve what the club holds. Only the environment that a process begins with can say so, so it begins again, as
 * the same process.
 */
function boundMemory() {
  if (process.platform !== 'linux' || process.env.MALLOC_ARENA_MAX) return
  process.env.MALLOC_ARENA_MAX = '2'
  // Node 20 has no execve, but it is not what the club runs on either: it spawns Node 24, with this environment.
  if (import.meta.main)
    process.execve?.(
      process.execPath,
      [process.execPath, ...process.execArgv, ...process.argv.slice(1)],
      process.env,
    )
}
