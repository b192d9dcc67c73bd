/**
 * `npm start`: from a fresh clone to a club on its feet; every time after that, within a second or two.
 *   --dev         Vite inside: pages change as you save them, the server starts again when its own files change
 *   --admin-link  prints a one-time link for an administrator who is locked out
 */
import { become, becomeAgainAndAgain, chooseNode, ensureBuilt, ensureInstalled } from './runtime.mjs'

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
