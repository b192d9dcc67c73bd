import { describe, expect, test } from 'vitest'
import { fallbackLanguage, isTranslated, localize } from './translations.ts'

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

describe('localize', () => {
  test('returns the Spanish texts without their translations', () => {
    const { en: _, ...source } = group
    expect(localize('es', group)).toEqual({
      ...source,
      values: source.values.map(({ titleEn: _t, textEn: _x, ...row }) => ({ ...row, spanish: [] })),
      spanish: [],
    })
  })

  test('returns English texts and lists the fields without a translation', () => {
    const localized = localize('en', group)
    expect(localized).toEqual({
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
      fallbackLanguage(localized, 'lead'),
      fallbackLanguage(localized, 'hours'),
      fallbackLanguage(localized, 'meta.description'),
    ]).toEqual(['es', undefined, 'es'])
  })

  test('isTranslated is true when all non-empty fields have a translation', () => {
    expect(isTranslated(group, ['hours'])).toBe(true)
    expect(isTranslated(group, ['meta.title', 'hours'])).toBe(true)
    expect(isTranslated(group, ['lead'])).toBe(false)
    expect(isTranslated(group, ['values'])).toBe(false)
    expect(isTranslated({ ...group, values: group.values.slice(0, 1) }, ['values'])).toBe(true)
  })
})
