import { describe, expect, test } from 'vitest'
import { residents } from '../../../features/artists/shared/artist-resources.ts'
import { makeSlug } from './slugs.ts'

describe('the slug of a name', () => {
  test.each([
    ['accents and case', 'Ñandú ÜBER', 'nandu-uber'],
    ['Latin letters without a decomposition', 'Søren Łukasz Straße Æther', 'soren-lukasz-strasse-aether'],
    ['signs', "D'Angelo & J.P.", 'd-angelo-j-p'],
    ['Cyrillic accents', 'Ёлка', 'елка'],
    ['Hindi, with its vowels', 'हिन्दी नाइट', 'हिन्दी-नाइट'],
    ['Thai, with its vowels', 'กรุงเทพ น้ำ', 'กรุงเทพ-น้ำ'.normalize('NFKD').normalize('NFC')],
    ['Japanese, with its sound marks', 'ガラージ', 'ガラージ'],
    ['a Chinese character', '火', '火'],
    ['emoji beside a word', 'Auris 🎧❤️', 'auris'],
    ['emoji alone: the id', '🎧❤️', 'id'],
    ['a mark without a letter: the id', '\u093f', 'id'],
  ])('has %s', (_what, name, slug) => {
    expect(makeSlug(residents, { _id: 'id', name })).toBe(slug)
    expect(makeSlug(residents, { _id: 'id', name: slug })).toBe(slug)
  })
})
