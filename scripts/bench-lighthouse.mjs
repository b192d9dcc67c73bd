/** `npm run bench:lighthouse [-- runs]`: runs Lighthouse with its phone profile on every public page (test/bench/README.md). */

import { ensureInstalled, ensurePackage } from './install.mjs'
import { chooseNode, ensureBuilt, run } from './runtime.mjs'
import { ensureBrowser } from './test-programs.mjs'

await ensureInstalled({ tools: true })
const node = chooseNode()
await ensureBuilt(node)
await ensureBrowser(node)

await ensurePackage('test/bench/lighthouse')
if (!(await run(node, ['test/bench/lighthouse.ts', ...process.argv.slice(2)]))) process.exitCode = 1
