import { describe, expect, test } from 'vitest'
import { resources } from '../../shared/resources.ts'
import { copyOf } from './copy.ts'

const ZONE = 'America/Argentina/Buenos_Aires'

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
  offers: [{ _id: 'o', name: 'General', price: 12_000, currency: 'USD', url: null, availability: 'soldout' }],
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

describe('the next night', () => {
  const copy = copyOf(resources.events, night, '2026-11-22', ZONE)

  test('is like the one before, pictures and their words included, a week later', () => {
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
    expect(copy.offers).toMatchObject([{ name: 'General', price: '12000', currency: 'USD' }])
  })

  test('is not cancelled, sold out or secret, and is nobody else', () => {
    expect(copy).toMatchObject({ status: 'scheduled', statusNote: '' })
    expect(copy.offers).toMatchObject([{ availability: 'available' }])
    expect(copy.lineup).toMatchObject([{ revealAt: '' }])
    for (const [name, id] of [
      ['lineup', 'r'],
      ['offers', 'o'],
    ] as const)
      expect(copy[name]).not.toMatchObject([{ _id: id }])
    expect(copy).not.toHaveProperty('previousDate')
  })

  test('is seen when a new one would be, whenever the other was', () => {
    const [publishAt, unpublishAt] = ['2999-01-01T00:00:00.000Z', '2999-02-01T00:00:00.000Z']
    for (const draft of [true, false])
      expect(
        copyOf(resources.events, { ...night, draft, publishAt, unpublishAt }, '2026-11-22', ZONE),
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
  ])('of one long ago, on %s, is on %s', (today, day) => {
    expect(copyOf(resources.events, night, today, ZONE).date).toBe(`${day}T23:30`)
    expect(copyOf(resources.events, { ...night, date: '2026-11-28' }, today, ZONE).date).toBe(day)
  })
})
