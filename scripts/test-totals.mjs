/** Reads the JSON reports of Vitest and Playwright. A runner that crashed or ran no test counts as failed. */
import { relative } from 'node:path'

/**
 * @typedef {{passed: number, failed: number, skipped: number}} Totals
 */

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
  passed: stats.expected + stats.flaky,
  failed: stats.unexpected + errors.length,
  skipped: stats.skipped,
})

/** @returns {{title: string, status: string, seconds: number}[]} tests of a Playwright report. `seconds` sums all attempts */
export const playwrightTests = ({ suites = [] }) =>
  suites.flatMap(({ specs = [], suites }) => [
    ...specs.flatMap(({ title, file, tests }) =>
      tests.map(({ projectName, status, results = [] }) => ({
        title: `[${projectName}] ${file} › ${title}`,
        status,
        seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
      })),
    ),
    ...playwrightTests({ suites }),
  ])

/** @returns {{title: string, seconds: number}[]} every test of a Vitest report that ran */
export const vitestTests = ({ testResults }, root) =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      title: `${relative(root, name)} › ${fullName}`,
      seconds: (duration ?? 0) / 1000,
    })),
  )

/** @returns the `count` slowest tests, slowest first */
export const slowestTests = (tests, count) => tests.toSorted((a, b) => b.seconds - a.seconds).slice(0, count)

/** @returns titles of the Playwright tests that passed only at the second attempt */
export const flakyTitles = (report) =>
  playwrightTests(report)
    .filter(({ status }) => status === 'flaky')
    .map(({ title }) => title)

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
