import { describe, expect, test } from 'vitest'
import { findDifference } from './text-diff.ts'

const said = (before: string, after: string) =>
  findDifference(before, after)
    .map(({ kind, text }) => ({ same: text, gone: `[-${text}-]`, new: `{+${text}+}` })[kind])
    .join('')

describe('the difference of two texts', () => {
  test.each([
    ['La noche fue larga.', 'La noche fue corta.', 'La noche fue [-larga.-]{+corta.+}'],
    ['', 'Todo nuevo', '{+Todo nuevo+}'],
    ['Todo viejo', '', '[-Todo viejo-]'],
    ['igual', 'igual', 'igual'],
    ['a b c d', 'a c d e', 'a [-b -]c d{+ e+}'],
    ['uno dos tres', 'tres dos uno', '[-uno-]{+tres+} dos [-tres-]{+uno+}'],
  ])('of %j and %j', (before, after, expected) => {
    expect(said(before, after)).toBe(expected)
  })

  test('says both texts whole, and each once', () => {
    const before = 'El sonido no se toca. La pista es de todos, y de nadie más.'
    const after = 'El sonido se cuida. La pista es de todos los que vienen.'
    const pieces = findDifference(before, after)
    const of = (kinds: string[]) =>
      pieces
        .filter(({ kind }) => kinds.includes(kind))
        .map(({ text }) => text)
        .join('')
    expect(of(['same', 'gone'])).toBe(before)
    expect(of(['same', 'new'])).toBe(after)
  })

  test('of very long texts that share nothing comes at once, whole', () => {
    const words = (stem: string) => Array.from({ length: 20_000 }, (_, n) => `${stem}${n}`).join(' ')
    expect(findDifference(words('a'), words('b')).map(({ kind }) => kind)).toEqual(['gone', 'new'])
  })
})
