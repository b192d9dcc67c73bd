/** `npm run torture [-- section …]`: the long forms of the tests of faults and hostile input. */
import { chooseNode, ensureBuilt, ensureInstalled, run } from './runtime.mjs'

await ensureInstalled()
const node = chooseNode()
await ensureBuilt(node)
if (!(await run(node, ['torture/run.ts', ...process.argv.slice(2)]))) process.exitCode = 1
