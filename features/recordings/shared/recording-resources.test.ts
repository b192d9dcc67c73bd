import { describe, expect, it } from 'vitest'
import { ourClubResources } from '../../../platform/admin-layout/paths.ts'
import { findPlace } from '../../../platform/admin-layout/screen-list.ts'
import { recordings } from '../index.ts'

describe('resources of recordings', () => {
  it.each(Object.values(recordings.resources))(
    'limit the texts of a $name as docs/requirements.md requires',
    ({ fields }) => {
      expect([fields.intro.max, fields.url.max]).toEqual([500, 2048])
    },
  )

  it('have a menu path for episodes that differs from the paths of their screens', () => {
    expect(findPlace('/admin/ourclub/episodes')).toEqual({ resource: 'episode', screen: 'menu' })
    expect(findPlace('/admin/ourclub/episode/addepisode')).toEqual({ resource: 'episode', screen: 'create' })
  })

  it('are listed between artists and news under Nuestro Club', () => {
    const inOrder = ['residents', 'agency', 'podcast', 'episode', 'news']
    expect(ourClubResources.slice(0, inOrder.length).map(({ name }) => name)).toEqual(inOrder)
  })
})
