import { afterEach, describe, expect, test } from 'vitest'
import { setClock, wallClock } from '../../contract/dates.ts'
import { liveIn } from './own-clock.ts'

describe('the clock of the process', () => {
  const zones = ['America/Argentina/Buenos_Aires', 'Europe/Madrid', 'America/New_York', 'Asia/Kathmandu']
  const before = process.env.TZ
  afterEach(() => {
    if (before === undefined) delete process.env.TZ
    else process.env.TZ = before
    for (const timeZone of zones) setClock(timeZone, null)
  })

  test.each(zones)('says what a formatter says, in %s', (timeZone) => {
    // Round the days on which the hour changes, and in years when Argentina had other rules.
    const instants = [
      ...Array.from({ length: 400 }, (_, index) => Date.UTC(2027, 2, 1) + index * 3_700_000),
      ...Array.from({ length: 400 }, (_, index) => Date.UTC(2026, 9, 20) + index * 3_700_000),
      ...Array.from({ length: 200 }, (_, index) => Date.UTC(1990, 0, 1) + index * 86_413_000 * 30),
    ]
    const expected = instants.map((instant) => wallClock(instant, timeZone))
    liveIn(timeZone)
    expect(instants.map((instant) => wallClock(instant, timeZone))).toEqual(expected)
    // Any other zone still has a formatter.
    expect(wallClock(0, 'Asia/Tokyo')).toBe('1970-01-01T09:00')
  })
})
