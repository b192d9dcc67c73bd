/**
 * `npm test`: types, lint, unit and HTTP tests on SQLite, and the main journeys in Chromium.
 * `npm run test:all`: every test, with PostgreSQL, three browser engines, processes, releases, upgrades and stress.
 * Both install what they need, build, run Vitest and Playwright, and end with `N passed, N failed`.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runChecks } from './check.mjs'
import { ensureInstalled, ensurePackage } from './install.mjs'
import { bin, chooseNode, ensureBuilt, printLine, root, run } from './runtime.mjs'
import { ensureJourneyBrowser, ensureOtherBrowsers, ensureServers } from './test-programs.mjs'
import {
  correctTotals,
  flakyTitles,
  formatTotals,
  playwrightTests,
  playwrightTotals,
  slowestTests,
  sumTotals,
  vitestTests,
  vitestTotals,
} from './test-totals.mjs'

const isAll = process.argv.includes('--all')
const SLOWEST = 20

// Removes VITE_* variables of the developer, because they would change the tested build.
for (const name of Object.keys(process.env)) if (name.startsWith('VITE_')) delete process.env[name]

await ensureInstalled({ tools: true })
const node = chooseNode()
await ensureJourneyBrowser(node)
if (isAll) {
  await ensurePackage('test/openapi-client')
  await ensureOtherBrowsers()
  await ensureServers()
}

const reports = join(root, 'test-results')
mkdirSync(reports, { recursive: true })

/** Runs Vitest or Playwright. @returns its totals, and its report or null if it wrote none */
async function runTests({ name, args, env, totals }) {
  const path = join(reports, `${name}.json`)
  rmSync(path, { force: true })
  const endedWell = await run(node, args(path), {
    env: { ...process.env, QUICK_TESTS: isAll ? '0' : '1', ...env(path) },
    byLine: true,
  })
  const report = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
  return { totals: correctTotals(report && totals(report), endedWell), report }
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
      // Some tests start the server with npm's Node, which can be older than the Node of the project.
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
 * Creates the demo club that every server of the journeys copies. It runs before the tests, because pictures are created at low
 * priority, which would take minutes during the tests. If it fails, the servers report the reason.
 */
const makeDemo = () => run(node, [join(root, 'test/e2e/demo.ts')], { byLine: true })

const [checks] = await Promise.all([runChecks(node), ensureBuilt(node), makeDemo()])
// In the complete run, Vitest waits for pictures that are created at low priority. At the same time as journeys that takes
// minutes (docs/decisions/0041), so Playwright runs after Vitest.
const [vitest, playwright] = isAll
  ? [await runVitest(), await runPlaywright()]
  : await Promise.all([runVitest(), runPlaywright()])

printLine(`\nThe ${SLOWEST} slowest tests:`)
const tests = [
  ...(vitest.report ? vitestTests(vitest.report, root) : []),
  ...(playwright.report ? playwrightTests(playwright.report) : []),
]
for (const { seconds, title } of slowestTests(tests, SLOWEST))
  printLine(`${seconds.toFixed(1).padStart(6)} s  ${title}`)

printLine('')
for (const title of playwright.report ? flakyTitles(playwright.report) : [])
  printLine(`needed a second try: ${title}`)
printLine(`types and lint: ${checks.failed === 0 ? 'fine' : `${checks.failed} failed`}`)
printLine(`vitest: ${formatTotals(vitest.totals)}`)
printLine(`playwright: ${formatTotals(playwright.totals)}`)

const all = sumTotals([checks, vitest.totals, playwright.totals])
printLine(`\n${formatTotals(all)}`)
process.exitCode = all.failed > 0 ? 1 : 0
