/** The short form of `npm run stress -- pictures`. */
import { expect, test } from 'vitest'
import { openTestClub } from '../support/club.ts'
import { createDatabase } from '../support/databases.ts'
import { createSpecimens, uploadAll } from './hostile-pictures.ts'
import { chooseSeed } from './seeded-random.ts'

test('refuses files that are no pictures, and serves hostile pictures as pixels only', async () => {
  const place = await createDatabase()
  const club = await openTestClub(place)
  try {
    const seed = chooseSeed('short')
    const all = await createSpecimens(90, seed)
    const { cookie } = await club.signIn()
    const { accepted, failures, peakBytes } = await uploadAll(club, cookie, all)
    expect([seed, failures]).toEqual([seed, []])
    // The specimens must include accepted and refused files, otherwise the test would prove nothing.
    expect(accepted).toBeGreaterThan(10)
    expect(accepted).toBeLessThan(all.length - 30)
    expect(peakBytes).toBeLessThan(1024 * 1024 * 1024)
  } finally {
    await club.stop()
    await place.dispose()
  }
})
