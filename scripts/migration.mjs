/** `npm run migration -- name`: writes a database migration for new or changed declarations of resources. */
import { ensureInstalled } from './install.mjs'
import { chooseNode, run } from './runtime.mjs'

await ensureInstalled({ tools: false })
if (!(await run(chooseNode(), ['platform/db/new-migration/migration-main.ts', ...process.argv.slice(2)])))
  process.exitCode = 1
