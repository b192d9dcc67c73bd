/** Reads the JSON reports of Vitest and Playwright. A runner that crashed or ran no test counts as failed. */
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/**
 * @typedef {{passed: number, failed: number, skipped: number}} Totals
 * @typedef {{file: string, kind: string, seconds: number}} TestFile kind: one of those in PHASES
 */

/** The phases of a run, and the kinds of test files that run in each. docs/tests.md has the budgets. */
export const PHASES = {
  install: [],
  'types, lint, build, demo club': [],
  vitest: ['processes and stress', 'one process'],
  journeys: ['chromium', 'firefox', 'webkit'],
}

/** Reads Vitest's report, which has Jest's format. A file that failed before or outside its tests counts as one failure. */
export function vitestTotals(report) {
  const filesAlone = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + filesAlone.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** Reads Playwright's report. Errors outside tests, such as a server that did not start, count as failures. */
export const playwrightTotals = ({ stats, errors }) => ({
  passed: stats.expected,
  failed: stats.unexpected + errors.length,
  skipped: stats.skipped,
})

/**
 * Lists the files of a Vitest report. The kind follows from the name, because the report has no projects. It has no time
 * before the first test either, so imports and the first hooks do not count.
 * @returns {TestFile[]}
 */
export const vitestFiles = ({ testResults }, root) =>
  testResults.map(({ name, startTime, endTime }) => ({
    file: relative(root, name),
    kind: name.includes('.slow.test.') ? 'processes and stress' : 'one process',
    seconds: (endTime - startTime) / 1000,
  }))

const playwrightTests = ({ suites = [] }) =>
  suites.flatMap(({ specs = [], suites }) => [
    ...specs.flatMap(({ file, title, tests }) => tests.map((test) => ({ ...test, file, title }))),
    ...playwrightTests({ suites }),
  ])

/**
 * Lists the files of a Playwright report, once for each browser that ran them.
 * @returns {TestFile[]}
 */
export function playwrightFiles(report) {
  const files = new Map()
  for (const { file, projectName, results } of playwrightTests(report)) {
    const title = `[${projectName}] ${file}`
    const milliseconds = results.reduce((sum, { duration }) => sum + duration, 0)
    const seconds = (files.get(title)?.seconds ?? 0) + milliseconds / 1000
    files.set(title, { file: title, kind: projectName, seconds })
  }
  return [...files.values()]
}

/** The longest printed error. It may contain a whole page. Characters */
const ERROR_MAX = 300

/** @param {string | undefined} message may have colours of a terminal */
const formatError = (message = '') =>
  stripVTControlCharacters(message)
    .trim()
    .split(/\n\n|\n\s+at /)[0]
    .replaceAll('\n', ' ')
    .slice(0, ERROR_MAX)

/**
 * Lists the failed tests of a Vitest report, and the files that failed outside their tests.
 * @returns {string[]} a line each
 */
export const vitestFailures = ({ testResults }, root) =>
  testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    const file = relative(root, name)
    if (status === 'failed' && failed.length === 0) return [`${file}: ${formatError(message)}`]
    return failed.map(
      ({ fullName, failureMessages }) => `${file} › ${fullName}: ${formatError(failureMessages[0])}`,
    )
  })

/**
 * Lists the failed journeys of a Playwright report, and the errors outside journeys.
 * @returns {string[]} a line each
 */
export const playwrightFailures = (report) => [
  ...(report.errors ?? []).map(({ message }) => formatError(message)),
  ...playwrightTests(report)
    .filter(({ status }) => status === 'unexpected')
    .map(
      ({ projectName, file, title, results }) =>
        `[${projectName}] ${file} › ${title}: ${formatError(results.at(-1)?.error?.message)}`,
    ),
]

/** @returns {string[]} one line for each of the `count` slowest files, slowest first */
export const formatSlowest = (files, count) =>
  files
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, count)
    .map(({ seconds, file }) => `${seconds.toFixed(1).padStart(6)} s  ${file}`)

/**
 * Reads the table of budgets.
 * @param {string} text docs/tests.md
 * @returns {Map<string, number>} minutes by the name of a phase or kind
 */
export function readBudgets(text) {
  const [, rows] = /^\| Kind \|.*\n\|[-:|]+\n((?:\|.*\n)+)/m.exec(text) ?? []
  if (rows === undefined) throw new Error('docs/tests.md has no table with a first column Kind')
  const budgets = new Map()
  for (const row of rows.trim().split('\n')) {
    const [, kind, minutes] = row.split('|').map((cell) => cell.trim().replaceAll('`', ''))
    if (!(Number(minutes) > 0)) throw new Error(`docs/tests.md has no minutes for ${kind}`)
    budgets.set(kind, Number(minutes))
  }
  return budgets
}

/**
 * Formats the minutes of each phase, and below them the sum of the files of each kind. A kind over its budget is marked, but
 * fails no run, because other work on the machine can be the cause.
 * @param {Map<string, number>} seconds by phase
 * @param {TestFile[]} files
 * @param {Map<string, number>} budgets
 * @returns {string[]} lines
 */
export function formatMinutes(seconds, files, budgets) {
  const formatLine = (kind, ofKind, indent) => {
    const minutes = (ofKind / 60).toFixed(1)
    const budget = budgets.get(kind)
    const limit = budget === undefined ? '' : `of ${budget.toFixed(1).padStart(4)}`
    const mark = budget !== undefined && Number(minutes) > budget ? '  OVER BUDGET' : ''
    return `${minutes.padStart(6)} ${limit.padEnd(7)} min  ${indent}${kind}${mark}`
  }
  return [...seconds].flatMap(([phase, ofPhase]) => {
    const kinds = (PHASES[phase] ?? []).filter((kind) => files.some((file) => file.kind === kind))
    const sumFiles = (kind) => files.reduce((sum, file) => (file.kind === kind ? sum + file.seconds : sum), 0)
    return [formatLine(phase, ofPhase, ''), ...kinds.map((kind) => formatLine(kind, sumFiles(kind), '  '))]
  })
}

/**
 * Counts a silent failure of a runner as one failed test.
 * @param {Totals | null} totals null: the runner wrote no report
 * @param {boolean} endedWell true if its exit status was 0
 * @returns {Totals}
 */
export function correctTotals(totals, endedWell) {
  if (totals === null) return { passed: 0, failed: 1, skipped: 0 }
  const isSilentFailure = totals.failed === 0 && (!endedWell || totals.passed === 0)
  return isSilentFailure ? { ...totals, failed: 1 } : totals
}

/** @param {Totals[]} all */
export const sumTotals = (all) =>
  all.reduce((a, b) => ({
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
  }))

/** @param {Totals} totals */
export const formatTotals = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
