import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases, type TestDatabase } from '../support/databases.ts'
import { killRepeatedly } from './crash.ts'

/**
 * The short form of `npm run torture -- crash`, which kills hundreds of times. Fewer kills than these would leave the
 * server too little time under load to send any mail.
 */
const KILLS = { sqlite: 12, postgres: 5 }

describe.each(databases)('a server killed at random moments, on $name,', ({ name, create }) => {
  let place: TestDatabase
  beforeAll(async () => {
    place = await create()
  })
  afterAll(() => place.dispose())

  test('keeps every confirmed write and no partial one', {
    timeout: 300_000,
  }, async () => {
    const report = await killRepeatedly(
      place,
      KILLS[name],
      Number(process.env.TORTURE_SEED) || Date.now() % 2 ** 31,
    )
    expect(report.faults).toEqual([])
    expect(report.kills).toBe(KILLS[name])
    // The test proves nothing when the server was killed before it handled a request.
    expect(report.answered).toBeGreaterThan(0)
    expect(report.delivered).toBeGreaterThan(0)
  })
})
