/** `npm run build`: installs and builds, so that the server can be started later, or on another machine. */
import { ensureInstalled } from './install.mjs'
import { chooseNode, ensureBuilt } from './runtime.mjs'

await ensureInstalled({ tools: false })
await ensureBuilt(chooseNode())
