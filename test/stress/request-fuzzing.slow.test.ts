/** The short form of `npm run stress -- hostile`. A failure prints its seed. */
import { describe, expect, test } from 'vitest'
import { databases } from '../support/databases.ts'
import { runAttacks } from './request-fuzzing.ts'
import { chooseSeed } from './seeded-random.ts'

/** Number of requests. PostgreSQL gets fewer, because the comparison of all data after each request takes longer there. */
const CASES = { sqlite: 700, postgres: 250 }

describe.each(databases)('hostile requests on $name', ({ name, create }) => {
  test('get no 5xx and no internal details, and change nothing when refused', async () => {
    const place = await create()
    try {
      const counts = await runAttacks(place, { cases: CASES[name], seed: chooseSeed('short') })
      expect(counts.cases).toBe(CASES[name])
      // The requests must reach the checks of many routes, and the server must accept some, otherwise the test would prove
      // nothing.
      expect([...counts.statuses]).toEqual(expect.arrayContaining([200, 204, 400, 401, 403, 404, 405, 415]))
      expect(counts.calls.size).toBeGreaterThan(100)
      expect(counts.accepted).toBeGreaterThan(CASES[name] / 100)
      expect(counts.cut).toBeLessThan(CASES[name] / 10)
    } finally {
      await place.dispose()
    }
  })
})
