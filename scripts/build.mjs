/** `npm run build`: all that `npm start` does before it starts, for where that happens on another day or another machine. */
import { ensureInstalled } from './install.mjs'
import { chooseNode, ensureBuilt } from './runtime.mjs'

await ensureInstalled({ tools: false })
await ensureBuilt(chooseNode())
