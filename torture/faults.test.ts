import { expect, test } from 'vitest'
import { restartUnderLoad } from './faults.ts'

test('PostgreSQL that dies under load', { timeout: 120_000 }, async () => {
  const report = await restartUnderLoad({ restarts: 1, seed: Date.now() % 2 ** 31 })
  expect(report.faults).toEqual([])
  expect(report.answered).toBeGreaterThan(10)
})
