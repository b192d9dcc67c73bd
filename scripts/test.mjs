/**
 * `npm test`: types, lint, unit and HTTP tests on SQLite, and the main journeys in Chromium.
 * `npm run test:all`: every test, with PostgreSQL, three browser engines, processes, releases, upgrades and stress.
 * Both install what they need, build, run Vitest and Playwright, and end with `N passed, N failed`.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runChecks } from './check.mjs'
import { ensureInstalled, ensurePackage } from './install.mjs'
import { bin, chooseNode, ensureBuilt, root, run, say } from './runtime.mjs'
import { ensureEngines, ensureForJourneys, ensureServers } from './test-programs.mjs'
import {
  addUp,
  playwrightTests,
  playwrightTotals,
  secondTries,
  slowest,
  totalsLine,
  trueTotals,
  vitestTests,
  vitestTotals,
} from './test-totals.mjs'

const isAll = process.argv.includes('--all')
const SLOWEST = 20

// A developer's own build settings would change what is tested.
for (const name of Object.keys(process.env)) if (name.startsWith('VITE_')) delete process.env[name]

await ensureInstalled({ tools: true })
const node = chooseNode()
await ensureForJourneys(node)
if (isAll) {
  await ensurePackage('test/openapi-client')
  await ensureEngines()
  await ensureServers()
}

const reports = join(root, 'test-results')
mkdirSync(reports, { recursive: true })

/** Runs one test runner. @returns its totals and the report that this run left, or null */
async function runTests({ name, args, env, totals }) {
  const path = join(reports, `${name}.json`)
  rmSync(path, { force: true })
  const endedWell = await run(node, args(path), {
    env: { ...process.env, QUICK_TESTS: isAll ? '0' : '1', ...env(path) },
    byLine: true,
  })
  const report = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
  return { totals: trueTotals(report && totals(report), endedWell), report }
}

const runVitest = () =>
  runTests({
    name: 'vitest',
    args: (report) => [
      bin('vitest', 'vitest'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    env: () => ({
      // Process tests start the server with this Node as well: npm's own, which can be older than the project's.
      HOST_NODE: process.env.npm_node_execpath ?? process.execPath,
    }),
    totals: vitestTotals,
  })

const runPlaywright = () =>
  runTests({
    name: 'playwright',
    args: () => [bin('@playwright/test', 'playwright'), 'test'],
    env: (report) => ({ E2E_REPORT: report }),
    totals: playwrightTotals,
  })

/**
 * Makes the demo club that every server of the journeys starts from. If it fails, the servers report why. Its pictures are
 * made at low priority, which would take minutes beside the tests.
 */
const makeDemo = () => run(node, [join(root, 'test/e2e/demo.ts')], { byLine: true })

const [checks] = await Promise.all([runChecks(node), ensureBuilt(node), makeDemo()])
// The complete tests wait for pictures that the product makes at low priority. Beside browsers that takes minutes
// (docs/decisions/0041), so the two runners follow each other there.
const [vitest, playwright] = isAll
  ? [await runVitest(), await runPlaywright()]
  : await Promise.all([runVitest(), runPlaywright()])

say(`\nThe ${SLOWEST} slowest tests:`)
const tests = [
  ...(vitest.report ? vitestTests(vitest.report, root) : []),
  ...(playwright.report ? playwrightTests(playwright.report) : []),
]
for (const { seconds, title } of slowest(tests, SLOWEST)) say(`${seconds.toFixed(1).padStart(6)} s  ${title}`)

say('')
for (const title of playwright.report ? secondTries(playwright.report) : [])
  say(`needed a second try: ${title}`)
say(`types and lint: ${checks.failed === 0 ? 'fine' : `${checks.failed} failed`}`)
say(`vitest: ${totalsLine(vitest.totals)}`)
say(`playwright: ${totalsLine(playwright.totals)}`)

const all = addUp([checks, vitest.totals, playwright.totals])
say(`\n${totalsLine(all)}`)
process.exitCode = all.failed > 0 ? 1 : 0
