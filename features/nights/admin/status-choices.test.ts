import { describe, expect, test } from 'vitest'
import type { NightState } from '../shared/night-state.ts'
import { getStatusChoice, listStatusChoices } from './status-choices.ts'

const ZONE = 'America/Argentina/Buenos_Aires'
const BEFORE = Date.parse('2027-03-06T20:00:00-03:00')
const MORNING_AFTER = Date.parse('2027-03-07T08:00:00-03:00')

const night = (change: Partial<NightState> = {}): NightState => ({
  date: '2027-03-06T23:59',
  endsAt: null,
  status: 'scheduled',
  offers: [],
  ...change,
})
const soldOut = [{ availability: 'soldout', endsAt: null, until: null }] as const
const list = (change: Partial<NightState>, { isStored = true, now = BEFORE } = {}) =>
  listStatusChoices(night(change), isStored, now, ZONE)

describe('the states that a night can get', () => {
  test('cannot be chosen for a new night, except sold out', () => {
    expect(list({}, { isStored: false })).toEqual(['scheduled', 'soldout'])
  })

  test('are all of them for a stored night that is to come', () => {
    expect(list({})).toEqual(['scheduled', 'soldout', 'cancelled', 'postponed', 'rescheduled'])
  })

  test('leave out moves and sold-out tickets once the night is over', () => {
    expect(list({}, { now: MORNING_AFTER })).toEqual(['scheduled', 'cancelled'])
  })

  test('leave out sold-out tickets when the sale of all offers has ended', () => {
    const offers = [{ availability: 'available', endsAt: null, until: '22:00' }] as const
    expect(list({ offers }, { now: BEFORE })).toContain('soldout')
    expect(list({ offers }, { now: BEFORE + 2 * 3_600_000 })).not.toContain('soldout')
  })

  test.each(['postponed', 'rescheduled'] as const)('contain the current one: %s', (status) => {
    expect(list({ status }, { now: MORNING_AFTER })).toContain(status)
    expect(list({ status }, { isStored: false })).toContain(status)
    expect(getStatusChoice(night({ status, offers: soldOut }), BEFORE, ZONE)).toBe(status)
  })

  test('contain sold out for a past night that was sold out', () => {
    expect(list({ offers: soldOut }, { now: MORNING_AFTER })).toEqual(['scheduled', 'soldout', 'cancelled'])
    expect(getStatusChoice(night({ offers: soldOut }), BEFORE, ZONE)).toBe('soldout')
  })
})
