import { describe, expect, it } from 'vitest'
import { resources } from '../../shared/resources.ts'
import { createRowValue, type RowValue } from '../form/field-values.ts'
import { createEmptyValues, type ItemValues } from '../form/item-values.ts'
import {
  findChangedBlocks,
  findChangedNames,
  mapRowIds,
  mergeEdits,
  mergeSaved,
  type Origin,
} from './merge-edits.ts'

const before: Origin = {
  base: { newsTitle: 'Uno', newsDescription: 'Corta.', photo: '', alt: { photo: 'Una sala.' } },
  pictures: { photo: '/media/a.jpg' },
  etag: '"1"',
}
const now = (base: Partial<Origin['base']>, pictures = before.pictures): Origin => ({
  base: { ...before.base, ...(base as Origin['base']) },
  pictures,
  etag: '"2"',
})

describe('mergeEdits', () => {
  it('keeps the administrator’s value and reports a conflict when both editors changed it', () => {
    const mine = { ...before.base, newsDescription: 'Mía.' }
    expect(mergeEdits(resources.news, before, mine, now({ newsDescription: 'Suya.' }))).toEqual({
      values: mine,
      both: ['newsDescription'],
      onlyTheirs: [],
    })
  })

  it('takes values that only the other editor changed, including text alternatives', () => {
    const mine = { ...before.base, newsDescription: 'Mía.' }
    expect(mergeEdits(resources.news, before, mine, now({ newsTitle: 'Dos', alt: { photo: null } }))).toEqual(
      {
        values: { ...mine, newsTitle: 'Dos', alt: { photo: null } },
        both: [],
        onlyTheirs: ['newsTitle', 'alt.photo'],
      },
    )
  })

  it('merges the texts of one group one by one', () => {
    const night = { ...before, base: { en: { title: 'One', description: 'Short.' } } }
    const theirs = { ...night, base: { en: { title: 'Two', description: 'Theirs.' } } }
    const mine = { en: { title: 'One', description: 'Mine.' } }
    expect(mergeEdits(resources.events, night, mine, theirs)).toEqual({
      values: { en: { title: 'Two', description: 'Mine.' } },
      both: ['en.description'],
      onlyTheirs: ['en.title'],
    })
  })

  it('reports no conflict when both editors made the same change', () => {
    const mine = { ...before.base, newsTitle: 'Dos' }
    expect(mergeEdits(resources.news, before, mine, now({ newsTitle: 'Dos' })).both).toEqual([])
  })

  it('treats rows and references as single values', () => {
    const row = (_id: string, name: string) => ({ _id, artist: null, name })
    const night: Origin = {
      base: { date: '2026-11-28', lineup: [row('a', 'Ana')], artist: { resource: 'agency', _id: '7' } },
      pictures: {},
      etag: '"1"',
    }
    const [mine, theirs] = [[row('a', 'Ana B')], [row('b', 'Beto'), row('a', 'Ana')]]
    const changed = { ...night, base: { ...night.base, lineup: theirs }, etag: '"2"' }
    expect(mergeEdits(resources.events, night, { ...night.base, lineup: mine }, changed)).toMatchObject({
      values: { lineup: mine },
      both: ['lineup'],
    })
    expect(mergeEdits(resources.events, night, night.base, changed)).toEqual({
      values: changed.base,
      both: [],
      onlyTheirs: ['lineup'],
    })
    // Removing all rows of an optional field counts as a change.
    expect(findChangedNames(resources.events, { ...night.base, lineup: [] }, night.base)).toEqual(['lineup'])
  })

  it('treats a blanked text as unchanged', () => {
    const merged = mergeEdits(
      resources.news,
      before,
      { ...before.base, newsTitle: '' },
      now({ newsTitle: 'Dos' }),
    )
    expect(merged).toMatchObject({ values: { newsTitle: 'Dos' }, both: [], onlyTheirs: ['newsTitle'] })
  })

  it('merges the publication, including a removed end', () => {
    const seen = { draft: 'now', publishAt: '', unpublishAt: '2027-01-01T20:00' }
    const origin = { ...before, base: { ...before.base, ...seen } }
    const forever = { ...origin.base, unpublishAt: '' }
    const theirs = { ...origin, base: { ...origin.base, draft: 'draft', unpublishAt: '2027-02-01T20:00' } }
    expect(mergeEdits(resources.news, origin, forever, theirs)).toEqual({
      values: { ...forever, draft: 'draft' },
      both: ['unpublishAt'],
      onlyTheirs: ['draft'],
    })
  })

  it('detects a replaced picture by its address', () => {
    const replaced = now({}, { photo: '/media/b.jpg' })
    expect(mergeEdits(resources.news, before, before.base, replaced)).toMatchObject({
      both: [],
      onlyTheirs: ['photo'],
    })
    expect(mergeEdits(resources.news, before, { ...before.base, photo: 'data:x' }, replaced)).toMatchObject({
      values: { photo: 'data:x' },
      both: ['photo'],
    })
  })
})

