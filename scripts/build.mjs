/** `npm run build`: all that `npm start` does before it starts, for where that happens on another day or another machine. */
import { chooseNode, ensureBuilt, ensureInstalled } from './runtime.mjs'

await ensureInstalled()
await ensureBuilt(chooseNode())
