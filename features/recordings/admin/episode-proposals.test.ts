/** The link that the form of an episode proposes. */
import { describe, expect, it } from 'vitest'
import { createEmptyValues, type ItemValues } from '../../../platform/content/admin/form/item-values.ts'
import { proposeOwnPageLink } from '../../../platform/content/admin/form/proposals.ts'
import { type AnyEntity, resources } from '../../../platform/content/shared/resources.ts'

const { episode, residents } = resources

const fill = (declaration: typeof episode | typeof residents, values: object) =>
  ({ ...createEmptyValues(declaration), ...values }) as ItemValues

describe('the proposed link', () => {
  const origin = 'https://club.example'
  const audio = '/media/a.mp3'
  const link = (values: object, item?: AnyEntity) =>
    proposeOwnPageLink(episode, fill(episode, values), origin, item)

  it('is blank without an audio, and absent from other forms', () => {
    expect(link({ title: 'Set 12' })).toEqual({ url: '' })
    expect(proposeOwnPageLink(residents, fill(residents, { name: 'Mica' }), origin)).toEqual({})
  })

  it('leads to the own page, whose slug the form guesses from the title', () => {
    expect(link({ audio, title: 'Canción nº 2' })).toEqual({ url: `${origin}/episodios/cancion-no-2` })
    expect(link({ audio })).toEqual({ url: `${origin}/episodios/` })
  })

  it('has the slug of the stored item while its title is the same', () => {
    const item = { _id: 'a', title: 'Set', slug: 'set-2' } as unknown as AnyEntity
    expect(link({ audio, title: 'Set' }, item)).toEqual({ url: `${origin}/episodios/set-2` })
    expect(link({ audio, title: 'Otro' }, item)).toEqual({ url: `${origin}/episodios/otro` })
    const untitled = { _id: 'a', title: null, slug: 'a' } as unknown as AnyEntity
    expect(link({ audio }, untitled)).toEqual({ url: `${origin}/episodios/a` })
  })
})
