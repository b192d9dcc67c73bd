import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases, type TestDatabase } from '../support/databases.ts'
import { killRepeatedly } from './crash.ts'
import { chooseSeed } from './seeded-random.ts'

/** The short form of `npm run stress -- crash`, which kills hundreds of times. */
const KILLS = 4

describe.each(databases)('a server killed at random moments, on $name,', ({ createEmpty }) => {
  let place: TestDatabase
  beforeAll(async () => {
    place = await createEmpty()
  })
  afterAll(() => place.dispose())

  test('keeps every confirmed write and no partial one', {
    timeout: 300_000,
  }, async () => {
    const report = await killRepeatedly(place, KILLS, chooseSeed('short'))
    expect(report.faults).toEqual([])
    expect(report.kills).toBe(KILLS)
    // The test proves nothing when the server was killed before it handled a request.
    expect(report.answered).toBeGreaterThan(0)
    expect(report.delivered).toBeGreaterThan(0)
  })
})
