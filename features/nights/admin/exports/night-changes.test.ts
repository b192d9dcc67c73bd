import { expect, test } from 'vitest'
import type { AnyEntity, EntityOf } from '../../../../platform/content/shared/resources.ts'
import { toInstant } from '../../../../platform/shared/zoned-dates.ts'
import { listOffersOnSale } from '../../shared/night-state.ts'
import { endCurrentPhase, setOffersAvailability } from './night-changes.ts'

const TIME_ZONE = 'America/Argentina/Buenos_Aires'
const NOW = toInstant('2027-02-10T12:30', TIME_ZONE) + 15_000

type Night = EntityOf<'events'> & AnyEntity
const createNight = (...offers: object[]): Night =>
  ({
    date: '2027-03-06T23:00',
    endsAt: null,
    status: 'scheduled',
    offers: offers.map((offer, index) => ({
      _id: `${index}`,
      name: `Fase ${index}`,
      availability: 'soon',
      endsAt: null,
      until: null,
      ...offer,
    })),
  }) as unknown as Night

const apply = (night: Night, create: ReturnType<typeof endCurrentPhase>): Night => ({
  ...night,
  ...create(night).body,
})
const listOnSale = (night: Night) => listOffersOnSale(night, NOW, TIME_ZONE).map(({ name }) => name)

test.each([
  ['available', { availability: 'available' }],
  ['sold out', { availability: 'soldout' }],
  ['with a later end', { availability: 'available', endsAt: '2027-02-14T23:59' }],
  ['with an hour', { availability: 'available', until: '01:00' }],
])('passes from a phase that is %s to the next one, once for each tap', (_, first) => {
  const night = createNight(first, {}, { availability: 'door' }, {})
  const second = apply(night, endCurrentPhase(NOW, TIME_ZONE))
  expect(listOnSale(second)).toEqual(['Fase 1'])
  expect(second.offers[0]).toMatchObject({ endsAt: '2027-02-10T12:29', until: null })
  const third = apply(second, endCurrentPhase(NOW, TIME_ZONE))
  expect(listOnSale(third)).toEqual(['Fase 3'])
  // No phase follows the last one.
  expect(apply(third, endCurrentPhase(NOW, TIME_ZONE)).offers).toEqual(third.offers)
  expect(endCurrentPhase(NOW, TIME_ZONE)(night).back).toEqual({ offers: night.offers })
})

test('a night that sells again keeps its phases', () => {
  const night = createNight(
    { availability: 'soldout', endsAt: '2027-02-14T23:59' },
    { availability: 'soldout' },
  )
  const again = apply(night, setOffersAvailability('available'))
  expect(again.offers.map(({ availability }) => availability)).toEqual(['available', 'soon'])
  expect(listOnSale(again)).toEqual(['Fase 0'])
})
