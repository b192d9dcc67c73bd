/** `npm run bench [-- section …]`: measures the built club and compares the results with limits (test/bench/README.md). */
import { ensureInstalled } from './install.mjs'
import { chooseNode, ensureBuilt, run } from './runtime.mjs'

await ensureInstalled({ tools: true })
const node = chooseNode()
await ensureBuilt(node)
if (!(await run(node, ['test/bench/run.ts', ...process.argv.slice(2)]))) process.exitCode = 1
