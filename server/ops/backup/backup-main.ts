/** `npm run backup`, `npm run export`. */
import { runBackup } from './command.ts'

await runBackup()
