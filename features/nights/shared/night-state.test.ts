import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toInstant } from '../../../platform/shared/zoned-dates.ts'
import {
  areTicketsSold,
  computeNextSaleChange,
  computeOfferEnd,
  getSale,
  getStamp,
  isSoldOut,
  listOffersOnSale,
  listStamps,
  type NightState,
  openPhases,
  type Stamp,
  stampLabels,
} from './night-state.ts'

type Availability = NightState['offers'][number]['availability']
type Offer = Availability | [Availability, until: string]
/** The last minute on sale of a phase, as `endsAt`. */
const phase = (availability: Availability, endsAt: string | null = null) => ({
  availability,
  endsAt,
  until: null,
})

const TIME_ZONE = 'America/Argentina/Buenos_Aires'
const at = (clock: string) => toInstant(clock, TIME_ZONE)
const AFTERNOON = at('2027-03-06T15:00')

const getOffer = (offer: Offer) =>
  typeof offer === 'string'
    ? { availability: offer, endsAt: null, until: null }
    : { availability: offer[0], endsAt: null, until: offer[1] }
const night = (status: NightState['status'], ...offers: Offer[]): NightState => ({
  date: '2027-03-06T23:00',
  endsAt: '06:00',
  status,
  offers: offers.map(getOffer),
})

describe('the stamp of a night', () => {
  test.each<[NightState, Stamp | null]>([
    [night('scheduled'), null],
    [night('scheduled', 'soldout', 'available'), null],
    [night('scheduled', 'soldout', 'soon'), null],
    [night('scheduled', 'soldout', 'soldout'), 'soldout'],
    // Offers at the door are left when the others are sold out.
    [night('scheduled', 'soldout', 'door'), 'soldout'],
    [night('scheduled', 'available', 'door'), null],
    [night('scheduled', 'door'), null],
    [night('rescheduled'), 'rescheduled'],
    // A rescheduled night shows REPROGRAMADA, even when its tickets are sold out.
    [night('rescheduled', 'soldout'), 'rescheduled'],
    [night('postponed', 'soldout'), 'postponed'],
    [night('cancelled', 'soldout'), 'cancelled'],
  ])('for %j is: %s', (one, stamp) => expect(getStamp(one, AFTERNOON, TIME_ZONE)).toBe(stamp))

  test('are two for a moved night that is sold out, and one for a cancelled night', () => {
    expect(listStamps('rescheduled', true)).toEqual(['rescheduled', 'soldout'])
    expect(listStamps('rescheduled', false)).toEqual(['rescheduled'])
    expect(listStamps('scheduled', true)).toEqual(['soldout'])
    expect(listStamps('cancelled', true)).toEqual(['cancelled'])
  })

  test.each<[Offer[], clock: string, boolean]>([
    [[], '2027-03-06T15:00', true],
    [['available'], '2027-03-06T15:00', true],
    [['soldout', 'door'], '2027-03-06T15:00', false],
    [['door'], '2027-03-06T15:00', false],
    [[['available', '22:00'], 'door'], '2027-03-06T21:59', true],
    [[['available', '22:00'], 'door'], '2027-03-06T22:00', false],
  ])('with %j at %s, tickets are sold in advance: %s', (offers, clock, areSold) =>
    expect(areTicketsSold(night('scheduled', ...offers), at(clock), TIME_ZONE)).toBe(areSold),
  )

  test('has a distinct word for each state', () => {
    expect(new Set(Object.values(stampLabels)).size).toBe(4)
    expect(stampLabels.soldout).toBe('AGOTADA')
  })

  test('is never sold out for a night without offers', () =>
    expect(isSoldOut(night('scheduled'), AFTERNOON, TIME_ZONE)).toBe(false))
})

