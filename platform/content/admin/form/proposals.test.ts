import { describe, expect, it } from 'vitest'
import { type AnyEntity, resources } from '../../shared/resources.ts'
import { createEmptyValues, type ItemValues } from './item-values.ts'
import { findNewTexts, proposeTexts } from './proposals.ts'

const { events, news, residents } = resources

const fill = (declaration: typeof events | typeof news | typeof residents, values: object) =>
  ({ ...createEmptyValues(declaration), ...values }) as ItemValues

describe('the proposed text alternative', () => {
  it('names who is portrayed', () => {
    expect(proposeTexts(residents, fill(residents, { name: 'Mica $& Oyola' }))).toEqual({
      'alt.photo': 'Retrato de Mica $& Oyola',
    })
    expect(proposeTexts(residents, fill(residents, {}))).toEqual({ 'alt.photo': '' })
  })

  it('of a flyer has the day, unless the day is the heading of the page', () => {
    const night = fill(events, { date: '2026-11-28T23:59' })
    expect(proposeTexts(events, night)).toEqual({ 'alt.flyerLarge': '', 'alt.flyerGrid': '' })
    const text = 'Flyer de la fecha del sábado 28 de noviembre'
    const titled = proposeTexts(events, { ...night, title: 'Apagón' })
    expect(titled).toEqual({ 'alt.flyerLarge': text, 'alt.flyerGrid': text })
    expect(proposeTexts(events, fill(events, { title: 'Apagón' }))['alt.flyerLarge']).toBe('')
  })

  it('is not the heading of a news item', () => {
    expect(proposeTexts(news, fill(news, { newsTitle: 'Vuelve' }))['alt.photo']).toBe('')
  })

  it('of a cut picture is the text of its source', () => {
    const night = fill(events, { title: 'Apagón', date: '2026-11-28' })
    const text = (large: string | null) =>
      proposeTexts(events, { ...night, alt: { flyerLarge: large, flyerGrid: '' } })['alt.flyerGrid']
    expect(text('Letras rojas.')).toBe('Letras rojas.')
    expect(text(null)).toBe('')
  })

  it('uses the stored name while the name is blank', () => {
    const item = { name: 'Mica', images: { photo: {} }, alt: {} } as unknown as AnyEntity
    expect(proposeTexts(residents, fill(residents, {}), item)).toEqual({ 'alt.photo': 'Retrato de Mica' })
  })
})

describe('the proposed summary', () => {
  const summary = (newsBody: string, item?: AnyEntity) =>
    proposeTexts(news, fill(news, { newsBody }), item).newsDescription

  it('is the first paragraph with words', () => {
    expect(summary('')).toBe('')
    expect(summary('<h2>Hoy</h2><p> </p><p>Abre <strong>a las 23</strong>.</p><p>Después.</p>')).toBe(
      'Abre a las 23.',
    )
    const long = summary(`<p>${'palabra '.repeat(100)}</p>`)
    expect(long?.length).toBeLessThanOrEqual(200)
    expect(long?.endsWith('palabra…')).toBe(true)
  })

  it('is not proposed for a stored item, which keeps its text when the field is blank', () => {
    const item = { newsTitle: 'Uno', images: {}, alt: {} } as unknown as AnyEntity
    expect(summary('<p>Otra cosa.</p>', item)).toBeUndefined()
  })
})

describe('a new proposal', () => {
  const values = (photo: string | null, newsDescription = ''): ItemValues => ({
    ...fill(news, { newsDescription }),
    alt: { photo },
  })
  const before = { 'alt.photo': 'Retrato de Uno', newsDescription: 'Uno.' }
  const now = { 'alt.photo': 'Retrato de Dos', newsDescription: 'Dos.' }

  it('fills a blank text, and replaces an earlier proposal', () => {
    expect(findNewTexts(values(''), {}, now, false)).toEqual({ newsDescription: 'Dos.' })
    expect(findNewTexts(values('Retrato de Uno', 'Uno.'), before, now, false)).toEqual(now)
  })

  it('leaves an edited text and a decorative picture', () => {
    expect(findNewTexts(values('Una pista llena.', 'Mía.'), before, now, true)).toEqual({})
    expect(findNewTexts(values(null, 'Mía.'), {}, now, true)).toEqual({})
  })

  it('returns to an emptied text only when the field is left, but never to a text alternative', () => {
    expect(findNewTexts(values(''), before, now, false)).toEqual({})
    expect(findNewTexts(values(''), before, now, true)).toEqual({ newsDescription: 'Dos.' })
  })
})
