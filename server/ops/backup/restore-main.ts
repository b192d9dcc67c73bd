/** `npm run restore`, `npm run import`. */
import { runRestore } from './command.ts'

await runRestore()
