import { describe, expect, test } from 'vitest'
import type { AnyEntity } from '../../shared/resources.ts'
import { followsSource, isKeptBesideNewSource, type PictureOrigins } from './picture-origins.ts'

const stored = { images: { flyerLarge: {}, flyerGrid: {} } } as unknown as AnyEntity
const blank = { flyerLarge: '', flyerGrid: '' }
const filled = { flyerLarge: 'data:image/webp;base64,AA', flyerGrid: 'data:image/webp;base64,BB' }
const none: PictureOrigins = new Map()
const origins = (square: 'chosen' | 'cut'): PictureOrigins => new Map([['flyerGrid', square]])

describe('followsSource', () => {
  test.each([
    ['the stored picture of an item', blank, none, stored],
    ['a chosen picture of an item', filled, origins('chosen'), stored],
    ['a chosen picture of a new item', filled, origins('chosen'), undefined],
    ['a chosen picture that is still being opened', blank, origins('chosen'), undefined],
    ['the picture of a restored draft', filled, none, undefined],
    ['the stored picture after a cut was taken back', blank, origins('cut'), stored],
  ])('keeps %s', (_, values, map, item) => {
    expect(followsSource('flyerGrid', values, map, item)).toBe(false)
  })

  test.each([
    ['a missing picture', blank, none, undefined],
    ['an earlier cut of a new item', filled, origins('cut'), undefined],
    ['a cut that an item does not have yet', filled, origins('cut'), stored],
    ['the picture of a copied item', { ...blank, flyerGrid: '/media/ab-500.webp' }, none, undefined],
  ])('replaces %s', (_, values, map, item) => {
    expect(followsSource('flyerGrid', values, map, item)).toBe(true)
  })
})

describe('isKeptBesideNewSource', () => {
  const isKept = (map: PictureOrigins, item?: AnyEntity) =>
    isKeptBesideNewSource('flyerGrid', 'flyerLarge', { ...filled, flyerGrid: '' }, map, item)

  test('is true for a stored picture beside a new source', () => {
    expect(isKept(new Map([['flyerLarge', 'chosen']]), stored)).toBe(true)
  })

  test('is false without a new source, for a missing picture, and for a picture that is new itself', () => {
    expect(isKept(none, stored)).toBe(false)
    expect(isKept(new Map([['flyerLarge', 'chosen']]))).toBe(false)
    for (const origin of ['chosen', 'cut'] as const)
      expect(isKept(new Map([...origins(origin), ['flyerLarge', 'chosen']]), stored)).toBe(false)
  })
})
