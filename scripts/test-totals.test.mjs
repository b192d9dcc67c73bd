import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  correctTotals,
  formatMinutes,
  formatSlowest,
  formatTotals,
  PHASES,
  playwrightFailures,
  playwrightFiles,
  playwrightTotals,
  readBudgets,
  sumTotals,
  vitestFailures,
  vitestFiles,
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
    const stats = { expected: 0, unexpected: 0, skipped: 0 }
    expect(playwrightTotals({ stats, errors: [{ message: 'timed out' }] })).toEqual({
      passed: 0,
      failed: 1,
      skipped: 0,
    })
  })
})

describe('totals', () => {
  it('count each journey of a browser', () => {
    const stats = { expected: 3, unexpected: 1, skipped: 2 }
    expect(playwrightTotals({ stats, errors: [] })).toEqual({ passed: 3, failed: 1, skipped: 2 })
  })

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

describe('failures', () => {
  it('of Vitest are named with the first lines of their errors', () => {
    const failed = {
      status: 'failed',
      fullName: 'bar opens',
      failureMessages: [`\u001B[31mexpected 1\nto be 2\u001B[39m\n    at ${'x'.repeat(500)}`],
    }
    const testResults = [
      { name: '/club/a.test.ts', status: 'failed', assertionResults: [{ status: 'passed' }, failed] },
      { name: '/club/b.test.ts', status: 'failed', message: 'x'.repeat(1000), assertionResults: [] },
      { name: '/club/c.test.ts', status: 'passed', assertionResults: [{ status: 'passed' }] },
    ]
    expect(vitestFailures({ testResults }, '/club')).toEqual([
      'a.test.ts › bar opens: expected 1 to be 2',
      `b.test.ts: ${'x'.repeat(300)}`,
    ])
  })

  it('of journeys are named with their browser, beside errors outside journeys', () => {
    const spec = (title, status, message) => ({
      file: 'a.spec.ts',
      title,
      tests: [{ projectName: 'webkit', status, results: [{ error: message && { message } }] }],
    })
    const specs = [spec('opens', 'expected'), spec('closes', 'unexpected', 'timed out\n\nCall log')]
    const errors = [{ message: 'no server' }]
    expect(playwrightFailures({ errors, suites: [{ suites: [{ specs }] }] })).toEqual([
      'no server',
      '[webkit] a.spec.ts › closes: timed out',
    ])
    expect(playwrightFailures({})).toEqual([])
  })
})

describe('times of files', () => {
  it('are 0 s when no test ran', () => {
    const skipped = { name: '/club/a.test.ts', startTime: 1000, endTime: 1000 }
    expect(vitestFiles({ testResults: [skipped] }, '/club')).toEqual([
      { file: 'a.test.ts', kind: 'one process', seconds: 0 },
    ])
    const tests = [{ projectName: 'firefox', results: [] }]
    expect(playwrightFiles({ suites: [{ specs: [{ file: 'a.spec.ts', tests }] }] })).toEqual([
      { file: '[firefox] a.spec.ts', kind: 'firefox', seconds: 0 },
    ])
    expect(playwrightFiles({})).toEqual([])
  })

  it('last from the first to the last test of Vitest', () => {
    const slow = { name: '/club/ops/a.slow.test.ts', startTime: 1000, endTime: 2500 }
    expect(vitestFiles({ testResults: [slow] }, '/club')).toEqual([
      { file: 'ops/a.slow.test.ts', kind: 'processes and stress', seconds: 1.5 },
    ])
  })

  it('are the sum of journeys by browser, also in nested suites', () => {
    const spec = (...durations) => ({
      file: 'a.spec.ts',
      tests: durations.map((duration, index) => ({
        projectName: ['firefox', 'webkit'][index],
        results: [{ duration }],
      })),
    })
    const suites = [{ specs: [spec(1000, 2000)], suites: [{ specs: [spec(500)] }] }]
    expect(playwrightFiles({ suites })).toEqual([
      { file: '[firefox] a.spec.ts', kind: 'firefox', seconds: 1.5 },
      { file: '[webkit] a.spec.ts', kind: 'webkit', seconds: 2 },
    ])
  })

  it('are listed with the slowest first', () => {
    const files = [
      { file: 'a.test.ts', seconds: 1 },
      { file: 'b.test.ts', seconds: 20 },
    ]
    expect(formatSlowest(files, 2)).toEqual(['  20.0 s  b.test.ts', '   1.0 s  a.test.ts'])
    expect(formatSlowest(files, 1)).toHaveLength(1)
  })
})

describe('budgets', () => {
  const table = (...rows) => ['Text.', '', '| Kind | Minutes |', '|---|--:|', ...rows, ''].join('\n')

  it('are refused without their table', () => {
    expect(() => readBudgets('| Row | Minutes |\n|---|---|\n| vitest | 5 |\n')).toThrow('first column Kind')
    expect(() => readBudgets(table())).toThrow('first column Kind')
  })

  it.each(['', '–', '0', '-1', 'five'])('are refused with %j in place of minutes', (minutes) => {
    expect(() => readBudgets(table(`| vitest | ${minutes} |`))).toThrow('no minutes for vitest')
  })

  it('are read up to the end of the table', () => {
    const text = `${table('| `npm test` | 4.5 |', '| all | 15 | 14 |')}\n| Other |\n|---|\n| table |\n`
    expect([...readBudgets(text)]).toEqual([
      ['npm test', 4.5],
      ['all', 15],
    ])
  })

  it('exist in docs/tests.md for each kind', () => {
    const budgets = readBudgets(readFileSync(new URL('../docs/tests.md', import.meta.url), 'utf8'))
    const kinds = [...Object.entries(PHASES).flat(2), 'all', 'npm test']
    expect([...budgets.keys()].toSorted()).toEqual(kinds.toSorted())
  })
})

describe('formatMinutes', () => {
  const files = [
    { kind: 'webkit', seconds: 30 },
    { kind: 'chromium', seconds: 200 },
    { kind: 'chromium', seconds: 100 },
  ]

  it('marks a kind over its budget', () => {
    const budgets = new Map([
      ['journeys', 2],
      ['chromium', 4.9],
    ])
    expect(formatMinutes(new Map([['journeys', 120]]), files, budgets)).toEqual([
      '   2.0 of  2.0 min  journeys',
      '   5.0 of  4.9 min    chromium  OVER BUDGET',
      '   0.5         min    webkit',
    ])
  })

  it('marks no kind whose printed minutes are its budget', () => {
    const seconds = new Map([['all', 15.04 * 60]])
    expect(formatMinutes(seconds, [], new Map([['all', 15]]))).toEqual(['  15.0 of 15.0 min  all'])
  })

  it('omits kinds that did not run', () => {
    expect(formatMinutes(new Map([['vitest', 60]]), files, new Map())).toEqual(['   1.0         min  vitest'])
  })
})
