import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanPersonName, emailSchema } from './person-schemas.ts'
import { cleanText, toOneLine } from './text-schemas.ts'

describe('the e-mail of a person', () => {
  test.each(['a\u200bna@club.example', 'ana@clu\u2060b.example', 'ana\u200d@club.example'])(
    'is refused with an invisible character inside: %j',
    (typed) => {
      expect(emailSchema().safeParse(typed).error?.issues[0]?.message).toBe(
        'Ese e-mail tiene caracteres que no se ven. Escribilo de nuevo, letra por letra.',
      )
    },
  )

  test.each([
    '\u200bana@club.example',
    'ana@club.example\u2060',
    '\u2068ana@club.example\u2069 ',
    '\ufeffana@club.example',
  ])('is accepted with one at its ends: %j', (typed) => {
    expect(emailSchema().parse(typed)).toBe('ana@club.example')
  })
})

describe('a text', () => {
  test.each([
    ['invisible characters at its ends', '\u200b\u202aHola\u202c\u2060', 'Hola'],
    ['spaces that do not break', 'Hola\u00a0a\u202ftodos\u2009hoy', 'Hola a todos hoy'],
    ['full-width digits', '２３:５９ Mica', '23:59 Mica'],
    ['control characters', 'a\u0000\r\nb', 'a\nb'],
  ])('has no %s', (_name, typed, stored) => {
    expect(cleanText(typed)).toBe(stored)
  })

  test.each([
    'IG: _dark_matter_',
    '5 * 3 * 2 = 30',
    'سلام \u200fPulso',
    'می\u200cخواهم',
    'Hola ❤\ufe0f\n👩\u200d🎤',
  ])('stays as it is: %j', (typed) => {
    expect(cleanText(typed)).toBe(typed)
  })

  test('is cleaned once', () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(
          fc.constantFrom(
            '\u200b',
            '\u034f',
            '\u0301'.repeat(30),
            '\u2060',
            ' ',
            '\n',
            '\u00a0',
            'a',
            '❤',
            '\ufe0f',
            '\r',
          ),
        )
        .map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(anyText, (typed) => {
        for (const clean of [cleanText, toOneLine, cleanPersonName])
          expect(clean(clean(typed))).toBe(clean(typed))
      }),
    )
  })
})

test('the name of a person has no invisible character, apart from those that its script needs', () => {
  expect(cleanPersonName('\u2068Ana\u202e Gó\u00admez\u2069')).toBe('Ana Gómez')
  expect(cleanPersonName('علی\u200cرضا')).toBe('علی\u200cرضا')
})
