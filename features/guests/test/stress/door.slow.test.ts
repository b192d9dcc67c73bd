/** The short form of `npm run stress -- door`. */
import { describe, expect, test } from 'vitest'
import { chooseSeed } from '../../../../test/stress/seeded-random.ts'
import { databases } from '../../../../test/support/databases.ts'
import { runDoor } from './door.ts'

describe.each(databases)('the door with lost answers and a killed server, on $name,', ({ create }) => {
  test('stores every entry exactly once, and all phones agree', { timeout: 300_000 }, async () => {
    const place = await create()
    const { kills, lost } = await runDoor(place, { entries: 125, kills: 2, seed: chooseSeed('short') })
    // Without kills and lost answers the test would prove nothing.
    expect(kills).toBeGreaterThan(0)
    expect(lost).toBeGreaterThan(0)
    await place.dispose()
  })
})
