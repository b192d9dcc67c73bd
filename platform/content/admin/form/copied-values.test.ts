import { describe, expect, test } from 'vitest'
import type { AnyEntity } from '../../shared/resources.ts'
import { resources } from '../../shared/resources.ts'
import {
  addConfirmedName,
  COPIED,
  copyItemValues,
  describeCopySource,
  findCopiedNames,
  findCopyErrors,
} from './copied-values.ts'
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

const source = describeCopySource(events, night)
const copy = (): ItemValues => copyItemValues(events, night, '2026-11-22', ZONE)
const draft = { ...night, _id: '2', draft: true, publishAt: null }

describe('a copy of a night', () => {
  test('keeps a text alternative unless it names the day', () => {
    const alt = {
      flyerLarge: 'Letras rojas del sábado 28 de noviembre.',
      flyerGrid: 'Letras rojas.',
    }
    const copied = copyItemValues(events, { ...night, alt }, '2026-11-22', ZONE)
    expect(copied.alt).toEqual({ flyerLarge: '', flyerGrid: 'Letras rojas.' })
    expect(copy().alt).toEqual({ flyerLarge: null, flyerGrid: null })
  })

  test('cannot be published before its links and flyer are confirmed or changed', () => {
    expect(Object.keys(findCopyErrors(events, copy(), source))).toEqual(['url', 'flyerLarge', 'offers'])
    expect(Object.keys(findCopyErrors(events, { ...copy(), draft: 'later' }, source))).toHaveLength(3)
    const changed = { ...copy(), url: 'https://passline.com/y', flyerLarge: 'data:image/webp;base64,AA' }
    expect(Object.keys(findCopyErrors(events, changed, source))).toEqual(['offers'])
    const confirmed = { ...changed, [COPIED]: addConfirmedName(changed, 'offers') }
    expect(findCopyErrors(events, confirmed, source)).toEqual({})
  })

  test('can be saved as a draft and needs confirmation when published', () => {
    expect(findCopyErrors(events, { ...copy(), draft: 'draft' }, source)).toEqual({})
    // A blank picture field means that the stored picture stays.
    const values = { ...copy(), flyerLarge: '', flyerGrid: '' }
    expect(Object.keys(findCopyErrors(events, values, source, draft))).toEqual([
      'url',
      'flyerLarge',
      'offers',
    ])
  })

  test('needs no confirmation once it was published or scheduled', () => {
    expect(findCopyErrors(events, copy(), source, { ...draft, draft: false })).toEqual({})
    expect(
      findCopyErrors(events, copy(), source, { ...draft, publishAt: '2030-01-01T00:00:00.000Z' }),
    ).toEqual({})
  })

  test('shows the name of its source night', () => {
    expect(source.name).toBe('la fecha del sábado 28 de noviembre')
  })
})

test('asks for no confirmation of blank values and of resources that are not copied', () => {
  expect(findCopiedNames(events, { url: '', offers: [], flyerLarge: '' }, { ...night, url: '' })).toEqual([])
  expect(
    findCopiedNames(
      residents,
      { pressKit: 'https://x.example' },
      { ...night, pressKit: 'https://x.example' },
    ),
  ).toEqual([])
})

describe('copyItemValues', () => {
  const night = {
    _id: '1',
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    draft: false,
    publishAt: '2026-11-01T00:00:00.000Z',
    unpublishAt: null,
    flyerLarge: '/media/aa-1600.jpg',
    flyerGrid: '/media/bb-500.jpg',
    date: '2026-11-28T23:30:00-03:00',
    url: 'https://passline.com/x',
    title: 'Noche larga',
    description: null,
    endsAt: '07:00',
    status: 'cancelled',
    statusNote: 'Por la lluvia.',
    ageMin: 18,
    offers: [
      { _id: 'o', name: 'General', price: 12_000, currency: 'USD', url: null, availability: 'soldout' },
      { _id: 'p', name: 'Puerta', price: 15_000, currency: 'USD', url: null, availability: 'door' },
    ],
    lineup: [
      {
        _id: 'r',
        artist: { resource: 'agency', _id: '7' },
        name: 'Ana B',
        role: 'live',
        room: null,
        from: '02:00',
        to: null,
        revealAt: '2026-11-20T23:00:00.000Z',
      },
    ],
    previousDate: '2026-11-21',
    images: {},
    alt: { flyerLarge: 'Un flyer naranja.', flyerGrid: 'Un flyer naranja.' },
  }

  describe('copy of a past night', () => {
    const copy = copyItemValues(resources.events, night, '2026-11-22', ZONE)

    test('has the values, pictures and text alternatives of its source, a week later', () => {
      expect(copy).toMatchObject({
        flyerLarge: night.flyerLarge,
        flyerGrid: night.flyerGrid,
        alt: night.alt,
        date: '2026-12-05T23:30',
        url: night.url,
        title: 'Noche larga',
        endsAt: '07:00',
        ageMin: '18',
      })
      expect(copy.lineup).toMatchObject([{ artist: night.lineup[0]?.artist, name: 'Ana B', from: '02:00' }])
      expect(copy.offers).toMatchObject([
        { name: 'General', price: '12000', currency: 'USD' },
        { name: 'Puerta' },
      ])
    })

    test('is scheduled, available and revealed, and gives its rows new ids', () => {
      expect(copy).toMatchObject({ status: 'scheduled', statusNote: '' })
      // An offer at the door stays there.
      expect(copy.offers).toMatchObject([{ availability: 'available' }, { availability: 'door' }])
      expect(copy.lineup).toMatchObject([{ revealAt: '' }])
      for (const [name, id] of [
        ['lineup', 'r'],
        ['offers', 'o'],
      ] as const)
        expect(copy[name]).not.toMatchObject([{ _id: id }])
      expect(copy).not.toHaveProperty('previousDate')
    })

    test('has the publication of a new item, whatever the publication of its source', () => {
      const [publishAt, unpublishAt] = ['2999-01-01T00:00:00.000Z', '2999-02-01T00:00:00.000Z']
      for (const draft of [true, false])
        expect(
          copyItemValues(resources.events, { ...night, draft, publishAt, unpublishAt }, '2026-11-22', ZONE),
        ).toMatchObject({
          draft: 'now',
          publishAt: '',
          unpublishAt: '',
        })
    })

    test.each([
      ['2026-11-28', '2026-12-05'],
      ['2026-12-05', '2026-12-05'],
      ['2026-12-06', '2026-12-12'],
      ['2028-03-01', '2028-03-04'],
    ])('made on %s takes place on %s', (today, day) => {
      expect(copyItemValues(resources.events, night, today, ZONE).date).toBe(`${day}T23:30`)
      expect(copyItemValues(resources.events, { ...night, date: '2026-11-28' }, today, ZONE).date).toBe(day)
    })
  })
})
