import { describe, expect, it } from 'vitest'
import { resources } from '../../shared/resources.ts'
import { changedBlocks, changedNames, mergeEdits, type Origin, withValue } from './merge-edits.ts'

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
