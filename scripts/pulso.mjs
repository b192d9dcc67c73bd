/**
 * `./pulso …`, `npm run pulso -- …`: the club's command, installed first if need be. Only what starts the club needs it built.
 */
import { ensureInstalled } from './install.mjs'
import { become, beFrugal, CLUB, chooseNode, ensureBuilt, isUnderNpm } from './runtime.mjs'

const args = process.argv.slice(2)
beFrugal()
// Paths are meant from where the person is; npm has gone to the project's folder already, and says where it was called. What
// another script of npm's says is not about us.
const isOfAnother = process.env.npm_lifecycle_script !== undefined && !isUnderNpm()
if (isOfAnother || !process.env.INIT_CWD) process.env.INIT_CWD = process.cwd()
await ensureInstalled({ tools: false })
const node = chooseNode()
if (args.length === 0 || (args.length === 1 && args[0] === 'start')) {
  await ensureBuilt(node)
  process.env.NODE_ENV = 'production'
  await become(node, CLUB)
} else {
  await become(node, 'ops/cli/main.ts', args)
}
