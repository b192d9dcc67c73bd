/** The rules of ESTA NOCHE and AHORA, at their limits and in time zones with clock changes. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { currentNight, wallClock } from '../../../platform/shared/dates.ts'
import { addDays, nightDay } from '../../../platform/shared/night-dates.ts'
import { toInstant } from '../../../platform/shared/zoned-dates.ts'
import { computeStage, type NightHours, type NightStage, USUAL_HOURS } from './night-hours.ts'

const BUENOS_AIRES = 'America/Argentina/Buenos_Aires'
const ZONES = [
  BUENOS_AIRES,
  'Europe/Madrid',
  'America/New_York',
  // In these time zones clocks skip midnight, half an hour, and 03:00.
  'America/Santiago',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'UTC',
]

const night = (
  date: string,
  endsAt: string | null = null,
  lineup: NightHours['lineup'] = [],
): NightHours => ({
  date,
  endsAt,
  lineup,
})
const stageAt = (one: NightHours, clock: string, zone = BUENOS_AIRES): NightStage['stage'] =>
  computeStage(one, toInstant(clock, zone), zone).stage

describe('the stage of a night', () => {
  const atMidnight = night('2027-03-06T23:59', '06:00')
  test.each<[NightHours, string, NightStage['stage']]>([
    [atMidnight, '2027-03-06T11:59', 'ahead'],
    [atMidnight, '2027-03-06T12:00', 'tonight'],
    [atMidnight, '2027-03-06T23:58', 'tonight'],
    [atMidnight, '2027-03-06T23:59', 'now'],
    [atMidnight, '2027-03-07T00:00', 'now'],
    [atMidnight, '2027-03-07T05:59', 'now'],
    [atMidnight, '2027-03-07T06:00', 'closed'],
    [atMidnight, '2027-03-07T11:59', 'closed'],
    [atMidnight, '2027-03-07T12:00', 'over'],
    // Doors open after midnight, so the night belongs to the day before.
    [night('2027-03-07T00:00', '07:00'), '2027-03-06T12:00', 'tonight'],
    [night('2027-03-07T00:00', '07:00'), '2027-03-07T00:00', 'now'],
    [night('2027-03-07T07:59'), '2027-03-06T12:00', 'tonight'],
    [night('2027-03-07T07:59'), '2027-03-07T07:59', 'now'],
    // A night before 08:00 belongs to the day before. From 08:00 on it belongs to its own day, so this night is still
    // ahead.
    [night('2027-03-07T08:00'), '2027-03-06T12:00', 'ahead'],
    [night('2027-03-07T08:00', '11:00'), '2027-03-07T08:00', 'now'],
    [night('2027-03-07T08:00', '11:00'), '2027-03-07T12:00', 'closed'],
    [night('2027-03-07T08:00', '11:00'), '2027-03-08T12:00', 'over'],
    [night('2027-03-07T12:00'), '2027-03-07T11:59', 'ahead'],
    [night('2027-03-07T12:00'), '2027-03-07T12:00', 'now'],
    // A night without an end, then a night without any hour.
    [night('2027-03-06T23:00'), '2027-03-07T04:59', 'now'],
    [night('2027-03-06T23:00'), '2027-03-07T05:00', 'closed'],
    [night('2027-03-06'), '2027-03-06T12:00', 'tonight'],
    [night('2027-03-06'), '2027-03-07T07:59', 'tonight'],
    [night('2027-03-06'), '2027-03-07T08:00', 'closed'],
    // From 08:00 on, lists count a night as past. Its stage stays 'now' until it ends.
    [night('2027-03-06T23:59', '10:00'), '2027-03-07T09:00', 'now'],
  ])('of %j at %s is: %s', (one, clock, stage) => expect(stageAt(one, clock)).toBe(stage))

  test('is past at 08:00 of the next morning, even if the night is still on', () => {
    const late = night('2027-03-06T23:59', '10:00')
    const pastAt = (clock: string) => computeStage(late, toInstant(clock, BUENOS_AIRES), BUENOS_AIRES).isPast
    expect([pastAt('2027-03-07T07:59'), pastAt('2027-03-07T08:00')]).toEqual([false, true])
  })

  test('moves doors in a skipped hour forward', () => {
    const skipped = night('2027-03-28T02:30', '06:00')
    expect(stageAt(skipped, '2027-03-28T01:59', 'Europe/Madrid')).toBe('tonight')
    expect(stageAt(skipped, '2027-03-28T03:29', 'Europe/Madrid')).toBe('tonight')
    expect(stageAt(skipped, '2027-03-28T03:30', 'Europe/Madrid')).toBe('now')
  })
})

describe('the artists who play', () => {
  const row = (_id: string, from: string | null, to: string | null = null, room: string | null = null) => ({
    _id,
    from,
    to,
    room,
  })
  const one = night('2027-03-06T23:59', '06:00', [
    row('closes', '03:00'),
    row('opens', '23:59'),
    row('cellar', '01:00', '02:00', 'Sótano'),
    row('nobody knows', null),
  ])
  test.each([
    ['2027-03-06T23:58', []],
    ['2027-03-06T23:59', ['opens']],
    ['2027-03-07T01:30', ['opens', 'cellar']],
    ['2027-03-07T02:59', ['opens']],
    ['2027-03-07T03:00', ['closes']],
    ['2027-03-07T06:00', []],
  ])('at %s: %j', (clock, playing) =>
    expect(computeStage(one, toInstant(clock, BUENOS_AIRES), BUENOS_AIRES).playing).toEqual(playing),
  )
})

const hour = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))
/**
 * Hours at the limits of the rules, besides random hours. The days include those on which the time zones above change their
 * clocks.
 */
