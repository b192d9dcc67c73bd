import { describe, expect, it } from 'vitest'
import { type AnyEntity, resources } from '../../shared/resources.ts'
import { groupItems } from './item-list.tsx'

const itemOn = (date: string): AnyEntity => ({
  _id: date,
  createdAt: '',
  updatedAt: '',
  draft: false,
  publishAt: null,
  unpublishAt: null,
  images: {},
  alt: {},
  date,
})
const items = ['2026-12-05T23:30', '2026-11-21', '2026-11-20T23:59', '2026-10-01'].map(itemOn)
const zone = 'America/Argentina/Buenos_Aires'
const titlesAndCounts = (now: string, declaration: Parameters<typeof groupItems>[0] = resources.events) =>
  groupItems(declaration, items, new Date(now), zone).map(({ title, items }) => [title, items.length])

describe('groupItems', () => {
  it('counts a night as coming until 08:00 of the next day, in the club’s time zone', () => {
    expect(titlesAndCounts('2026-11-21T10:59:00Z')).toEqual([
      ['Próximas', 3],
      ['Pasadas', 1],
    ])
    expect(titlesAndCounts('2026-11-21T11:00:00Z')).toEqual([
      ['Próximas', 2],
      ['Pasadas', 2],
    ])
  })

  it('counts a start after midnight as a night of the previous day', () => {
    const [night] = groupItems(
      resources.events,
      [itemOn('2026-11-22T01:00')],
      new Date('2026-11-22T11:00:00Z'),
      zone,
    )
    expect(night?.title).toBe('Pasadas')
  })

  it('leaves out empty groups, and keeps the order of the list', () => {
    expect(titlesAndCounts('2027-01-01T12:00:00Z')).toEqual([['Pasadas', 4]])
    expect(groupItems(resources.events, items, new Date('2020-01-01'), zone)[0]?.items).toEqual(items)
  })

  it('returns one group without a title for other resources', () => {
    expect(titlesAndCounts('2026-11-21T11:00:00Z', resources.news)).toEqual([[null, 4]])
  })
})
