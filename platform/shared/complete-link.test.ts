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
  ])('returns unchanged: %s', (typed) => expect(completeLink(typed)).toBe(typed))
})

describe('completeLink with an account host', () => {
  test.each([
    ['@ana', `${INSTAGRAM}ana`],
    ['@ana.b_c-d', `${INSTAGRAM}ana.b_c-d`],
    [' ana ', `${INSTAGRAM}ana`],
    ['instagram.com/ana', 'https://instagram.com/ana'],
    ['https://www.instagram.com/ana', 'https://www.instagram.com/ana'],
  ])('completes %s', (typed, whole) => expect(completeLink(typed, INSTAGRAM)).toBe(whole))

  test('does not complete a name with other characters', () => {
    expect(completeLink('@ana/../b', INSTAGRAM)).toBe('@ana/../b')
    expect(completeLink('@', INSTAGRAM)).toBe('@')
  })
})
