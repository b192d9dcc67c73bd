import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fold, foldForAddress } from './fold.ts'

describe('the fold', () => {
  test.each([
    ['case', 'NOCHE', 'noche'],
    ['accents', 'Ñandú', 'nandu'],
    ['how an accent was typed', 'jose\u0301', 'José'],
    ['full width and ligatures', 'ﬁesta １２', 'fiesta 12'],
    ['the dotted capital of Turkish', 'İzmir', 'izmir'],
    ['the dotless letter of Turkish', 'Işık', 'isik'],
    ['the strokes of Danish, Polish and Maltese', 'Søren Łukasz Ħamrun', 'soren lukasz hamrun'],
    ['the sharp s', 'Straße STRAẞE', 'strasse strasse'],
    ['joined vowels', 'Æther Œuvre ǽ', 'aether oeuvre ae'],
    ['Icelandic and Croatian', 'Þór Guðrún Đorđe', 'thor gudrun dorde'],
    ['the key of an apostrophe', 'O’B O‘B OʼB O`B O´B', "o'b o'b o'b o'b o'b"],
    ['invisible characters', 'No\u00adche\u200b\u2060', 'noche'],
  ])('makes no difference of %s', (_what, one, other) => {
    expect(fold(one)).toBe(fold(other))
  })

  test('keeps different words apart', () => {
    expect(new Set(['noche', 'noches', 'no-che', 'noché2'].map(fold)).size).toBe(4)
  })

  test('changes a folded text no more, and has a limit of length', () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(fc.constantFrom(...'ßẞæŒøŁđİıΣς´’ﷺ가ﾞが', '\u0301', '\u200b', 'a', ' '))
        .map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(anyText, (text) => {
        const folded = fold(text)
        expect(fold(folded)).toBe(folded)
        expect(folded.length).toBeLessThanOrEqual(18 * text.length)
      }),
      { numRuns: 300 },
    )
  })

  test('folds a text of ASCII as any other text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => {
        expect(fold(text)).toBe(foldForAddress(text))
        expect(fold(`${text}\u00e9`)).toBe(`${fold(text)}e`)
      }),
    )
  })

  test('changes no folded letter of the first plane any more', () => {
    const changed: string[] = []
    for (let code = 0; code < 0xffff; code++) {
      const folded = fold(String.fromCharCode(code))
      if (fold(folded) !== folded) changed.push(code.toString(16))
    }
    expect(changed).toEqual([])
  })
})
