import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plainDigits, plainSpaces, stripInvisible, trimInvisible } from './clean.ts'

const hidden = {
  'a zero-width space': '\u200b',
  'a word joiner': '\u2060',
  'a byte order mark': '\ufeff',
  'a soft hyphen': '\u00ad',
  'an embedding': '\u202a',
  'the end of an isolate': '\u2069',
  'a direction mark': '\u200f',
  'a zero-width joiner': '\u200d',
  'a filler of Hangul': '\u3164',
  'the selector of an emoji': '\ufe0f',
  'a tag': '\u{e0061}',
}

describe('trimInvisible', () => {
  test.each(Object.entries(hidden))('removes %s at both ends', (_name, character) => {
    expect(trimInvisible(`${character} ${character}Ana ${character} Paz${character}\u00a0${character}`)).toBe(
      `Ana ${character} Paz`,
    )
  })

  test('returns an empty text without visible characters', () => {
    expect(trimInvisible('')).toBe('')
    expect(trimInvisible(Object.values(hidden).join(' '))).toBe('')
  })

  test.each([
    ['a coloured emoji', 'Hola ❤\ufe0f'],
    ['a flag of letters', 'Techno \u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
    ['the variant of an ideograph', '葛\u{e0100}'],
    ['an Arabic sign before a number', '\u0600١٢'],
    ['an emoji of two units', '🎧 Auris 🎧'],
    ['the end of an embedding', 'Hola \u202bעברית\u202c'],
  ])('keeps %s at the end', (_name, text) => {
    expect(trimInvisible(` ${text}\u200b `)).toBe(text)
  })
})

describe('stripInvisible', () => {
  test.each(Object.entries(hidden))('removes %s inside', (_name, character) => {
    expect(stripInvisible(`An${character}a`)).toBe('Ana')
  })

  test.each([
    ['an emoji of several', '👩\u200d🎤 ❤\ufe0f\u200d🔥 👩🏽\u200d🎤 1\ufe0f\u20e3'],
    ['Persian', 'می\u200cخواهم'],
    ['Hindi', 'क्\u200dष क्\u200cष'],
    ['Sinhala', 'ශ්\u200dරී'],
    ['Mongolian', 'ᠬᠠᠷ\u180eᠠ'],
  ])('keeps the joiners of %s', (_name, text) => {
    expect(stripInvisible(text)).toBe(text)
  })
})

test('fixed spaces and full-width digits become ordinary ones', () => {
  expect(plainSpaces('a\u00a0b\u2009c\u202fd\u3000e')).toBe('a b c d\u3000e')
  expect(plainDigits('２３:５９')).toBe('23:59')
})

describe('any text', () => {
  const alphabet = [
    ...Object.values(hidden),
    ...'a1#👩🎤🏽❤🏴葛یक्ᠬ',
    ' ',
    '\u00a0',
    '\u20e3',
    '\u200c',
    '\u180e',
  ]
  const anyText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(fc.constantFrom(...alphabet), { maxLength: 30 }).map((characters) => characters.join('')),
  )

  test('has nothing to remove a second time, and never grows', () => {
    const check = (text: string) => {
      for (const clean of [stripInvisible, trimInvisible]) {
        const once = clean(text)
        expect(clean(once)).toBe(once)
        expect(once.length).toBeLessThanOrEqual(text.length)
      }
    }
    fc.assert(fc.property(anyText, check), { numRuns: 3000 })
  })

  test('keeps visible characters in their order', () => {
    const visible = (text: string) => text.replace(/[\p{DI}\p{Bidi_Control}\p{Cf}\s]/gu, '')
    fc.assert(
      fc.property(anyText, (text) => {
        expect(visible(trimInvisible(text))).toBe(visible(text))
        expect(visible(stripInvisible(text))).toBe(visible(text))
      }),
    )
  })

  test('of a megabyte takes linear time', () => {
    const long = '\u200b '.repeat(250_000)
    expect(trimInvisible(`${long}a${long}b${long}`)).toBe(`a${long}b`)
    expect(stripInvisible(`\u{1f3f4}${'\u{e0061}'.repeat(500_000)}`)).toHaveLength(16)
  })
})
