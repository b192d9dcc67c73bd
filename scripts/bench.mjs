/** `npm run bench [-- section …]`: measures the built club and compares it with our limits (test/bench/README.md). Not part of the tests. */
import { ensureInstalled } from './install.mjs'
import { chooseNode, ensureBuilt, run } from './runtime.mjs'

await ensureInstalled({ tools: true })
const node = chooseNode()
await ensureBuilt(node)
if (!(await run(node, ['test/bench/run.ts', ...process.argv.slice(2)]))) process.exitCode = 1
