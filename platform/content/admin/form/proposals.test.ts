import { describe, expect, it } from 'vitest'
import { type AnyEntity, resources } from '../../shared/resources.ts'
import { createEmptyValues, type ItemValues } from './item-values.ts'
import { findNewTexts, proposeTexts } from './proposals.ts'

const { events, news, residents } = resources

const picture = 'data:image/webp;base64,AA'
const fill = (declaration: typeof events | typeof news | typeof residents, values: object) =>
  ({ ...createEmptyValues(declaration), ...values }) as ItemValues

const row = (name: string, revealAt = '') => ({ _id: name, artist: null, name, role: '', revealAt })

describe('the proposed text alternative', () => {
  it('is blank without a picture, and without a name', () => {
    expect(proposeTexts(news, fill(news, { newsTitle: 'Vuelve' }))).toMatchObject({ 'alt.photo': '' })
    expect(proposeTexts(news, fill(news, { photo: picture, newsTitle: ' ' }))).toMatchObject({
      'alt.photo': '',
    })
    expect(proposeTexts(residents, fill(residents, { photo: 'none', name: 'Mica' }))).toEqual({
      'alt.photo': '',
    })
  })

  it('names the item that the picture shows', () => {
    expect(proposeTexts(news, fill(news, { photo: picture, newsTitle: 'Vuelve la noche' }))).toMatchObject({
      'alt.photo': 'Foto de «Vuelve la noche»',
    })
    expect(proposeTexts(residents, fill(residents, { photo: picture, name: 'Mica $& Oyola' }))).toEqual({
      'alt.photo': 'Retrato de Mica $& Oyola',
    })
  })

  it('of a flyer has title and day, and no artist, because line-ups may be revealed later', () => {
    const night = fill(events, { flyerLarge: picture, flyerGrid: picture, date: '2026-11-28T23:59' })
    const untitled = 'Flyer de la noche del sábado 28 de noviembre'
    expect(proposeTexts(events, night)).toEqual({ 'alt.flyerLarge': untitled, 'alt.flyerGrid': untitled })
    const titled = { ...night, title: 'Apagón', lineup: [row('Mica'), row(''), row('Tano'), row('Ivo')] }
    expect(proposeTexts(events, titled)['alt.flyerLarge']).toBe('Flyer de Apagón, sábado 28 de noviembre')
  })

  it('of a cut picture is the text of its source', () => {
    const night = fill(events, { flyerLarge: picture, flyerGrid: picture, date: '2026-11-28' })
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
  const before = { 'alt.photo': 'Foto de «Uno»', newsDescription: 'Uno.' }
  const now = { 'alt.photo': 'Foto de «Dos»', newsDescription: 'Dos.' }

  it('fills a blank text and replaces the earlier proposal', () => {
    expect(findNewTexts(values(''), {}, now, false)).toEqual(now)
    expect(findNewTexts(values('Foto de «Uno»', 'Uno.'), before, now, false)).toEqual(now)
  })

  it('leaves an edited text and a decorative picture', () => {
    expect(findNewTexts(values('Una pista llena.', 'Mía.'), before, now, true)).toEqual({})
    expect(findNewTexts(values(null, 'Mía.'), {}, now, true)).toEqual({})
  })

  it('returns to an emptied text only when the field is left', () => {
    expect(findNewTexts(values(''), before, now, false)).toEqual({})
    expect(findNewTexts(values(''), before, now, true)).toEqual(now)
  })
})
