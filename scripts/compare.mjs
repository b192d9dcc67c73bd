/** `npm run compare -- <folder>`: compares the answers of this checkout with those of an older one (test/compare/run.ts). */
import { ensureInstalled } from './install.mjs'
import { chooseNode, ensureBuilt, run } from './runtime.mjs'

await ensureInstalled({ tools: true })
const node = chooseNode()
await ensureBuilt(node)
if (!(await run(node, ['test/compare/run.ts', ...process.argv.slice(2)]))) process.exitCode = 1
