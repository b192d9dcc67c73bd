/** `npm run bench [-- section …]`: measures the built club beside the bars (bench/README.md). Not part of the tests. */
import { chooseNode, ensureBuilt, ensureInstalled, run } from './runtime.mjs'

await ensureInstalled()
const node = chooseNode()
await ensureBuilt(node)
if (!(await run(node, ['bench/run.ts', ...process.argv.slice(2)]))) process.exitCode = 1
