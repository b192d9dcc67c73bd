import { describe, expect, test } from 'vitest'
import { RESERVE_BYTES } from '../../platform/process/free-space.ts'
import { judgeAccess, judgeBackup, judgeCertificate, judgeClock, judgeDisk, judgeMail } from './thresholds.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const now = Date.parse('2026-11-23T12:00:00Z')

describe('thresholds', () => {
  test.each([
    ['a backup of 36 hours less a moment', judgeBackup(now - 36 * HOUR_MS + 1, { now }), 'ok'],
    ['a backup of 36 hours', judgeBackup(now - 36 * HOUR_MS, { now }), 'warning'],
    ['no mail that fails', judgeMail(null, { now }), 'ok'],
    ['mail that fails for less than an hour', judgeMail(now - HOUR_MS + 1, { now }), 'ok'],
    ['mail that fails for an hour', judgeMail(now - HOUR_MS, { now }), 'warning'],
    ['a certificate for 14 days and a moment', judgeCertificate(now + 14 * DAY_MS + 1, { now }), 'ok'],
    ['a certificate for 14 days', judgeCertificate(now + 14 * DAY_MS, { now }), 'warning'],
    ['a certificate that has ended', judgeCertificate(now, { now }), 'error'],
    ['a clock half a minute ahead', judgeClock(30_000), 'ok'],
    ['one further ahead', judgeClock(30_001), 'error'],
    ['one as far behind', judgeClock(-30_001), 'error'],
  ])('%s', (_what, judged, expected) => expect(judged).toBe(expected))
})

describe('the disk threshold', () => {
  const total = 100e9
  const used = (free: number, was: 'ok' | 'warning' = 'ok') => judgeDisk({ free, total }, was)

  test('is a warning below 10 % free space, until 12 % is free again', () => {
    expect([used(10e9), used(9.9e9), used(11.9e9, 'warning'), used(12e9, 'warning')]).toEqual([
      'ok',
      'warning',
      'warning',
      'ok',
    ])
  })

  test('is an error when no backup fits, on a disk of any size', () => {
    expect(judgeDisk({ free: RESERVE_BYTES - 1, total: 1e9 })).toBe('error')
    expect(judgeDisk({ free: 0, total: 0 })).toBe('error')
  })
})

describe('a server', () => {
  const MINUTE_MS = 60_000
  test.each([
    ['that answers is not lost', 'ok', now - HOUR_MS, { isLost: false, since: null }],
    ['that refuses us is lost at once', 'refused', null, { isLost: true, since: now }],
    ['that does not answer is not lost at once', 'unreachable', null, { isLost: false, since: now }],
    [
      'at the second check neither',
      'unreachable',
      now - 4 * MINUTE_MS,
      { isLost: false, since: now - 4 * MINUTE_MS },
    ],
    [
      'at the third check is lost',
      'unreachable',
      now - 8 * MINUTE_MS,
      { isLost: true, since: now - 8 * MINUTE_MS },
    ],
    ['is not lost after a clock was set back', 'unreachable', now + DAY_MS, { isLost: false, since: now }],
  ] as const)('%s', (_what, access, before, expected) =>
    expect(judgeAccess(access, { now, before })).toEqual(expected),
  )
})

test('the clock threshold ends only well within its limit', () => {
  expect([judgeClock(20_000), judgeClock(20_000, 'error'), judgeClock(15_000, 'error')]).toEqual([
    'ok',
    'error',
    'ok',
  ])
})
