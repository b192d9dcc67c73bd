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
  formatMinutes,
  formatSlowest,
  formatTotals,
  playwrightFailures,
  playwrightFiles,
  playwrightTotals,
  readBudgets,
  sumTotals,
  vitestFailures,
  vitestFiles,
  vitestTotals,
} from './test-totals.mjs'

const isAll = process.argv.includes('--all')
const SLOWEST = 20

// Read first, because an error in the table must not hide the totals of a long run.
const budgets = readBudgets(readFileSync(join(root, 'docs/tests.md'), 'utf8'))

/** Wall-clock time by phase. s */
const phases = new Map()

/** Does the work of a phase and measures its time. */
async function measurePhase(phase, work) {
  const start = performance.now()
  const result = await work()
  phases.set(phase, (performance.now() - start) / 1000)
  return result
}

// Removes VITE_* variables of the developer, because they would change the tested build.
for (const name of Object.keys(process.env)) if (name.startsWith('VITE_')) delete process.env[name]

async function installPackages() {
  await ensureInstalled({ tools: true })
  if (isAll) await ensurePackage('test/openapi-client')
}

async function installPrograms() {
  await ensureOtherBrowsers()
  await ensureServers()
}

const node = await measurePhase('install', async () => {
  // npm and apt mostly wait for the network.
  await Promise.all([installPackages(), isAll && installPrograms()])
  const chosen = chooseNode()
  await ensureJourneyBrowser(chosen)
  return chosen
})

const reports = join(root, 'test-results')
mkdirSync(reports, { recursive: true })

/** Runs Vitest or Playwright. @returns its totals, its files and its failures. Without a report both are empty */
async function runTests({ name, args, env, totals, files, failures }) {
  const path = join(reports, `${name}.json`)
  rmSync(path, { force: true })
  const endedWell = await run(node, args(path), {
    env: { ...process.env, QUICK_TESTS: isAll ? '0' : '1', ...env(path) },
    byLine: true,
  })
  const report = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
  return {
    totals: correctTotals(report && totals(report), endedWell),
    files: report ? files(report) : [],
    failures: report ? failures(report) : [],
  }
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
    files: (report) => vitestFiles(report, root),
    failures: (report) => vitestFailures(report, root),
  })

const runPlaywright = () =>
  runTests({
    name: 'playwright',
    args: () => [bin('@playwright/test', 'playwright'), 'test'],
    env: (report) => ({ E2E_REPORT: report }),
    totals: playwrightTotals,
    files: playwrightFiles,
    failures: playwrightFailures,
  })

/**
 * Creates the demo club that every server of the journeys copies. It runs before the tests, because pictures are created at low
 * priority, which would take minutes during the tests. If it fails, the servers report the reason.
 */
const makeDemo = () => run(node, [join(root, 'test/e2e/demo.ts')], { byLine: true })

const [checks] = await measurePhase('types, lint, build, demo club', () =>
  Promise.all([runChecks(node), ensureBuilt(node), makeDemo()]),
)
const testUnits = () => measurePhase('vitest', runVitest)
const testJourneys = () => measurePhase('journeys', runPlaywright)
// In the complete run, Vitest waits for pictures that are created at low priority. At the same time as journeys that takes
// minutes (docs/decisions/0041), so Playwright runs after Vitest.
const [vitest, playwright] = isAll
  ? [await testUnits(), await testJourneys()]
  : await Promise.all([testUnits(), testJourneys()])

const total = isAll ? 'all' : 'npm test'
phases.set(total, performance.now() / 1000)
const files = [...vitest.files, ...playwright.files]
printLine(`\nThe ${SLOWEST} slowest files:`)
for (const line of formatSlowest(files, SLOWEST)) printLine(line)
printLine(
  '\nMinutes, and the budget of docs/tests.md. Indented: sums of files, of which several run at once.',
)
// The budgets of the other kinds are for the complete run.
const ownBudgets = isAll ? budgets : new Map([[total, budgets.get(total)]])
for (const line of formatMinutes(phases, files, ownBudgets)) printLine(line)

const failures = [...vitest.failures, ...playwright.failures]
if (failures.length > 0) printLine('\nFailed:')
for (const line of failures) printLine(line)

printLine('')
printLine(`types and lint: ${checks.failed === 0 ? 'fine' : `${checks.failed} failed`}`)
printLine(`vitest: ${formatTotals(vitest.totals)}`)
printLine(`playwright: ${formatTotals(playwright.totals)}`)

const all = sumTotals([checks, vitest.totals, playwright.totals])
printLine(`\n${formatTotals(all)}`)
process.exitCode = all.failed > 0 ? 1 : 0
