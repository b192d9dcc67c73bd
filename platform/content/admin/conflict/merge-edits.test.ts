import { describe, expect, it } from 'vitest'
import { resources } from '../../shared/resources.ts'
import { newRow, type RowValue } from '../form/field-values.ts'
import { emptyValues, type ItemValues } from '../form/item-values.ts'
import {
  changedBlocks,
  changedNames,
  mergeEdits,
  mergeSaved,
  type Origin,
  rowIds,
  withValue,
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

describe('merge', () => {
  it('leaves to a person what both changed, and loses neither', () => {
    const mine = { ...before.base, newsDescription: 'Mía.' }
    expect(mergeEdits(resources.news, before, mine, now({ newsDescription: 'Suya.' }))).toEqual({
      values: mine,
      both: ['newsDescription'],
      onlyTheirs: [],
    })
  })

  it('takes over what only the other changed, text alternatives too', () => {
    const mine = { ...before.base, newsDescription: 'Mía.' }
    expect(mergeEdits(resources.news, before, mine, now({ newsTitle: 'Dos', alt: { photo: null } }))).toEqual(
      {
        values: { ...mine, newsTitle: 'Dos', alt: { photo: null } },
        both: [],
        onlyTheirs: ['newsTitle', 'alt.photo'],
      },
    )
  })

  it('asks nothing when both changed the same to the same', () => {
    const mine = { ...before.base, newsTitle: 'Dos' }
    expect(mergeEdits(resources.news, before, mine, now({ newsTitle: 'Dos' })).both).toEqual([])
  })

  it('takes rows and references as wholes', () => {
    const row = (_id: string, name: string) => ({ _id, artist: null, name })
    const night: Origin = {
      base: { date: '2026-11-28', lineup: [row('a', 'Ana')] },
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
    // Without rows an optional field says something too.
    expect(changedNames(resources.events, { ...night.base, lineup: [] }, night.base)).toEqual(['lineup'])
    const reference = { resource: 'agency', _id: '7' }
    expect(withValue({ artist: null }, 'artist', { artist: reference })).toEqual({ artist: reference })
  })

  it('takes a text that was blanked for one left alone', () => {
    const merged = mergeEdits(
      resources.news,
      before,
      { ...before.base, newsTitle: '' },
      now({ newsTitle: 'Dos' }),
    )
    expect(merged).toMatchObject({ values: { newsTitle: 'Dos' }, both: [], onlyTheirs: ['newsTitle'] })
  })

  it('knows when an item is seen, also that it is for ever', () => {
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

  it('knows a replaced picture by its address', () => {
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

it('a decision can be taken back', () => {
  const theirs = withValue(before.base, 'alt.photo', { alt: { photo: null } })
  expect(theirs.alt).toEqual({ photo: null })
  expect(withValue(theirs, 'alt.photo', before.base)).toEqual(before.base)
  expect(withValue({ photo: 'data:x' }, 'photo', before.base).photo).toBe('')
})

it('changedNames leaves out blanked texts, not cleared alternatives', () => {
  expect(
    changedNames(resources.news, { ...before.base, newsTitle: '', alt: { photo: null } }, before.base),
  ).toEqual(['alt.photo'])
})

describe('changedBlocks', () => {
  it('says only what is different', () => {
    expect(changedBlocks(['a', 'b', 'c', 'd'], ['a', 'x', 'c', 'd', 'e'])).toEqual({
      removed: ['b'],
      added: ['x', 'e'],
    })
    expect(changedBlocks(['a', 'b'], ['a', 'b'])).toEqual({ removed: [], added: [] })
    expect(changedBlocks([], ['a'])).toEqual({ removed: [], added: ['a'] })
  })

  it('tells a block that moved, and one that stands there twice', () => {
    expect(changedBlocks(['a', 'b', 'c'], ['b', 'c', 'a'])).toEqual({ removed: ['a'], added: ['a'] })
    expect(changedBlocks(['a', 'a'], ['a'])).toEqual({ removed: ['a'], added: [] })
  })
})

const { news, events } = resources
const columns = events.fields.offers.columns

const held = (values: ItemValues): ItemValues => ({ ...emptyValues(news), ...values })

describe('mergeSaved: what was sent', () => {
  const sent = held({ newsTitle: ' Vuelve ', newsDescription: 'Corta.', photo: 'data:image/webp;base64,AA' })
  const base = held({ newsTitle: 'Vuelve', newsDescription: 'Corta.', photo: '', alt: { photo: null } })

  it('is what is stored', () => {
    expect(mergeSaved(news, sent, sent, base, null)).toEqual(base)
  })

  it('stays as it was typed where the caret is, but for a picture', () => {
    expect(mergeSaved(news, sent, sent, base, 'newsTitle')).toEqual({ ...base, newsTitle: ' Vuelve ' })
    expect(mergeSaved(news, sent, sent, base, 'photo')).toEqual(base)
  })

  it('gives way to what was typed meanwhile', () => {
    const now = { ...sent, newsDescription: 'Corta. Y más.', alt: { photo: 'Una pista.' } }
    expect(mergeSaved(news, sent, now, base, null)).toEqual({
      ...base,
      newsDescription: 'Corta. Y más.',
      alt: { photo: 'Una pista.' },
    })
  })
})

describe('mergeSaved: rows', () => {
  const row = (_id: string, name: string): RowValue => ({ ...newRow(columns), _id, name })
  const form = (...offers: RowValue[]): ItemValues => ({ ...emptyValues(events), offers })
  const sent = form(row('new-a', 'General '), row('1', 'Anticipada'))
  const base = form(row('7', 'General'), row('1', 'Anticipada'))
  const settled = (now: ItemValues, typedIn: string | null = null) =>
    mergeSaved(events, sent, now, base, typedIn).offers

  it('have the ids that the server gave them', () => {
    expect(settled(sent)).toEqual(base.offers)
    expect([...rowIds(sent.offers as RowValue[], base.offers as RowValue[])]).toEqual([
      ['new-a', '7'],
      ['1', '1'],
    ])
  })

  it('have them too where the caret is in one, or where one was changed meanwhile', () => {
    expect(settled(sent, 'offers')).toEqual([row('7', 'General '), row('1', 'Anticipada')])
    expect(settled(form(row('1', 'Anticipada'), row('new-a', 'Puerta'), row('new-b', '')))).toEqual([
      row('1', 'Anticipada'),
      row('7', 'Puerta'),
      row('new-b', ''),
    ])
  })
})
