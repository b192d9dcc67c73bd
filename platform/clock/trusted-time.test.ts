import { describe, expect, test } from 'vitest'
import type { ClockDifference } from './clock-offset.ts'
import { judgeTime, type Machine, readMachine, type TrustedTime } from './trusted-time.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const YEAR_MS = 365 * DAY_MS

const NOW = Date.parse('2026-11-23T12:00:00Z')
const machine: Machine = { boot: 'one', uptime: 10 * DAY_MS }
const trusted: TrustedTime = { ...machine, at: NOW, agreed: false }
const rebooted = { boot: 'two', uptime: MINUTE_MS }
const other = (offset: number, change: Partial<ClockDifference> = {}): ClockDifference => ({
  whose: 'PostgreSQL',
  offset,
  isSeparate: true,
  ...change,
})

/** Checks a clock. @param uptime ms on the uptime counter since the time was trusted */
const judgeAfter = (uptime: number, wall: number, others: ClockDifference[] = [], before = trusted) =>
  judgeTime(before, NOW + wall, { ...machine, uptime: machine.uptime + uptime }, others)

const judgeRebooted = (wall: number, others: ClockDifference[] = [], before = trusted) =>
  judgeTime(before, NOW + wall, rebooted, others)

describe('judgeTime, while the machine runs,', () => {
  test.each([
    ['an hour that passes', judgeAfter(HOUR_MS, HOUR_MS), null],
    ['a month of suspension, which the counter counts', judgeAfter(30 * DAY_MS, 30 * DAY_MS), null],
    ['a jump of 36 hours', judgeAfter(0, 36 * HOUR_MS), null],
    ['a longer jump', judgeAfter(0, 36 * HOUR_MS + 1), { whose: null, by: 36 * HOUR_MS + 1 }],
    ['a year', judgeAfter(HOUR_MS, YEAR_MS + HOUR_MS), { whose: null, by: YEAR_MS }],
    ['a year back', judgeAfter(0, -YEAR_MS), { whose: null, by: -YEAR_MS }],
  ])('%s', (_, { doubt }, expected) => expect(doubt).toEqual(expected))

  test('adds up small jumps, and a jump back reduces the sum', () => {
    const first = judgeAfter(HOUR_MS, 20 * HOUR_MS)
    expect(first.doubt).toBeNull()
    const second = judgeAfter(2 * HOUR_MS, 40 * HOUR_MS, [], first.next)
    expect(second.doubt).toEqual({ whose: null, by: 38 * HOUR_MS })
    expect(judgeAfter(3 * HOUR_MS, 4 * HOUR_MS, [], second.next).doubt).toBeNull()
  })

  test('trusts a corrected clock again, however long it was wrong', () => {
    const wrong = judgeAfter(HOUR_MS, YEAR_MS)
    const still = judgeAfter(10 * DAY_MS, YEAR_MS, [], wrong.next)
    expect(still.doubt).not.toBeNull()
    expect(judgeAfter(10 * DAY_MS, 10 * DAY_MS, [], still.next).doubt).toBeNull()
  })
})

describe('judgeTime, across a reboot,', () => {
  test.each([
    ['a night', judgeRebooted(10 * HOUR_MS), null],
    ['a month', judgeRebooted(30 * DAY_MS), { whose: null, by: 30 * DAY_MS }],
    [
      'a counter that restarted with the same boot id',
      judgeTime(trusted, NOW + DAY_MS, { boot: 'one', uptime: 0 }, []),
      null,
    ],
  ])('%s', (_, { doubt }, expected) => expect(doubt).toEqual(expected))

  test('needs no confirmation for a machine that is off each night', () => {
    let before = trusted
    for (let day = 1; day <= 30; day++) {
      const { doubt, next } = judgeTime(before, NOW + day * DAY_MS, { boot: `${day}`, uptime: 0 }, [])
      expect(doubt).toBeNull()
      before = next
    }
  })

  test('does not lower the trusted time for a clock that is behind', () => {
    const behind = judgeRebooted(-20 * HOUR_MS)
    expect(behind.doubt).toBeNull()
    expect(behind.next.at).toBe(NOW)
  })
})

