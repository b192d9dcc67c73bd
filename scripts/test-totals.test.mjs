import { describe, expect, it } from 'vitest'
import {
  addUp,
  playwrightTotals,
  secondTries,
  slowest,
  totalsLine,
  trueTotals,
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

describe('a runner that is not clean', () => {
  it.each([
    ['left no report', null, false, { passed: 0, failed: 1, skipped: 0 }],
    ['left no report and says all is well', null, true, { passed: 0, failed: 1, skipped: 0 }],
    ['ran nothing', { passed: 0, failed: 0, skipped: 0 }, true, { passed: 0, failed: 1, skipped: 0 }],
    ['skipped everything', { passed: 0, failed: 0, skipped: 3 }, true, { passed: 0, failed: 1, skipped: 3 }],
    [
      'fell over after its tests',
      { passed: 5, failed: 0, skipped: 0 },
      false,
      { passed: 5, failed: 1, skipped: 0 },
    ],
    ['failed a test', { passed: 5, failed: 2, skipped: 0 }, false, { passed: 5, failed: 2, skipped: 0 }],
  ])('%s', (_, totals, endedWell, expected) => {
    expect(trueTotals(totals, endedWell)).toEqual(expected)
  })

  it('is Vitest with a file that could not be read', () => {
    const report = vitestReport({ numPassedTests: 1 }, file('passed', 'passed'), file('failed'))
    expect(vitestTotals(report)).toEqual({ passed: 1, failed: 1, skipped: 0 })
  })

  it('is Vitest with a set-up that failed, whose tests then did not run', () => {
    const report = vitestReport({ numPendingTests: 2 }, file('failed', 'pending', 'pending'))
    expect(vitestTotals(report)).toEqual({ passed: 0, failed: 1, skipped: 2 })
  })

  it('is Playwright whose server did not start', () => {
    const stats = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 }
    expect(playwrightTotals({ stats, errors: [{ message: 'timed out' }] })).toEqual({
      passed: 0,
      failed: 1,
      skipped: 0,
    })
  })

  it('is Playwright with a test that needed a second try', () => {
    const stats = { expected: 3, unexpected: 1, flaky: 1, skipped: 0 }
    expect(playwrightTotals({ stats, errors: [] })).toEqual({ passed: 4, failed: 1, skipped: 0 })
  })

  it('names what needed a second try, however deep it stands', () => {
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
    expect(secondTries({ suites })).toEqual(['[firefox] a.spec.ts › b', '[firefox] a.spec.ts › c'])
    expect(secondTries({})).toEqual([])
  })
})

describe('a clean run', () => {
  it('counts each failed test once', () => {
    const counts = { numPassedTests: 2, numFailedTests: 1, numPendingTests: 1, numTodoTests: 1 }
    const report = vitestReport(
      counts,
      file('passed', 'passed'),
      file('failed', 'passed', 'failed', 'pending', 'todo'),
    )
    expect(vitestTotals(report)).toEqual({ passed: 2, failed: 1, skipped: 2 })
  })

  it('stays as it is', () => {
    const totals = { passed: 2, failed: 0, skipped: 1 }
    expect(trueTotals(totals, true)).toBe(totals)
  })

  it('adds up over runners', () => {
    const totals = addUp([
      { passed: 2, failed: 0, skipped: 1 },
      { passed: 3, failed: 1, skipped: 0 },
    ])
    expect(totalsLine(totals)).toBe('5 passed, 1 failed, 1 skipped')
    expect(totalsLine({ ...totals, skipped: 0 })).toBe('5 passed, 1 failed')
  })
})

describe('the slowest tests', () => {
  it('come first, from both runners, and tests that did not run count as 0 s', () => {
    const ran = { fullName: 'ran', duration: 1500 }
    const skipped = { fullName: 'skipped', duration: null }
    const tests = vitestTests(
      { testResults: [{ name: '/club/db/a.test.ts', assertionResults: [skipped, ran] }] },
      '/club',
    )
    expect(slowest(tests, 5)).toEqual([
      { title: 'db/a.test.ts › ran', seconds: 1.5 },
      { title: 'db/a.test.ts › skipped', seconds: 0 },
    ])
    expect(slowest(tests, 1)).toHaveLength(1)
  })
})