describe('the sale of a night', () => {
  test.each<[Offer[], clock: string, left: number | null, isSoldOut: boolean]>([
    [[], '2027-03-07T05:59', 0, false],
    [[], '2027-03-07T06:00', null, false],
    [['available'], '2027-03-07T05:59', 1, false],
    [['available'], '2027-03-07T06:00', null, false],
    [[['available', '01:00'], 'available'], '2027-03-07T00:59', 2, false],
    [[['available', '01:00'], 'available'], '2027-03-07T01:00', 1, false],
    [[['available', '01:00'], 'soldout'], '2027-03-07T00:59', 2, false],
    [[['available', '01:00'], 'soldout'], '2027-03-07T01:00', 1, true],
    // A sold-out night is still sold out in the archive.
    [[['available', '01:00'], 'soldout'], '2027-03-08T01:00', null, true],
    [[['available', '01:00']], '2027-03-07T01:00', null, false],
    [[['soldout', '01:00']], '2027-03-07T01:00', null, true],
    // An offer's hour from noon on lies on the day of the night. It can be before or after doors open.
    [[['available', '23:30']], '2027-03-06T23:29', 1, false],
    [[['available', '23:30']], '2027-03-06T23:30', null, false],
    [[['available', '22:00'], 'soldout'], '2027-03-06T21:59', 2, false],
    [[['available', '22:00'], 'soldout'], '2027-03-06T22:00', 1, true],
    // The offer's hour is after the end of the night, so the offer ends with the night.
    [[['available', '07:00'], 'soldout'], '2027-03-07T05:59', 2, false],
    [[['available', '07:00'], 'soldout'], '2027-03-08T07:00', null, false],
  ])('has the remaining offers of %j at %s', (offers, clock, left, soldOut) => {
    const one = night('scheduled', ...offers)
    expect(getSale(one, at(clock), TIME_ZONE)?.offers.length ?? null).toBe(left)
    expect(isSoldOut(one, at(clock), TIME_ZONE)).toBe(soldOut)
    expect(areTicketsSold(one, at(clock), TIME_ZONE)).toBe(left !== null && !soldOut)
  })

  test.each([
    ['2027-03-06T23:30', '22:00', '2027-03-06T22:00'],
    ['2027-03-06T23:30', '12:00', '2027-03-06T12:00'],
    ['2027-03-06T23:30', '23:30', '2027-03-06T23:30'],
    ['2027-03-06T23:30', '01:00', '2027-03-07T01:00'],
    ['2027-03-06', '22:00', '2027-03-06T22:00'],
    ['2027-03-06', '01:00', '2027-03-07T01:00'],
    // A night that begins after midnight belongs to the day before, so an offer until 23:00 ends before midnight.
    ['2027-03-07T00:30', '23:00', '2027-03-06T23:00'],
    ['2027-03-07T00:30', '02:00', '2027-03-07T02:00'],
    ['2027-03-07T00:30', '00:15', '2027-03-07T00:15'],
    // Doors open in the morning, and the offer ends an hour later on the same day.
    ['2027-03-06T10:00', '11:00', '2027-03-06T11:00'],
    ['2027-03-06T10:00', '02:00', '2027-03-07T02:00'],
    // The offer's hour is after the end of the night, so it ends with the night.
    ['2027-03-06T23:30', '06:00', null],
    ['2027-03-06T23:30', '07:00', null],
    ['2027-03-06T23:30', null, null],
  ])('of a night at %s: an offer until %s ends at %s', (date, until, end) => {
    const one = { ...night('scheduled'), date }
    const offer = { availability: 'available', endsAt: null, until } as const
    expect(computeOfferEnd(one, offer, TIME_ZONE)).toBe(end)
    if (end !== null) expect(computeNextSaleChange({ ...one, offers: [offer] }, 0, TIME_ZONE)).toBe(at(end))
  })

  test.each(['9999-12-31', '9999-12-31T23:00', '0000-01-01', '0000-01-01T03:00'])(
    'of a night at %s ends, at the limits of valid dates',
    (date) => {
      const one = { ...night('scheduled', ['available', '01:00']), date }
      expect(computeNextSaleChange(one, Number.NEGATIVE_INFINITY, TIME_ZONE)).not.toBeNaN()
      expect(getSale(one, at('9998-12-31T12:00'), TIME_ZONE) === null).toBe(date.startsWith('0'))
    },
  )

  test.each([
    // Weeks before the night: the first phase, to its last second.
    ['2027-02-10T12:00', ['available', 'soon', 'soon', 'door']],
    ['2027-02-14T23:59', ['available', 'soon', 'soon', 'door']],
    ['2027-02-15T00:00', ['available', 'soon', 'door']],
    ['2027-03-05T12:00', ['available', 'soon', 'door']],
    ['2027-03-05T12:01', ['available', 'door']],
  ])('opens the next phase at %s', (clock, left) => {
    const offers = [
      phase('available', '2027-02-14T23:59'),
      phase('soon', '2027-03-05T12:00'),
      phase('soon'),
      phase('door'),
    ]
    const one = { ...night('scheduled'), offers }
    expect(getSale(one, at(clock), TIME_ZONE)?.offers.map(({ availability }) => availability)).toEqual(left)
    expect(listOffersOnSale(one, at(clock), TIME_ZONE)).toHaveLength(1)
  })

  test('opens a phase a second after the last minute of the one before, and none without an end', () => {
    const offers = [phase('soldout', '2027-02-14T23:59'), phase('door'), phase('soon')]
    const one = { ...night('scheduled'), offers }
    const change = at('2027-02-15T00:00')
    expect(listOffersOnSale(one, change - 1, TIME_ZONE)).toEqual([])
    expect(listOffersOnSale(one, change, TIME_ZONE)).toEqual([phase('available')])
    expect(computeNextSaleChange(one, 0, TIME_ZONE)).toBe(change)
    const soon = { ...night('scheduled'), offers: [phase('available'), phase('soon')] }
    expect(openPhases(soon.offers, change, TIME_ZONE)).toEqual(soon.offers)
    const byHour = [...night('scheduled', ['available', '01:00']).offers, phase('soon')]
    expect(openPhases(byHour, at('2027-03-07T02:00'), TIME_ZONE)).toEqual(byHour)
  })

  test('of a postponed night is none', () => {
    expect(getSale(night('postponed', 'available'), AFTERNOON, TIME_ZONE)).toBeNull()
    expect(getSale(night('rescheduled', 'available'), AFTERNOON, TIME_ZONE)?.offers).toHaveLength(1)
  })

  test('changes only at the moments that computeNextSaleChange returns', () => {
    fc.assert(
      fc.property(anyNight, fc.constantFrom(...ZONES), (one, zone) => {
        const said = (now: number) => [getSale(one, now, zone), getStamp(one, now, zone)]
        let now = toInstant('2027-03-01T00:00', zone)
        for (let steps = 0; ; steps++) {
          expect(steps).toBeLessThanOrEqual(one.offers.length + 1)
          const next = computeNextSaleChange(one, now, zone)
          if (next === Number.POSITIVE_INFINITY) break
          expect(said(next - 1)).toEqual(said(now))
          now = next
        }
        expect(getSale(one, now, zone)).toBeNull()
        expect(said(now + 400 * 24 * 3_600_000)).toEqual(said(now))
      }),
    )
  })
})

const ZONES = [TIME_ZONE, 'Europe/Madrid', 'America/New_York', 'Australia/Lord_Howe', 'UTC']
const hour = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))
const anyNight: fc.Arbitrary<NightState> = fc.record({
  date: fc
    .tuple(fc.constantFrom('2027-03-13', '2027-03-27', '2027-10-30', '2027-06-01'), fc.option(hour))
    .map(([day, time]) => (time === null ? day : `${day}T${time}`)),
  endsAt: fc.option(hour),
  status: fc.constantFrom('scheduled', 'postponed', 'cancelled'),
  offers: fc.array(
    fc
      .record({
        availability: fc.constantFrom('available', 'soldout', 'soon', 'door'),
        day: fc.option(fc.constantFrom('2027-03-12', '2027-03-13', '2027-03-27', '2027-10-31', '2027-06-01')),
        time: fc.option(hour),
      })
      .map(({ availability, day, time }) => ({
        availability,
        endsAt: day && time && `${day}T${time}`,
        until: day ? null : time,
      })),
    { maxLength: 4 },
  ),
})
