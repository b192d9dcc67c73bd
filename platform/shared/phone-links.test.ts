import { expect, test } from 'vitest'
import { createTelLink, createWhatsAppLink } from './phone-links.ts'

test('links to the telephone and to WhatsApp without separators', () => {
  expect(createTelLink('+54 11 4302 1965')).toBe('tel:+541143021965')
  expect(createWhatsAppLink('+54 9 11 5555 1965')).toBe('https://wa.me/5491155551965')
})
