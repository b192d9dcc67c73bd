/** The short form of `npm run torture -- hostile`: another seed each time, printed when it fails. */
import { describe, expect, test } from 'vitest'
import { databases } from '../support/databases.ts'
import { attack } from './request-fuzzing.ts'

/** Each; PostgreSQL sits in another process, and takes longer to look through. */
const CASES = { sqlite: 2_200, postgres: 800 }

describe.each(databases)('any request on $name', ({ name, create }) => {
  test('is answered: no 5xx, nothing of the inside, and nothing changed by a refusal', async () => {
    const place = await create()
    try {
      const counts = await attack(place, { cases: CASES[name], seed: Date.now() % 2 ** 31 })
      expect(counts.cases).toBe(CASES[name])
      // It gets in now and then, or it tried nothing.
      expect(counts.accepted).toBeGreaterThan(CASES[name] / 100)
      expect(counts.cut).toBeLessThan(CASES[name] / 10)
    } finally {
      await place.dispose()
    }
  })
})
