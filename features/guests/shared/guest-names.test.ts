import { describe, expect, test } from 'vitest'
import { PASTED_LINES_MAX, PASTED_TEXT_MAX } from './guest-limits.ts'
import {
  getNameKey,
  getSearchText,
  getSearchWords,
  matchesSearch,
  normalizeName,
  parsePastedNames,
} from './guest-names.ts'

describe('names of guests', () => {
  test.each([
    ['  Ana   Gómez ', 'Ana Gómez'],
    ['Ａｎａ', 'Ana'],
    ['Ana\u202eGómez', 'Ana Gómez'],
    ['Ana\nGómez\u0000', 'Ana Gómez'],
    ['\u200b', ''],
  ])('%j is stored as %j', (typed, stored) => {
    expect(normalizeName(typed)).toBe(stored)
  })

  test('finds duplicates without case, accents and order of words', () => {
    expect(getNameKey('GÓMEZ, Ana')).toBe(getNameKey('ana gomez'))
    expect(getNameKey('Ana Gómez')).not.toBe(getNameKey('Ana Gomes'))
  })

  test('a name of a megabyte is cut before it is normalised', () => {
    expect(normalizeName('ﷺ'.repeat(1_000_000)).length).toBeLessThan(20_000)
  })

  test.each([
    ['nan', true],
    ['ñan', true],
    ['an nan', true],
    ['du', false],
    ['k7', true],
  ])('the query %j finds Ñandú Ana with the code K7Q2P: %s', (query, found) => {
    expect(matchesSearch(getSearchText({ name: 'Ñandú Ana', code: 'K7Q2P' }), getSearchWords(query))).toBe(
      found,
    )
  })
})

describe('a pasted text', () => {
  test.each([
    ['Ana Gómez +2', 'Ana Gómez', 2],
    ['Beto y 1', 'Beto', 1],
    ['1. Caro', 'Caro', 0],
    ['2) Dani (+1)', 'Dani', 1],
    ['- Ema + 3', 'Ema', 3],
    ['• Fede', 'Fede', 0],
    ['Gustavo y Lucía', 'Gustavo y Lucía', 0],
    ['Hernán+1', 'Hernán', 1],
    ['Iris +99', 'Iris', 20],
    ['2pac', '2pac', 0],
  ])('%j is %j with %i companions', (line, name, companions) => {
    expect(parsePastedNames(line)).toEqual({ ok: true, guests: [{ name, companions }] })
  })

  test('skips empty lines and lines without a name', () => {
    expect(parsePastedNames('Ana\r\n\r\n - \n   \nBeto')).toEqual({
      ok: true,
      guests: [
        { name: 'Ana', companions: 0 },
        { name: 'Beto', companions: 0 },
      ],
    })
  })

  test('is refused when it has too many lines or characters', () => {
    expect(parsePastedNames('a\n'.repeat(PASTED_LINES_MAX + 1))).toEqual({
      ok: false,
      lines: PASTED_LINES_MAX + 1,
    })
    expect(parsePastedNames('a'.repeat(PASTED_TEXT_MAX + 1))).toEqual({ ok: false, lines: null })
  })

  test('one line of the largest text takes linear time', () => {
    const worst = ['+ '.repeat(70_000), '1 '.repeat(70_000), `${' '.repeat(140_000)}+`, '('.repeat(140_000)]
    for (const line of worst) expect(parsePastedNames(line).ok).toBe(true)
  })
})