const anyHour = fc.oneof(fc.constantFrom('23:59', '00:00', '07:59', '08:00', '12:00', '02:30'), hour)
const anyDay = fc.oneof(
  fc.constantFrom('2027-03-13', '2027-03-14', '2027-03-28', '2026-09-05', '2026-09-06', '2026-10-04'),
  fc.integer({ min: 0, max: 1500 }).map((days) => addDays('2025-01-01', days)),
)
const anyNight = fc.record({
  date: fc.tuple(anyDay, fc.option(anyHour)).map(([day, at]) => (at === null ? day : `${day}T${at}`)),
  endsAt: fc.option(anyHour),
  lineup: fc.array(
    fc.record({
      _id: fc.uuid(),
      room: fc.constantFrom(null, 'Sótano'),
      from: fc.option(anyHour),
      to: fc.option(anyHour),
    }),
    { maxLength: 4 },
  ),
})

describe('the stage of random nights in several time zones', () => {
  test('stays the same until the returned time and changes then', () => {
    fc.assert(
      fc.property(anyNight, fc.constantFrom(...ZONES), (one, zone) => {
        const order = ['ahead', 'tonight', 'now', 'closed', 'over']
        let now = toInstant(`${addDays(nightDay(one.date), -1)}T00:00`, zone)
        let steps = 0
        for (let last = 0; ; steps++) {
          const { changesAt, ...said } = computeStage(one, now, zone)
          expect(order.indexOf(said.stage)).toBeGreaterThanOrEqual(last)
          last = order.indexOf(said.stage)
          if (said.stage !== 'now') expect(said.playing).toEqual([])
          if (changesAt === null) {
            expect([said.stage, said.isPast]).toEqual(['over', true])
            break
          }
          expect(changesAt).toBeGreaterThan(now)
          const { changesAt: same, ...justBefore } = computeStage(one, changesAt - 1, zone)
          expect([justBefore, same]).toEqual([said, changesAt])
          now = changesAt
        }
        expect(steps).toBeLessThanOrEqual(5 + 2 * one.lineup.length)
      }),
    )
  })

  test('is past exactly when lists of coming nights no longer contain the night', () => {
    fc.assert(
      fc.property(
        anyNight,
        fc.constantFrom(...ZONES),
        fc.integer({ min: 0, max: 4 * 1440 }),
        (one, zone, minutes) => {
          const now = toInstant(addDays(nightDay(one.date), -1), zone) + minutes * 60_000
          const { isPast, stage } = computeStage(one, now, zone)
          expect(isPast).toBe(nightDay(one.date) < currentNight(new Date(now), zone))
          const noon = `${nightDay(one.date)}T12:00`
          if (stage === 'tonight') expect(wallClock(now, zone) >= noon).toBe(true)
          if (stage === 'ahead') expect(wallClock(now, zone) < noon).toBe(true)
        },
      ),
    )
  })

  test('lasts for the default duration after doors when there is no end', () => {
    fc.assert(
      fc.property(anyDay, anyHour, fc.constantFrom(...ZONES), (day, at, zone) => {
        const doors = toInstant(`${day}T${at}`, zone)
        const stages = [-1, 0, USUAL_HOURS * 3_600_000 - 1, USUAL_HOURS * 3_600_000].map(
          (after) => computeStage(night(`${day}T${at}`), doors + after, zone).stage === 'now',
        )
        expect(stages).toEqual([false, true, true, false])
      }),
    )
  })
})
