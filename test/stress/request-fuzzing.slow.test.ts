/** The short form of `npm run torture -- hostile`, with a new seed each time. A failure prints its seed. */
import { describe, expect, test } from 'vitest'
import { databases } from '../support/databases.ts'
import { runAttacks } from './request-fuzzing.ts'

/** Number of requests. PostgreSQL gets fewer, because the comparison of all data after each request takes longer there. */
const CASES = { sqlite: 2_200, postgres: 800 }

describe.each(databases)('hostile requests on $name', ({ name, create }) => {
  test('get no 5xx and no internal details, and change nothing when refused', async () => {
    const place = await create()
    try {
      const counts = await runAttacks(place, { cases: CASES[name], seed: Date.now() % 2 ** 31 })
      expect(counts.cases).toBe(CASES[name])
      // The server must accept some requests, otherwise the test would prove nothing.
      expect(counts.accepted).toBeGreaterThan(CASES[name] / 100)
      expect(counts.cut).toBeLessThan(CASES[name] / 10)
    } finally {
      await place.dispose()
    }
  })
})
