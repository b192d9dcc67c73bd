import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases, type TestDatabase } from '../support/databases.ts'
import { crash } from './crash.ts'

/** `npm run torture` kills by the hundred. Fewer kills leave too little time for a mail to go out. */
const KILLS = { sqlite: 12, postgres: 5 }

describe.each(databases)('killed at any moment, on $name,', ({ name, create }) => {
  let place: TestDatabase
  beforeAll(async () => {
    place = await create()
  })
  afterAll(() => place.dispose())

  test('a club has lost nothing that it answered, and holds nothing by halves', {
    timeout: 300_000,
  }, async () => {
    const report = await crash(place, KILLS[name], Number(process.env.TORTURE_SEED) || Date.now() % 2 ** 31)
    expect(report.faults).toEqual([])
    expect(report.kills).toBe(KILLS[name])
    // It was under way with something.
    expect(report.answered).toBeGreaterThan(0)
    expect(report.delivered).toBeGreaterThan(0)
  })
})
