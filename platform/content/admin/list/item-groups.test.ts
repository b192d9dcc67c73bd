import { describe, expect, it } from 'vitest'
import { type AnyEntity, resources } from '../../shared/resources.ts'
import { groupItems } from './item-groups.ts'

const itemOn = (date: string, status = 'scheduled'): AnyEntity => ({
  _id: date,
  createdAt: '',
  updatedAt: '',
  draft: false,
  publishAt: null,
  unpublishAt: null,
  images: {},
  alt: {},
  date,
  status,
})
const items = [
  itemOn('2026-12-05T23:30'),
  itemOn('2026-11-21'),
  itemOn('2026-11-20T23:59'),
  itemOn('2026-11-14T23:00', 'cancelled'),
  itemOn('2026-11-07T23:00', 'rescheduled'),
  itemOn('2025-11-01T23:00', 'postponed'),
  itemOn('2025-10-04T23:00'),
]
const describeGroups = (
  listed: AnyEntity[],
  now: string,
  options: Partial<Parameters<typeof groupItems>[1]> = {},
) =>
  groupItems(listed, {
    declaration: resources.events,
    order: 'next',
    now: new Date(now),
    timeZone: 'America/Argentina/Buenos_Aires',
    ...options,
  }).map(({ month, period, items }) => [month, period, items.map(({ date }) => String(date).slice(0, 10))])

describe('groupItems', () => {
  it('divides nights by period and month, and counts only nights that took place as past', () => {
    expect(describeGroups(items, '2026-11-21T11:00:00Z')).toEqual([
      ['Diciembre 2026', 'Próximas', ['2026-12-05']],
      ['Noviembre 2026', 'Próximas', ['2026-11-21']],
      ['Noviembre 2026', 'Pasadas', ['2026-11-20', '2026-11-07']],
      ['Octubre 2025', 'Pasadas', ['2025-10-04']],
      ['Noviembre 2026', 'No se hicieron', ['2026-11-14']],
      ['Noviembre 2025', 'No se hicieron', ['2025-11-01']],
    ])
  })

  it('counts a night as coming until 08:00 of the next day, in the club’s time zone', () => {
    const night = [itemOn('2026-11-22T01:00')]
    expect(describeGroups(night, '2026-11-22T10:59:00Z')).toEqual([
      ['Noviembre 2026', 'Próximas', ['2026-11-22']],
    ])
    expect(describeGroups(night, '2026-11-22T11:00:00Z')).toEqual([
      ['Noviembre 2026', 'Pasadas', ['2026-11-22']],
    ])
  })

  it('counts a start after midnight to the month of the evening before', () => {
    expect(describeGroups([itemOn('2027-01-01T02:00')], '2026-11-21T11:00:00Z')).toEqual([
      ['Diciembre 2026', 'Próximas', ['2027-01-01']],
    ])
  })

  it('keeps a cancelled night among the coming ones until it is over', () => {
    const [group] = describeGroups([itemOn('2026-12-05T23:30', 'cancelled')], '2026-11-21T11:00:00Z')
    expect(group?.[1]).toBe('Próximas')
  })

  it('groups by month alone in other orders by date, and not at all in the rest', () => {
    const byMonth = ['Diciembre 2026', 'Noviembre 2026', 'Noviembre 2025', 'Octubre 2025']
    for (const order of ['newest', 'oldest'] as const)
      expect(
        describeGroups(items, '2026-11-21T11:00:00Z', { order }).map((group) => group.slice(0, 2)),
      ).toEqual(byMonth.map((month) => [month, null]))
    expect(describeGroups(items, '2026-11-21T11:00:00Z', { order: 'changed' })).toHaveLength(1)
    const news = { declaration: resources.news, order: 'newest' } as const
    expect(describeGroups(items, '2026-11-21T11:00:00Z', news).map(([month]) => month)).toEqual(byMonth)
    const residents = { declaration: resources.residents, order: 'newest' } as const
    expect(describeGroups(items, '2026-11-21T11:00:00Z', residents).map(([month]) => month)).toEqual([null])
  })
})
