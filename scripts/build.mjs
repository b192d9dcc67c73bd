/** `npm run build`: all steps of `npm start` before the server starts, for starts at another time or on another machine. */
import { ensureInstalled } from './install.mjs'
import { chooseNode, ensureBuilt } from './runtime.mjs'

await ensureInstalled({ tools: false })
await ensureBuilt(chooseNode())
