/**
 * `npm start`: from a fresh clone to a club on its feet; every time after that, within a second or two.
 *   --dev  Vite inside: pages change as you save them, the server starts again when its own files change
 */
import { ensureInstalled } from './install.mjs'
import { become, becomeAgainAndAgain, beFrugal, CLUB, chooseNode, ensureBuilt } from './runtime.mjs'

beFrugal()
await ensureInstalled({ tools: false })
const node = chooseNode()

if (process.argv.includes('--dev')) {
  process.env.NODE_ENV = 'development'
  becomeAgainAndAgain(node, 'ops/main.ts', ['ops', 'features', 'platform', 'club'])
} else {
  await ensureBuilt(node)
  process.env.NODE_ENV = 'production'
  await become(node, CLUB)
}
