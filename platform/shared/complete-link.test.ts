import { describe, expect, test } from 'vitest'
import { completeLink } from './complete-link.ts'

const INSTAGRAM = 'https://www.instagram.com/'

describe('completeLink without an account host', () => {
  test.each([
    ['passline.com/x', 'https://passline.com/x'],
    [' www.passline.com ', 'https://www.passline.com'],
    ['//passline.com/x?y=1#z', 'https://passline.com/x?y=1#z'],
    ['passline.com:8080/x', 'https://passline.com:8080/x'],
    ['ñandú.com.ar', 'https://ñandú.com.ar'],
    ['https://passline.com/x', 'https://passline.com/x'],
    ['http://passline.com', 'http://passline.com'],
    ['https://passline.com/e/1\u200b', 'https://passline.com/e/1'],
    ['https://passline.com/e/1\u2060', 'https://passline.com/e/1'],
    ['\u200bhttps://passline.com/e/1', 'https://passline.com/e/1'],
    ['\u202ahttps://passline.com/e/1\u202c', 'https://passline.com/e/1'],
    ['pass\u00adline.com/\u200be/1', 'https://passline.com/e/1'],
  ])('completes %s', (typed, whole) => {
    expect(completeLink(typed)).toBe(whole)
    expect(completeLink(whole)).toBe(whole)
  })

  test.each([
    '',
    'javascript:alert(1)',
    'mailto:ana@pulso.club',
    'en la puerta',
    'passline',
    '@ana',
    'ana@pulso.club',
    'a.b c',
    'https://passline.com/mi fecha',
    'passline.com/mi fecha',
    'https://passline.com/1 https://passline.com/2',
    'Entradas: https://passline.com/1 y passline.com/2',
    'Nos vemos. Hasta mañana',
    'ana@pulso.club y beto@pulso.club',
    'javascript:alert(1) en la puerta',
    "javascript:open('https://passline.com/x')",
    '<a href="https://passline.com/x">',
    '[Entradas](https://passline.com/x)',
    'a las 23.30/00.30 en punto',
    'https://ana:clave@passline.com/ acá',
    '.,)',
    '🎟',
  ])('returns unchanged: %s', (typed) => expect(completeLink(typed)).toBe(typed))
})

describe('a link as a chat writes it', () => {
  test.each([
    ['passline.com/x.', 'https://passline.com/x'],
    ['https://passline.com/x,', 'https://passline.com/x'],
    ['https://passline.com/x!!', 'https://passline.com/x'],
    ['https://passline.com/x?', 'https://passline.com/x'],
    ['https://passline.com/x).', 'https://passline.com/x'],
    ['"https://passline.com/x"', 'https://passline.com/x'],
    ['«passline.com/x»', 'https://passline.com/x'],
    ['“https://passline.com/x”,', 'https://passline.com/x'],
    ['<https://passline.com/x>', 'https://passline.com/x'],
    ['*https://passline.com/x*', 'https://passline.com/x'],
    ['(https://x.com/a_(b))', 'https://x.com/a_(b)'],
    ['https://x.com/a_(b)', 'https://x.com/a_(b)'],
    ['https://x.com/_a_', 'https://x.com/_a_'],
    ['http://[::1]', 'http://[::1]'],
    [
      'https://passline.com/x?utm_source=ig&fbclid=a.b-c#d',
      'https://passline.com/x?utm_source=ig&fbclid=a.b-c#d',
    ],
    ['Entradas: https://passline.com/e/1 🎟', 'https://passline.com/e/1'],
    ['https://passline.com/e/1 🎟', 'https://passline.com/e/1'],
    ['https://passline.com/e/1 (anticipadas)', 'https://passline.com/e/1'],
    ['https://passline.com/e/1\nNos vemos', 'https://passline.com/e/1'],
    ['Entradas en http://passline.com/e/1, desde las 20.30.', 'http://passline.com/e/1'],
    ['Entradas: passline.com/e/1', 'https://passline.com/e/1'],
    ['Mirá www.passline.com.', 'https://www.passline.com'],
    ['https://passline.com/e/1 … https://passline.com/e/1', 'https://passline.com/e/1'],
  ])('takes from %j', (typed, whole) => {
    expect(completeLink(typed)).toBe(whole)
    expect(completeLink(whole)).toBe(whole)
  })

  test('leaves texts of the worst kinds as they are', () => {
    for (const part of ['(', ')', '. ', 'a.', 'a/ ', 'https:// ', '"https://a.b ']) {
      const text = part.repeat(1024)
      expect([text.trim(), text.trim().replace(/[)."]+$/, '')]).toContain(completeLink(text))
    }
  })
})

describe('completeLink with an account host', () => {
  test.each([
    ['@ana', `${INSTAGRAM}ana`],
    ['@ana.b_c-d', `${INSTAGRAM}ana.b_c-d`],
    ['@ana.', `${INSTAGRAM}ana`],
    ['_ana_', `${INSTAGRAM}_ana_`],
    ['(@ana)', `${INSTAGRAM}ana`],
    ['Seguinos: https://instagram.com/ana ❤️', 'https://instagram.com/ana'],
    ['@pulso\u2069', `${INSTAGRAM}pulso`],
    ['\u2068@pulso\u2069', `${INSTAGRAM}pulso`],
    [' ana ', `${INSTAGRAM}ana`],
    ['instagram.com/ana', 'https://instagram.com/ana'],
    ['https://www.instagram.com/ana', 'https://www.instagram.com/ana'],
  ])('completes %s', (typed, whole) => expect(completeLink(typed, INSTAGRAM)).toBe(whole))

  test('does not complete a name with other characters', () => {
    expect(completeLink('@ana/../b', INSTAGRAM)).toBe('@ana/../b')
    expect(completeLink('@', INSTAGRAM)).toBe('@')
    expect(completeLink('@ana y @beto', INSTAGRAM)).toBe('@ana y @beto')
  })
})
