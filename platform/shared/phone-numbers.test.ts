import { describe, expect, test } from 'vitest'
import { createTelLink, createWhatsAppLink, normalizePhone, PHONE_TYPED_MAX } from './phone-numbers.ts'

describe('telephone numbers', () => {
  test.each([
    ['no number', 'llamanos'],
    ['a number without country code', '11 4302-1965'],
    ['a country code that begins with 0', '+054 11 4302 1965'],
    ['letters among the digits', '+54 11 4302 BAILE'],
    ['an extension', '+54 11 4302 1965 int. 3'],
    ['two numbers', '+54 11 4302 1965 / +54 11 4302 1966'],
    ['fewer than 8 digits', '+54 1143'],
    ['more than 15 digits', '+54 11 4302 1965 000000'],
    ['digits of another script', '+٥٤ ١١ ٤٣٠٢ ١٩٦٥'],
    ['a longer text', `+${' '.repeat(PHONE_TYPED_MAX)}54 11 4302 1965`],
    ['nothing after the plus sign', '+'],
  ])('rejects %s', (_, typed) => {
    expect(normalizePhone(typed)).toBeNull()
  })

  test.each([
    ['+54 11 4302 1965', '+54 11 4302 1965'],
    ['+541143021965', '+541143021965'],
    ['  +54 (11) 4302-1965 ', '+54 11 4302 1965'],
    ['0054 11 4302.1965', '+54 11 4302 1965'],
    ['+54 9 11 5555‑1965', '+54 9 11 5555 1965'],
    ['+44 (0)20 7946 0000', '+44 20 7946 0000'],
  ])('writes %j as %j', (typed, phone) => {
    expect(normalizePhone(typed)).toBe(phone)
    expect(normalizePhone(phone)).toBe(phone)
  })

  test('links to the telephone and to WhatsApp without separators', () => {
    expect(createTelLink('+54 11 4302 1965')).toBe('tel:+541143021965')
    expect(createWhatsAppLink('+54 9 11 5555 1965')).toBe('https://wa.me/5491155551965')
  })
})
