import { describe, expect, test } from 'vitest'
import { fallbackLanguage, isTranslated, localize } from './localize.ts'

const group = {
  lead: 'Hola.',
  hours: null,
  meta: { title: 'Cultura', description: 'Cuatro reglas.' },
  values: [
    { _id: '1', title: 'Uno', text: null, titleEn: 'One', textEn: null },
    { _id: '2', title: 'Dos', text: 'Más.', titleEn: 'Two', textEn: null },
  ],
  en: { lead: null, hours: null, meta: { title: 'Culture', description: null } },
}

describe('what is told', () => {
  test('in Spanish is what is said in Spanish, and nothing else', () => {
    const { en: _, ...said } = group
    expect(localize('es', group)).toEqual({
      ...said,
      values: said.values.map(({ titleEn: _t, textEn: _x, ...row }) => ({ ...row, spanish: [] })),
      spanish: [],
    })
  })

  test('in English is English where it is there, and says what is not', () => {
    const told = localize('en', group)
    expect(told).toEqual({
      lead: 'Hola.',
      hours: null,
      meta: { title: 'Culture', description: 'Cuatro reglas.' },
      values: [
        { _id: '1', title: 'One', text: null, spanish: [] },
        { _id: '2', title: 'Two', text: 'Más.', spanish: ['text'] },
      ],
      spanish: ['lead', 'meta.description'],
    })
    expect([
      fallbackLanguage(told, 'lead'),
      fallbackLanguage(told, 'hours'),
      fallbackLanguage(told, 'meta.description'),
    ]).toEqual(['es', undefined, 'es'])
  })

  test('tells when all of some is said in English; what says nothing needs no words', () => {
    expect(isTranslated(group, ['hours'])).toBe(true)
    expect(isTranslated(group, ['meta.title', 'hours'])).toBe(true)
    expect(isTranslated(group, ['lead'])).toBe(false)
    expect(isTranslated(group, ['values'])).toBe(false)
    expect(isTranslated({ ...group, values: group.values.slice(0, 1) }, ['values'])).toBe(true)
  })
})
