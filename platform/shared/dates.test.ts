import { describe, expect, test, vi } from 'vitest'
import { currentNight, formatDate, isDate, untilNextNight } from './dates.ts'
import { addZoneOffset, toInstant } from './zoned-dates.ts'

describe('a date', () => {
  test.each([
    '2026-11-20',
    '2028-02-29',
    '2027-03-06T23:59',
    '2027-03-06T23:59:30',
    '2027-03-06T23:59:30.123Z',
    '2027-03-06T00:00Z',
    '2027-03-06T23:59-03:00',
    '2027-03-06T23:59+05:30',
  ])('%s is one', (text) => {
    expect(isDate(text)).toBe(true)
  })

  test.each([
    '2026-02-29',
    '2026-02-30',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-1-5',
    '26-01-05',
    '0000-01-01',
    '02026-01-01',
    '+002026-01-01',
    '2026/11/20',
    '20-11-2026',
    '20261120',
    '2026-W47-5',
    '2026-11-20T24:00',
    '2026-11-20T23:60',
    '2026-11-20T23',
    '2026-11-20 23:00',
    '2026-11-20T23:00 -03:00',
    '2026-11-20T23:00+25:00',
    '2026-11-20Z',
    '2026-11-20x',
    ' 2026-11-20',
    '2026-11-20\n',
    '٢٠٢٦-١١-٢٠',
    'mañana',
    '',
  ])('%j is none', (text) => {
    expect(isDate(text)).toBe(false)
  })

  test.each([
    ['2026-11-20', '20-11-2026'],
    ['2026-11-20T00:30:00+14:00', '20-11-2026'],
    ['2026-11-20T23:30:00-12:00', '20-11-2026'],
  ])('%s reads %s, never shifted by a zone', (date, shown) => {
    expect(formatDate(date)).toBe(shown)
  })
})

describe('the night', () => {
  const zones: [string, string, string, string][] = [
    [
      'before eight is still yesterday’s',
      'America/Argentina/Buenos_Aires',
      '2027-03-07T07:59:59-03:00',
      '2027-03-06',
    ],
    ['from eight on is today’s', 'America/Argentina/Buenos_Aires', '2027-03-07T08:00:00-03:00', '2027-03-07'],
    ['is reckoned in the club’s zone', 'Asia/Tokyo', '2027-03-06T23:00:00Z', '2027-03-07'],
    [
      'crosses the end of a year',
      'America/Argentina/Buenos_Aires',
      '2027-01-01T03:00:00-03:00',
      '2026-12-31',
    ],
    // Clocks go from 02:00 to 03:00.
    ['ends at eight when an hour is skipped', 'Europe/Berlin', '2027-03-28T08:00:00+02:00', '2027-03-28'],
    ['and not before', 'Europe/Berlin', '2027-03-28T07:59:00+02:00', '2027-03-27'],
    // Clocks go from 03:00 to 02:00.
    ['ends at eight when an hour comes twice', 'Europe/Berlin', '2027-10-31T07:30:00+01:00', '2027-10-30'],
    ['and not after', 'Europe/Berlin', '2027-10-31T08:00:00+01:00', '2027-10-31'],
  ]
  test.each(zones)('%s', (_rule, zone, instant, night) => {
    expect(currentNight(new Date(instant), zone)).toBe(night)
  })

  test.each([
    ['from the evening', 'America/Argentina/Buenos_Aires', '2027-03-06T22:00:00-03:00', 10 * 3_600_000],
    ['from the last second', 'America/Argentina/Buenos_Aires', '2027-03-07T07:59:59-03:00', 1000],
    ['from eight itself', 'America/Argentina/Buenos_Aires', '2027-03-07T08:00:00-03:00', 24 * 3_600_000],
    ['over the skipped hour', 'Europe/Berlin', '2027-03-27T08:00:00+01:00', 23 * 3_600_000],
    ['over the hour that comes twice', 'Europe/Berlin', '2027-10-30T08:00:00+02:00', 25 * 3_600_000],
  ])('the time until the next one is right %s', (_when, zone, instant, expected) => {
    const wait = untilNextNight(new Date(instant), zone)
    expect(wait).toBeGreaterThanOrEqual(expected)
    expect(wait).toBeLessThanOrEqual(expected + 1000)
  })
})

test('a formatter is made once for each time zone, however often its clock is read', () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat')
  const now = new Date('2027-03-06T22:00:00Z')
  for (let times = 0; times < 3; times++) {
    untilNextNight(now, 'Atlantic/Azores')
    addZoneOffset('2027-03-06T23:59', 'Atlantic/Azores')
  }
  expect(made).toHaveBeenCalledTimes(1)
  made.mockRestore()
})

describe('the moment of a content date', () => {
  const BUENOS_AIRES = 'America/Argentina/Buenos_Aires'

  test.each([
    ['2027-03-06T23:59', BUENOS_AIRES, '2027-03-06T23:59-03:00'],
    ['2027-03-06T23:59:30', 'Asia/Kolkata', '2027-03-06T23:59:30+05:30'],
    ['2027-03-06T23:59', 'UTC', '2027-03-06T23:59+00:00'],
    // The clock goes forward at 02:00 on the 28th, and back at 03:00 on 31 October.
    ['2027-03-28T01:59', 'Europe/Madrid', '2027-03-28T01:59+01:00'],
    ['2027-03-28T03:00', 'Europe/Madrid', '2027-03-28T03:00+02:00'],
    // Of an hour that comes twice the first is meant.
    ['2027-10-31T02:30', 'Europe/Madrid', '2027-10-31T02:30+02:00'],
    ['2027-10-31T03:00', 'Europe/Madrid', '2027-10-31T03:00+01:00'],
    // An hour that the zone skips moves forward: 02:30 is 03:30, whichever side of Greenwich.
    ['2027-03-28T02:30', 'Europe/Madrid', '2027-03-28T02:30+01:00'],
    ['2027-03-14T02:30', 'America/New_York', '2027-03-14T02:30-05:00'],
    ['2027-03-14T03:30', 'America/New_York', '2027-03-14T03:30-04:00'],
    // Midnight is skipped here.
    ['2027-09-05T00:00:30', 'America/Santiago', '2027-09-05T00:00:30-04:00'],
    // Far from UTC the day differs too.
    ['2027-01-01T00:30', 'Pacific/Kiritimati', '2027-01-01T00:30+14:00'],
    // A zone of its own, or no hour: as it stands.
    ['2027-03-06T23:59Z', BUENOS_AIRES, '2027-03-06T23:59Z'],
    ['2027-03-06T23:59-05:00', BUENOS_AIRES, '2027-03-06T23:59-05:00'],
    ['2027-03-06', BUENOS_AIRES, '2027-03-06'],
  ])('%s in %s is %s', (date, timeZone, moment) => {
    expect(addZoneOffset(date, timeZone)).toBe(moment)
  })

  test.each([
    ['2027-03-06', '2027-03-06T03:00:00.000Z'],
    ['2027-03-06T23:59', '2027-03-07T02:59:00.000Z'],
    ['2027-03-06T23:59Z', '2027-03-06T23:59:00.000Z'],
  ])('%s in Buenos Aires is the instant %s', (date, instant) => {
    expect(new Date(toInstant(date, BUENOS_AIRES)).toISOString()).toBe(instant)
  })
})
