import { describe, expect, test } from 'vitest'
import { translateOffer } from './offer-words.ts'

const translate = (text: string) => {
  const { text: translated, lang } = translateOffer(text, 'en')
  return [translated.replaceAll('\u00a0', ' '), lang]
}

describe('translateOffer', () => {
  test.each([
    'Entrada + trago',
    'Preventa para jubilados',
    'Gratis con remera negra hasta la 01:00',
    '$ 6.000 con consumición',
    '$ 6.000.00',
    'Anticipada 2027',
    'Listado',
    'Generales',
    '2x1',
    'Hasta las 9',
    'Hasta las 25:00',
    '',
    'constructor',
  ])('leaves "%s" as typed, and marks it as Spanish', (text) => {
    expect(translateOffer(text, 'en')).toEqual({ text, lang: text === '' ? undefined : 'es' })
  })

  test.each([
    ['Anticipada', 'Advance ticket'],
    ['ANTICIPADA 2', 'Advance ticket 2'],
    ['Anticipadas', 'Advance tickets'],
    ['General', 'General admission'],
    ['En puerta', 'At the door'],
    ['Agotada', 'Sold out'],
    ['Postergada', 'Postponed'],
    ['Gratis', 'Free'],
    ['Gratis hasta la 01:00', 'Free until 01:00'],
    ['gratis  hasta las 2 hs', 'Free until 02:00'],
    ['Antes de la 1', 'Before 01:00'],
    ['Después de las 2', 'After 02:00'],
    ['Hasta las 22', 'Until 22:00'],
    ['Hasta las 9:30', 'Until 09:30'],
    ['Próximamente', 'Coming soon'],
    ['$ 6.000', 'ARS 6,000'],
    ['$6000 en puerta', 'ARS 6,000 at the door'],
    ['$ 10.000,50', 'ARS 10,000.50'],
    ['Lista: $ 5.000', 'Guest list: ARS 5,000'],
    ['Early bird', 'Early bird'],
    ['VIP', 'VIP'],
  ])('translates "%s"', (text, english) => {
    expect(translate(text)).toEqual([english, undefined])
    expect(translateOffer(text, 'es')).toEqual({ text, lang: undefined })
  })
})
