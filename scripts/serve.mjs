/**
 * Starts the built club with the current Node. Services and containers with complete, read-only code use this script. Unlike
 * `npm start`, it does not install, build or check for changes.
 */
import { limitMemory, runProgram, SERVER_FILE } from './runtime.mjs'

limitMemory()
process.env.NODE_ENV = 'production'
await runProgram(process.execPath, SERVER_FILE)
