import { describe, expect, test } from 'vitest'
import type { AnyEntity } from '../../shared/resources.ts'
import { resources } from '../../shared/resources.ts'
import { COPIED, copiedNames, copyProblems, copySourceOf, withConfirmed } from './copied-values.ts'
import { copyOf } from './copy.ts'
import type { ItemValues } from './item-values.ts'

const ZONE = 'America/Argentina/Buenos_Aires'
const { events, residents } = resources

const night: AnyEntity = {
  _id: '1',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  draft: false,
  publishAt: '2026-11-01T00:00:00.000Z',
  unpublishAt: null,
  flyerLarge: '/media/aa-1600.jpg',
  flyerGrid: '/media/bb-500.jpg',
  date: '2026-11-28T23:30',
  url: 'https://passline.com/x',
  title: 'Noche larga',
  description: null,
  endsAt: null,
  status: 'scheduled',
  statusNote: null,
  ageMin: null,
  offers: [
    { _id: 'a', name: 'General', price: null, currency: 'ARS', url: null, availability: 'available' },
    {
      _id: 'b',
      name: 'Mesa',
      price: null,
      currency: 'ARS',
      url: 'https://mesa.example/1',
      availability: 'soon',
    },
  ],
  lineup: [],
  previousDate: null,
  images: {},
  alt: { flyerLarge: null, flyerGrid: null },
}

const source = copySourceOf(events, night)
const copy = (): ItemValues => copyOf(events, night, '2026-11-22', ZONE)
const draft = { ...night, _id: '2', draft: true, publishAt: null }

describe('a copy of a night', () => {
  test('is not published before links and flyer are confirmed or changed', () => {
    expect(Object.keys(copyProblems(events, copy(), source))).toEqual(['url', 'flyerLarge', 'offers'])
    expect(Object.keys(copyProblems(events, { ...copy(), draft: 'later' }, source))).toHaveLength(3)
    const changed = { ...copy(), url: 'https://passline.com/y', flyerLarge: 'data:image/webp;base64,AA' }
    expect(Object.keys(copyProblems(events, changed, source))).toEqual(['offers'])
    const confirmed = { ...changed, [COPIED]: withConfirmed(changed, 'offers') }
    expect(copyProblems(events, confirmed, source)).toEqual({})
  })

  test('can be saved as a draft and needs confirmation when published', () => {
    expect(copyProblems(events, { ...copy(), draft: 'draft' }, source)).toEqual({})
    // A picture field is blank while it shows the stored picture.
    const values = { ...copy(), flyerLarge: '', flyerGrid: '' }
    expect(Object.keys(copyProblems(events, values, source, draft))).toEqual(['url', 'flyerLarge', 'offers'])
  })

  test('needs no confirmation once it was published or scheduled', () => {
    expect(copyProblems(events, copy(), source, { ...draft, draft: false })).toEqual({})
    expect(copyProblems(events, copy(), source, { ...draft, publishAt: '2030-01-01T00:00:00.000Z' })).toEqual(
      {},
    )
  })

  test('shows the name of its source night', () => {
    expect(source.name).toBe('la noche del sábado 28 de noviembre')
  })
})

test('links that differ from the source and items without copying need no confirmation', () => {
  expect(copiedNames(events, { url: '', offers: [], flyerLarge: '' }, { ...night, url: '' })).toEqual([])
  expect(
    copiedNames(residents, { pressKit: 'https://x.example' }, { ...night, pressKit: 'https://x.example' }),
  ).toEqual([])
})
