/** What the runners' JSON reports add up to. A runner that fell over, or that ran nothing, never counts as clean. */

/**
 * @typedef {{passed: number, failed: number, skipped: number}} Totals
 */

/** Vitest's report has the shape of Jest's. A file that failed before or outside its tests is one failure. */
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

/** Errors outside tests (a server that did not start) count. */
export const playwrightTotals = ({ stats, errors }) => ({
  passed: stats.expected + stats.flaky,
  failed: stats.unexpected + errors.length,
  skipped: stats.skipped,
})

/** @returns titles of the tests that passed only when they were tried again */
export const secondTries = ({ suites = [] }) =>
  suites.flatMap(({ specs = [], suites }) => [
    ...specs.flatMap(({ title, tests }) =>
      tests.filter(({ status }) => status === 'flaky').map(({ projectName }) => `[${projectName}] ${title}`),
    ),
    ...secondTries({ suites }),
  ])

/**
 * @param {Totals | null} totals null: the runner left no report
 * @param {boolean} endedWell whether its exit status was 0
 * @returns {Totals}
 */
export function trueTotals(totals, endedWell) {
  if (totals === null) return { passed: 0, failed: 1, skipped: 0 }
  const isSilentFailure = totals.failed === 0 && (!endedWell || totals.passed === 0)
  return isSilentFailure ? { ...totals, failed: 1 } : totals
}

/** @param {Totals[]} all */
export const addUp = (all) =>
  all.reduce((a, b) => ({
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
  }))

/** @param {Totals} totals */
export const totalsLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
