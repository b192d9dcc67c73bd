/**
 * `npm start`: from a fresh clone to a club on its feet; every time after that, within a second or two.
 *   --dev         Vite inside: pages change as you save them, the server starts again when its own files change
 *   --admin-link, --backup, --restore, --doctor  another program of ours instead of the club
 */
import { ensureInstalled } from './install.mjs'
import { become, becomeAgainAndAgain, CLUB, chooseNode, ensureBuilt, PROGRAMS } from './runtime.mjs'

await ensureInstalled({ tools: false })
const node = chooseNode()

const program = Object.keys(PROGRAMS).find((flag) => process.argv.includes(flag))
if (program) {
  await become(node, PROGRAMS[program])
} else if (process.argv.includes('--dev')) {
  process.env.NODE_ENV = 'development'
  becomeAgainAndAgain(node, 'server/main.ts', ['server', 'db', 'contract', 'club'])
} else {
  await ensureBuilt(node)
  process.env.NODE_ENV = 'production'
  await become(node, CLUB)
}
