import { describe, expect, test } from 'vitest'
import { isSoldOut, type NightState, type Stamp, stampOf, stampWords } from './night-state.ts'

type Availability = NightState['offers'][number]['availability']

const night = (status: NightState['status'], ...offers: Availability[]): NightState => ({
  status,
  offers: offers.map((availability) => ({ availability })),
})

describe('the stamp of a night', () => {
  test.each<[NightState, Stamp | null]>([
    [night('scheduled'), null],
    [night('scheduled', 'soldout', 'available'), null],
    [night('scheduled', 'soldout', 'soon'), null],
    [night('scheduled', 'soldout', 'soldout'), 'soldout'],
    [night('rescheduled'), 'rescheduled'],
    // What became of the night matters more than its tickets.
    [night('rescheduled', 'soldout'), 'rescheduled'],
    [night('postponed', 'soldout'), 'postponed'],
    [night('cancelled', 'soldout'), 'cancelled'],
  ])('%j: %s', (one, stamp) => expect(stampOf(one)).toBe(stamp))

  test('has a word that is no other’s', () => {
    expect(new Set(Object.values(stampWords)).size).toBe(4)
    expect(stampWords.soldout).toBe('AGOTADA')
  })

  test('a night without offers is never sold out', () => expect(isSoldOut({ offers: [] })).toBe(false))
})