describe('another clock', () => {
  const jump = 30 * DAY_MS
  test.each([
    ['that agrees confirms the time after a month off', judgeRebooted(jump, [other(1000)]), null],
    [
      'of this same machine proves nothing',
      judgeRebooted(jump, [other(0, { isSeparate: false })]),
      { whose: null, by: jump },
    ],
    [
      'that contradicts causes a doubt, also without a jump',
      judgeAfter(0, 0, [other(6 * MINUTE_MS)]),
      { whose: 'PostgreSQL', by: 6 * MINUTE_MS },
    ],
    [
      'that is ahead of ours causes a doubt',
      judgeAfter(0, 0, [other(-6 * MINUTE_MS)]),
      { whose: 'PostgreSQL', by: -6 * MINUTE_MS },
    ],
    ['may differ by five minutes', judgeAfter(0, 0, [other(5 * MINUTE_MS)]), null],
    [
      'that contradicts counts, even when a third clock agrees with ours',
      judgeRebooted(jump, [other(0), other(-jump, { whose: 'balde' })]),
      { whose: 'balde', by: -jump },
    ],
  ])('%s', (_, { doubt }, expected) => expect(doubt).toEqual(expected))

  test('that jumps together with ours within one boot belongs to this machine', () => {
    const agreed = judgeAfter(0, 0, [other(0)])
    expect(agreed.next.agreed).toBe(true)
    expect(judgeAfter(HOUR_MS, YEAR_MS + HOUR_MS, [other(0)], agreed.next).doubt).toEqual({
      whose: null,
      by: YEAR_MS,
    })
  })

  test('of PostgreSQL that agreed in this boot cannot confirm a jump, even when it looks separate', () => {
    const shared = judgeAfter(0, 0, [other(0, { isSeparate: false })])
    expect(shared.next.agreed).toBe(true)
    expect(judgeAfter(HOUR_MS, jump, [other(0)], shared.next).doubt).not.toBeNull()
    expect(judgeAfter(HOUR_MS, jump, [other(0), other(0, { whose: 'balde' })], shared.next).doubt).toBeNull()
  })

  test('that agreed stays known when the counter starts again within one boot', () => {
    const restarted = { boot: trusted.boot, uptime: 0 }
    const before = { ...trusted, agreed: true }
    expect(judgeTime(before, NOW + jump, restarted, [other(0)]).doubt).not.toBeNull()
  })

  test('proves a correction after it contradicted', () => {
    const early = judgeRebooted(-2 * YEAR_MS, [other(-2 * YEAR_MS - 10 * DAY_MS)])
    expect(early.doubt?.whose).toBe('PostgreSQL')
    const corrected = judgeRebooted(10 * DAY_MS, [other(0)], early.next)
    expect(corrected).toMatchObject({ doubt: null, next: { at: NOW + 10 * DAY_MS, agreed: true } })
  })

  test('that an operator overruled stays overruled, until it differs by another amount', () => {
    const confirmed = { ...trusted, despite: YEAR_MS }
    const ours = judgeAfter(HOUR_MS, HOUR_MS, [other(YEAR_MS + 1000)], confirmed)
    expect(ours).toMatchObject({ doubt: null, next: { despite: YEAR_MS } })
    expect(judgeAfter(HOUR_MS, HOUR_MS, [other(2 * YEAR_MS)], ours.next).doubt?.by).toBe(2 * YEAR_MS)
    expect(judgeAfter(HOUR_MS, HOUR_MS, [other(0)], ours.next).next.despite).toBeUndefined()
  })

  test('that an operator outvoted stays so while PostgreSQL does not answer', () => {
    const confirmed = { ...trusted, despite: YEAR_MS }
    const silent = judgeAfter(HOUR_MS, HOUR_MS, [], confirmed)
    expect(silent.next.despite).toBe(YEAR_MS)
    expect(judgeAfter(HOUR_MS, HOUR_MS, [other(YEAR_MS)], silent.next).doubt).toBeNull()
  })
})

test('the uptime counter of this machine increases', async () => {
  const before = readMachine()
  expect(before.boot).not.toBe('')
  const after = readMachine()
  expect(after.boot).toBe(before.boot)
  expect(after.uptime).toBeGreaterThanOrEqual(before.uptime)
})
