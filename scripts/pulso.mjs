/** `./pulso …` and `npm run pulso -- …`: the command of the operator. Installs packages if necessary. Only `start` builds. */
import { ensureInstalled } from './install.mjs'
import { chooseNode, ensureBuilt, isUnderNpm, limitMemory, runProgram, SERVER_FILE } from './runtime.mjs'

const args = process.argv.slice(2)
limitMemory()
// Paths in arguments are relative to the operator's folder. npm changes to the project's folder, and stores the operator's
// folder in INIT_CWD. An INIT_CWD that comes from another npm script is ignored.
const isOtherNpmScript = process.env.npm_lifecycle_script !== undefined && !isUnderNpm()
if (isOtherNpmScript || !process.env.INIT_CWD) process.env.INIT_CWD = process.cwd()
await ensureInstalled({ tools: false })
const node = chooseNode()
if (args.length === 0 || (args.length === 1 && args[0] === 'start')) {
  await ensureBuilt(node)
  process.env.NODE_ENV = 'production'
  await runProgram(node, SERVER_FILE)
} else {
  await runProgram(node, 'ops/cli/main.ts', args)
}
