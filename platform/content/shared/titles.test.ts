import { describe, expect, test } from 'vitest'
import { titleFromSlug } from '../../shared/public-paths.ts'
import { toTitle } from './titles.ts'

describe('a news title', () => {
  test.each([
    ['trims and turns white space into hyphens', '  La noche\t larga\n del   sur ', 'La-noche-larga-del-sur'],
    [
      'keeps letters with their accents, and digits',
      'Ñandú über 2027 Москва 東京',
      'Ñandú-über-2027-Москва-東京',
    ],
    ['keeps the marks of scripts that need them', 'हिन्दी', 'हिन्दी'],
    ['drops the rest', '¡Vuelve "Pampero"! (¿otra vez?) 100% <b>', 'Vuelve-Pampero-otra-vez-100-b'],
    ['collapses hyphens', 'techno - - house---dub', 'techno-house-dub'],
    ['has none at its ends', '-- ¡ya! --', 'ya'],
    ['cannot leave its place in an address', '../../admin?x=1#y%2F', 'adminx1y2F'],
    ['holds no quotes of any language', `'; DROP TABLE news; --`, 'DROP-TABLE-news'],
    ['is one text however it was typed', 'Jose\u0301', 'Jos\u00e9'],
    ['also when what stood between letter and accent is dropped', 'Jose!\u0301', 'Jos\u00e9'],
    ['hides no direction', 'abc\u202edef\u200f', 'abcdef'],
    ['keeps no selector or frame of an emoji', 'Fiesta ❤\ufe0f 1\ufe0f\u20e3', 'Fiesta-1'],
    ['of a Chinese character is that character', '火', '火'],
    ['of Thai keeps its vowels', 'น้ำ', 'น้ำ'],
    ['of signs alone is none', '¡!¿? — …', ''],
    ['of accents alone is none', '\u0301\u0308', ''],
    ['of emoji alone is none', '🎉🎉', ''],
  ])('%s', (_rule, typed, expected) => {
    expect(toTitle(typed)).toBe(expected)
    // A stored title stays as it is, because the same rule is used to find it.
    expect(toTitle(expected)).toBe(expected)
  })

  test('is shown with spaces', () => {
    expect(titleFromSlug('La-noche-larga')).toBe('La noche larga')
  })
})