it('findChangedNames leaves out blanked texts, but not cleared text alternatives', () => {
  expect(
    findChangedNames(resources.news, { ...before.base, newsTitle: '', alt: { photo: null } }, before.base),
  ).toEqual(['alt.photo'])
})

describe('findChangedBlocks', () => {
  it('returns only blocks that differ', () => {
    expect(findChangedBlocks(['a', 'b', 'c', 'd'], ['a', 'x', 'c', 'd', 'e'])).toEqual({
      removed: ['b'],
      added: ['x', 'e'],
    })
    expect(findChangedBlocks(['a', 'b'], ['a', 'b'])).toEqual({ removed: [], added: [] })
    expect(findChangedBlocks([], ['a'])).toEqual({ removed: [], added: ['a'] })
  })

  it('reports moved and repeated blocks', () => {
    expect(findChangedBlocks(['a', 'b', 'c'], ['b', 'c', 'a'])).toEqual({ removed: ['a'], added: ['a'] })
    expect(findChangedBlocks(['a', 'a'], ['a'])).toEqual({ removed: ['a'], added: [] })
  })
})

const { news, events } = resources
const columns = events.fields.offers.columns

const held = (values: ItemValues): ItemValues => ({ ...createEmptyValues(news), ...values })

describe('mergeSaved', () => {
  const sent = held({ newsTitle: ' Vuelve ', newsDescription: 'Corta.', photo: 'data:image/webp;base64,AA' })
  const base = held({ newsTitle: 'Vuelve', newsDescription: 'Corta.', photo: '', alt: { photo: null } })

  it('replaces the sent values by the stored values', () => {
    expect(mergeSaved(news, sent, sent, base, null)).toEqual(base)
  })

  it('keeps the text of the focused field as typed, but not a picture', () => {
    expect(mergeSaved(news, sent, sent, base, 'newsTitle')).toEqual({ ...base, newsTitle: ' Vuelve ' })
    expect(mergeSaved(news, sent, sent, base, 'photo')).toEqual(base)
  })

  it('keeps values that were edited during the save', () => {
    const now = { ...sent, newsDescription: 'Corta. Y más.', alt: { photo: 'Una pista.' } }
    expect(mergeSaved(news, sent, now, base, null)).toEqual({
      ...base,
      newsDescription: 'Corta. Y más.',
      alt: { photo: 'Una pista.' },
    })
  })
})

describe('mergeSaved with rows', () => {
  const row = (_id: string, name: string): RowValue => ({ ...createRowValue(columns), _id, name })
  const form = (...offers: RowValue[]): ItemValues => ({ ...createEmptyValues(events), offers })
  const sent = form(row('new-a', 'General '), row('1', 'Anticipada'))
  const base = form(row('7', 'General'), row('1', 'Anticipada'))
  const mergedOffers = (now: ItemValues, typedIn: string | null = null) =>
    mergeSaved(events, sent, now, base, typedIn).offers

  it('takes the ids that the server gave the rows', () => {
    expect(mergedOffers(sent)).toEqual(base.offers)
    expect([...mapRowIds(sent.offers as RowValue[], base.offers as RowValue[])]).toEqual([
      ['new-a', '7'],
      ['1', '1'],
    ])
  })

  it('takes the ids also when a row is focused or was edited during the save', () => {
    expect(mergedOffers(sent, 'offers')).toEqual([row('7', 'General '), row('1', 'Anticipada')])
    expect(mergedOffers(form(row('1', 'Anticipada'), row('new-a', 'Puerta'), row('new-b', '')))).toEqual([
      row('1', 'Anticipada'),
      row('7', 'Puerta'),
      row('new-b', ''),
    ])
  })
})
