/** `npm test`: every test, from a fresh clone on. Installs what is missing, builds, runs both runners, adds them up. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureEngines, ensureForJourneys, ensureServers } from './browser.mjs'
import { ensureInstalled, ensurePackage } from './install.mjs'
import { bin, chooseNode, ensureBuilt, root, run, say } from './runtime.mjs'
import { addUp, playwrightTotals, secondTries, totalsLine, trueTotals, vitestTotals } from './totals.mjs'

// The tests are about the product as it ships, not about somebody's own build.
for (const name of Object.keys(process.env)) if (name.startsWith('VITE_')) delete process.env[name]

await ensureInstalled({ tools: true })
await ensurePackage('test/openapi-client')
const node = chooseNode()
await ensureBuilt(node)
await ensureForJourneys(node)
await ensureEngines()
await ensureServers()

const reports = join(root, 'test-results')
mkdirSync(reports, { recursive: true })

/** Runs one runner and reads the report that this very run left. */
async function totalsOf(name, args, env, read, remarks = () => []) {
  const path = join(reports, `${name}.json`)
  rmSync(path, { force: true })
  say(`\n— ${name}`)
  const endedWell = await run(node, [...args(path)], { env: { ...process.env, ...env(path) } })
  const report = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
  const totals = trueTotals(report && read(report), endedWell)
  for (const remark of report ? remarks(report) : []) say(`needed a second try: ${remark}`)
  say(`${name}: ${totalsLine(totals)}`)
  return totals
}

// The journeys' demo is made beside the first tests. Where that fails, so do the journeys, which say why.
const demo = run(node, [join(root, 'test/e2e/demo.ts')])

const vitest = await totalsOf(
  'vitest',
  (report) => [
    bin('vitest', 'vitest'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ],
  // The Node that `npm start` is called with decides how the server starts: the tests go both ways where they can.
  // npm puts ours before the machine's, so that npm's own is the one that tells.
  () => ({ HOST_NODE: process.env.npm_node_execpath ?? process.execPath }),
  vitestTotals,
)
await demo
const playwright = await totalsOf(
  'playwright',
  () => [bin('@playwright/test', 'playwright'), 'test'],
  (report) => ({ E2E_REPORT: report }),
  playwrightTotals,
  secondTries,
)

const all = addUp([vitest, playwright])
say(`\n${totalsLine(all)}`)
process.exitCode = all.failed > 0 ? 1 : 0
