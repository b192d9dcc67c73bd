import { describe, expect, test } from 'vitest'
import { PHONE_TYPED_MAX } from './limits.ts'
import { explainInvalidPhone, normalizePhone } from './phone-numbers.ts'

describe('telephone numbers', () => {
  test.each([
    ['no number', 'llamanos'],
    ['a number without country code', '11 4302-1965'],
    ['a country code that begins with 0', '+054 11 4302 1965'],
    ['a country code that no country has', '+999 11 4302 1965'],
    ['letters among the digits', '+54 11 4302 BAILE'],
    ['words after the number', '+54 11 4302 1965, de noche'],
    ['an extension', '+54 11 4302 1965 int. 3'],
    ['an extension of a link', 'tel:+541143021965;ext=3'],
    ['two numbers', '+54 11 4302 1965 / +54 11 4302 1966'],
    ['two labelled numbers', 'Tel: +54 11 4302 1965 Cel: +54 9 11 5555 1234'],
    ['fewer digits than the country has', '+54 1143'],
    ['more digits than the country has', '+54 11 4302 1965 000000'],
    ['a mobile number without area code', '+54 15 5555-1234'],
    ['a longer text', `+${' '.repeat(PHONE_TYPED_MAX)}54 11 4302 1965`],
    ['a long text of invisible characters', `${'\u200b'.repeat(1_000_000)}+54 11 4302 1965`],
    ['nothing after the plus sign', '+'],
    ['only a label', 'tel:'],
    ['another scheme', 'https://wa.me/5491155551965'],
    ['separators', '+-().-/ '.repeat(12)],
    ['labels', 'tel:'.repeat(25)],
  ])('rejects %s', (_, typed) => {
    expect(normalizePhone(typed)).toBeNull()
  })

  test.each([
    ['a number without area code', '4302-1965'],
    ['a mobile number without area code', '15 5555-1234'],
    ['an emergency number', '911'],
    ['a number with a digit too many', '11 4302-19655'],
    ['two numbers', '11 4302-1965 / 11 4302-1966'],
    ['a number with two endings', '11 4302-1965/66'],
    ['no number', 'llamanos'],
    ['another country code', '+54 1143'],
  ])('rejects %s in Argentina', (_, typed) => {
    expect(normalizePhone(typed, 'AR')).toBeNull()
  })

  test.each([
    ['+54 11 4302 1965', '+54 11 4302 1965'],
    ['+541143021965', '+54 11 4302 1965'],
    ['tel:+541143021965', '+54 11 4302 1965'],
    ['tel:+54-11-4302-1965', '+54 11 4302 1965'],
    ['TEL;TYPE=CELL;TYPE=VOICE;TYPE=pref:+54 9 11 5555-1234', '+54 9 11 5555 1234'],
    ['item1.TEL;VALUE=uri;PREF=1;TYPE="voice,home":tel:+54-11-4302-1965', '+54 11 4302 1965'],
    ['Tel.: +54 11 4302-1965', '+54 11 4302 1965'],
    ['WhatsApp: +54 9 11 5555-1234', '+54 9 11 5555 1234'],
    ['  +54 (11) 4302-1965 ', '+54 11 4302 1965'],
    ['0054 11 4302.1965', '+54 11 4302 1965'],
    ['+54 9 11 5555‑1965', '+54 9 11 5555 1965'],
    ['+54 011 15 5555-1965', '+54 9 11 5555 1965'],
    ['+44 (0)20 7946 0000', '+44 20 7946 0000'],
    ['+54\u00a011\u00a04302\u00a01965', '+54 11 4302 1965'],
    ['\u202a+54 11 4302 1965\u202c', '+54 11 4302 1965'],
    ['\u2066+54\u200b 11 4302 1965\u2069', '+54 11 4302 1965'],
    ['＋５４　１１　４３０２　１９６５', '+54 11 4302 1965'],
    ['+٥٤ ١١ ٤٣٠٢ ١٩٦٥', '+54 11 4302 1965'],
    ['+800 1234 5678', '+800 1234 5678'],
    ['TEL:+54-11-4302-1965', '+54 11 4302 1965'],
    ['＋５４ （１１） ４３０２－１９６５', '+54 11 4302 1965'],
  ])('writes %j as %j', (typed, phone) => {
    expect(normalizePhone(typed)).toBe(phone)
    expect(normalizePhone(typed, 'AR')).toBe(phone)
    expect(normalizePhone(phone)).toBe(phone)
  })

  test.each([
    ['AR', '11 4302-1965', '+54 11 4302 1965'],
    ['AR', '(011) 4302-1965', '+54 11 4302 1965'],
    ['AR', '011 15 5555-1234', '+54 9 11 5555 1234'],
    ['AR', '11 15 5555-1234', '+54 9 11 5555 1234'],
    ['AR', '0341 15 555-1234', '+54 9 341 555 1234'],
    ['AR', '9 11 5555-1234', '+54 9 11 5555 1234'],
    ['AR', '54 9 11 5555-1234', '+54 9 11 5555 1234'],
    ['AR', '0800-222-1234', '+54 800 222 1234'],
    ['AR', '0１１ ４３０２-１９６５', '+54 11 4302 1965'],
    ['AR', 'tel:11-4302-1965;phone-context=+54', '+54 11 4302 1965'],
    ['AR', '0034 912 345 678', '+34 912 34 56 78'],
    ['UY', '099 123 456', '+598 99 123 456'],
    ['US', '(212) 555-0123', '+1 212 555 0123'],
    ['US', '0054 11 4302 1965', '+54 11 4302 1965'],
    ['US', '011 54 11 4302 1965', '+54 11 4302 1965'],
  ])('reads in %s %j as %j', (country, typed, phone) => {
    expect(normalizePhone(typed, country)).toBe(phone)
  })

  test('needs the country code where the country is unknown to the table', () => {
    expect(normalizePhone('11 4302-1965', 'ZZ')).toBeNull()
    expect(normalizePhone('+54 11 4302-1965', 'ZZ')).toBe('+54 11 4302 1965')
  })
})

describe('the reason of a refused number', () => {
  test.each([
    ['11 4302-1965', null, 'Escribilo con el código de país: +54 11 4302 1965.'],
    ['llamanos', null, 'Escribilo con el código de país: +54 11 4302 1965.'],
    [
      '4302-1965',
      'AR',
      'No es un número completo. Revisá las cifras, o escribilo con el código de país: +54 11 4302 1965.',
    ],
    [
      '+54 1143',
      'AR',
      'Ningún número de ese país tiene esas cifras. Revisá el código de país, la característica y el resto.',
    ],
    [
      '+999 1143 2222',
      null,
      'Ese código de país no lo conocemos. Tiene que empezar como +54 11 4302 1965, con el de su país.',
    ],
    ['+54 11 4302 1965 int. 3', 'AR', 'Tiene que ser un solo número, sin interno ni palabras.'],
    ['+54 11 4302 1965, de noche', null, 'Tiene que ser un solo número, sin interno ni palabras.'],
    ['+54 11 4302 1965 / +54 11 4302 1966', null, 'Tiene que ser un solo número, sin interno ni palabras.'],
    ['11 4302-1965 o 4302-1966', 'AR', 'Tiene que ser un solo número, sin interno ni palabras.'],
  ])('of %j with the country %s', (typed, country, words) => {
    expect(normalizePhone(typed, country)).toBeNull()
    expect(explainInvalidPhone(typed, country)).toBe(words)
  })
})
