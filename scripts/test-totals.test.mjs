import { describe, expect, it } from 'vitest'
import {
  correctTotals,
  flakyTitles,
  formatTotals,
  playwrightTotals,
  slowestTests,
  sumTotals,
  vitestTests,
  vitestTotals,
} from './test-totals.mjs'

const file = (status, ...tests) => ({ status, assertionResults: tests.map((test) => ({ status: test })) })
const vitestReport = (counts, ...testResults) => ({
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults,
  ...counts,
})

describe('totals of a failed run', () => {
  it.each([
    ['left no report', null, false, { passed: 0, failed: 1, skipped: 0 }],
    ['left no report but exited with 0', null, true, { passed: 0, failed: 1, skipped: 0 }],
    ['ran nothing', { passed: 0, failed: 0, skipped: 0 }, true, { passed: 0, failed: 1, skipped: 0 }],
    ['skipped everything', { passed: 0, failed: 0, skipped: 3 }, true, { passed: 0, failed: 1, skipped: 3 }],
    [
      'crashed after its tests',
      { passed: 5, failed: 0, skipped: 0 },
      false,
      { passed: 5, failed: 1, skipped: 0 },
    ],
    ['failed a test', { passed: 5, failed: 2, skipped: 0 }, false, { passed: 5, failed: 2, skipped: 0 }],
  ])('count a runner that %s', (_, totals, endedWell, expected) => {
    expect(correctTotals(totals, endedWell)).toEqual(expected)
  })

  it('count a Vitest file that cannot be loaded as one failure', () => {
    const report = vitestReport({ numPassedTests: 1 }, file('passed', 'passed'), file('failed'))
    expect(vitestTotals(report)).toEqual({ passed: 1, failed: 1, skipped: 0 })
  })

  it('count a failed set-up of Vitest as one failure', () => {
    const report = vitestReport({ numPendingTests: 2 }, file('failed', 'pending', 'pending'))
    expect(vitestTotals(report)).toEqual({ passed: 0, failed: 1, skipped: 2 })
  })

  it('count a Playwright server that does not start as one failure', () => {
    const stats = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 }
    expect(playwrightTotals({ stats, errors: [{ message: 'timed out' }] })).toEqual({
      passed: 0,
      failed: 1,
      skipped: 0,
    })
  })

  it('count a test that passes at the second attempt as passed', () => {
    const stats = { expected: 3, unexpected: 1, flaky: 1, skipped: 0 }
    expect(playwrightTotals({ stats, errors: [] })).toEqual({ passed: 4, failed: 1, skipped: 0 })
  })

  it('list tests that needed a second attempt, also in nested suites', () => {
    const spec = (title, ...states) => ({
      title,
      file: 'a.spec.ts',
      tests: states.map((status) => ({ projectName: 'firefox', status })),
    })
    const suites = [
      {
        specs: [spec('a', 'expected'), spec('b', 'flaky')],
        suites: [{ specs: [spec('c', 'unexpected', 'flaky')] }],
      },
    ]
    expect(flakyTitles({ suites })).toEqual(['[firefox] a.spec.ts › b', '[firefox] a.spec.ts › c'])
    expect(flakyTitles({})).toEqual([])
  })
})

describe('totals', () => {
  it('count each failed test once', () => {
    const counts = { numPassedTests: 2, numFailedTests: 1, numPendingTests: 1, numTodoTests: 1 }
    const report = vitestReport(
      counts,
      file('passed', 'passed'),
      file('failed', 'passed', 'failed', 'pending', 'todo'),
    )
    expect(vitestTotals(report)).toEqual({ passed: 2, failed: 1, skipped: 2 })
  })

  it('of a clean run stay unchanged', () => {
    const totals = { passed: 2, failed: 0, skipped: 1 }
    expect(correctTotals(totals, true)).toBe(totals)
  })

  it('are summed over runners', () => {
    const totals = sumTotals([
      { passed: 2, failed: 0, skipped: 1 },
      { passed: 3, failed: 1, skipped: 0 },
    ])
    expect(formatTotals(totals)).toBe('5 passed, 1 failed, 1 skipped')
    expect(formatTotals({ ...totals, skipped: 0 })).toBe('5 passed, 1 failed')
  })
})

describe('slowestTests', () => {
  it('sorts tests by time, and counts tests that did not run as 0 s', () => {
    const ran = { fullName: 'ran', duration: 1500 }
    const skipped = { fullName: 'skipped', duration: null }
    const tests = vitestTests(
      { testResults: [{ name: '/club/db/a.test.ts', assertionResults: [skipped, ran] }] },
      '/club',
    )
    expect(slowestTests(tests, 5)).toEqual([
      { title: 'db/a.test.ts › ran', seconds: 1.5 },
      { title: 'db/a.test.ts › skipped', seconds: 0 },
    ])
    expect(slowestTests(tests, 1)).toHaveLength(1)
  })
})
