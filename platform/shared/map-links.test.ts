import { expect, test } from 'vitest'
import { isShortMapLink } from './map-links.ts'

test.each([
  '',
  '-32.9, -60.6',
  'https://www.google.com/maps/@-32.9,-60.6,17z',
  'https://maps.apple.com/?ll=-32.9,-60.6',
  'https://otro.example/?de=maps.app.goo.gl',
  'https://nomaps.app.goo.gl.example/x',
  `${'/ '.repeat(5000)}https://maps.app.goo.gl/AbC1`,
])('does not take %j for a short link of a map', (text) => expect(isShortMapLink(text)).toBe(false))

test.each([
  'https://maps.app.goo.gl/AbC1?g_st=ic',
  'maps.app.goo.gl/AbC1',
  'Estamos acá: https://goo.gl/maps/AbC1',
  'https://maps.apple/p/AbC1',
])('finds the short link of a map in %j', (text) => expect(isShortMapLink(text)).toBe(true))
