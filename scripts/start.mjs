/**
 * `npm start`: installs, builds and starts the club. Starts without changes take a second or two.
 *   --dev  runs Vite: open pages update when a file is saved, and the server restarts when its files change
 */
import { ensureInstalled } from './install.mjs'
import { chooseNode, ensureBuilt, limitMemory, runAndRestart, runProgram, SERVER_FILE } from './runtime.mjs'

limitMemory()
await ensureInstalled({ tools: false })
const node = chooseNode()

if (process.argv.includes('--dev')) {
  process.env.NODE_ENV = 'development'
  runAndRestart(node, 'ops/main.ts', ['ops', 'features', 'platform', 'club'])
} else {
  await ensureBuilt(node)
  process.env.NODE_ENV = 'production'
  await runProgram(node, SERVER_FILE)
}
