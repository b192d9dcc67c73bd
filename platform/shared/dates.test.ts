import { describe, expect, test, vi } from 'vitest'
import { currentNight, formatDate, isDate, untilNextNight } from './dates.ts'
import { addZoneOffset, toInstant } from './zoned-dates.ts'

describe('isDate and formatDate', () => {
  test.each([
    '2026-11-20',
    '2028-02-29',
    '2027-03-06T23:59',
    '2027-03-06T23:59:30',
    '2027-03-06T23:59:30.123Z',
    '2027-03-06T00:00Z',
    '2027-03-06T23:59-03:00',
    '2027-03-06T23:59+05:30',
  ])('accept %s', (text) => {
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
  ])('reject %j', (text) => {
    expect(isDate(text)).toBe(false)
  })

  test.each([
    ['2026-11-20', '20-11-2026'],
    ['2026-11-20T00:30:00+14:00', '20-11-2026'],
    ['2026-11-20T23:30:00-12:00', '20-11-2026'],
  ])('format %s as %s, independent of the zone', (date, shown) => {
    expect(formatDate(date)).toBe(shown)
  })
})

describe('currentNight and untilNextNight', () => {
  const zones: [string, string, string, string][] = [
    [
      'return yesterday before eight',
      'America/Argentina/Buenos_Aires',
      '2027-03-07T07:59:59-03:00',
      '2027-03-06',
    ],
    [
      'return today from eight on',
      'America/Argentina/Buenos_Aires',
      '2027-03-07T08:00:00-03:00',
      '2027-03-07',
    ],
    ['use the time zone of the club', 'Asia/Tokyo', '2027-03-06T23:00:00Z', '2027-03-07'],
    [
      'cross the end of the year',
      'America/Argentina/Buenos_Aires',
      '2027-01-01T03:00:00-03:00',
      '2026-12-31',
    ],
    // The clock goes forward from 02:00 to 03:00 in this night.
    [
      'change at eight on the day of a skipped hour',
      'Europe/Berlin',
      '2027-03-28T08:00:00+02:00',
      '2027-03-28',
    ],
    ['do not change before eight on that day', 'Europe/Berlin', '2027-03-28T07:59:00+02:00', '2027-03-27'],
    // The clock goes back from 03:00 to 02:00 in this night.
    [
      'do not change before eight on the day of a repeated hour',
      'Europe/Berlin',
      '2027-10-31T07:30:00+01:00',
      '2027-10-30',
    ],
    ['change at eight on that day', 'Europe/Berlin', '2027-10-31T08:00:00+01:00', '2027-10-31'],
  ]
  test.each(zones)('%s', (_title, zone, instant, night) => {
    expect(currentNight(new Date(instant), zone)).toBe(night)
  })

  test.each([
    ['from the evening', 'America/Argentina/Buenos_Aires', '2027-03-06T22:00:00-03:00', 10 * 3_600_000],
    ['from the last second', 'America/Argentina/Buenos_Aires', '2027-03-07T07:59:59-03:00', 1000],
    ['from eight exactly', 'America/Argentina/Buenos_Aires', '2027-03-07T08:00:00-03:00', 24 * 3_600_000],
    ['over the skipped hour', 'Europe/Berlin', '2027-03-27T08:00:00+01:00', 23 * 3_600_000],
    ['over the repeated hour', 'Europe/Berlin', '2027-10-30T08:00:00+02:00', 25 * 3_600_000],
  ])('return the right time until the next night %s', (_when, zone, instant, expected) => {
    const wait = untilNextNight(new Date(instant), zone)
    expect(wait).toBeGreaterThanOrEqual(expected)
    expect(wait).toBeLessThanOrEqual(expected + 1000)
  })
})

test('creates one formatter for each time zone', () => {
  const created = vi.spyOn(Intl, 'DateTimeFormat')
  const now = new Date('2027-03-06T22:00:00Z')
  for (let times = 0; times < 3; times++) {
    untilNextNight(now, 'Atlantic/Azores')
    addZoneOffset('2027-03-06T23:59', 'Atlantic/Azores')
  }
  expect(created).toHaveBeenCalledTimes(1)
  created.mockRestore()
})

describe('the instant of a content date', () => {
  const BUENOS_AIRES = 'America/Argentina/Buenos_Aires'

  test.each([
    ['2027-03-06T23:59', BUENOS_AIRES, '2027-03-06T23:59-03:00'],
    ['2027-03-06T23:59:30', 'Asia/Kolkata', '2027-03-06T23:59:30+05:30'],
    ['2027-03-06T23:59', 'UTC', '2027-03-06T23:59+00:00'],
    // In Madrid, the clock goes forward at 02:00 on 28 March, and back at 03:00 on 31 October.
    ['2027-03-28T01:59', 'Europe/Madrid', '2027-03-28T01:59+01:00'],
    ['2027-03-28T03:00', 'Europe/Madrid', '2027-03-28T03:00+02:00'],
    // This local time occurs twice. The first one is used.
    ['2027-10-31T02:30', 'Europe/Madrid', '2027-10-31T02:30+02:00'],
    ['2027-10-31T03:00', 'Europe/Madrid', '2027-10-31T03:00+01:00'],
    // A skipped local time moves forward, both east and west of Greenwich: 02:30 becomes 03:30.
    ['2027-03-28T02:30', 'Europe/Madrid', '2027-03-28T02:30+01:00'],
    ['2027-03-14T02:30', 'America/New_York', '2027-03-14T02:30-05:00'],
    ['2027-03-14T03:30', 'America/New_York', '2027-03-14T03:30-04:00'],
    // This zone skips midnight on this day.
    ['2027-09-05T00:00:30', 'America/Santiago', '2027-09-05T00:00:30-04:00'],
    // In a zone far from UTC, the local day differs from the day in UTC.
    ['2027-01-01T00:30', 'Pacific/Kiritimati', '2027-01-01T00:30+14:00'],
    // Dates with an offset, or without a time, stay unchanged.
    ['2027-03-06T23:59Z', BUENOS_AIRES, '2027-03-06T23:59Z'],
    ['2027-03-06T23:59-05:00', BUENOS_AIRES, '2027-03-06T23:59-05:00'],
    ['2027-03-06', BUENOS_AIRES, '2027-03-06'],
  ])('gives %s in %s as %s', (date, timeZone, moment) => {
    expect(addZoneOffset(date, timeZone)).toBe(moment)
  })

  test.each([
    ['2027-03-06', '2027-03-06T03:00:00.000Z'],
    ['2027-03-06T23:59', '2027-03-07T02:59:00.000Z'],
    ['2027-03-06T23:59Z', '2027-03-06T23:59:00.000Z'],
  ])('is for %s in Buenos Aires %s', (date, instant) => {
    expect(new Date(toInstant(date, BUENOS_AIRES)).toISOString()).toBe(instant)
  })
})
