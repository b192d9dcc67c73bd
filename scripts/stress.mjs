/** `npm run stress [-- section …]`: runs long versions of the tests of faults and hostile input. */
import { ensureInstalled } from './install.mjs'
import { chooseNode, ensureBuilt, run } from './runtime.mjs'

await ensureInstalled({ tools: true })
const node = chooseNode()
await ensureBuilt(node)
if (!(await run(node, ['test/stress/run.ts', ...process.argv.slice(2)]))) process.exitCode = 1
