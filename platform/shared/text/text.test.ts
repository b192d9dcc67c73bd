import { describe, expect, test } from 'vitest'
import { isBlank, limitMarks } from './text.ts'

describe('limitMarks', () => {
  test.each([
    ['an accent', 'Jose\u0301'],
    ['Vietnamese, one mark a time', 'Vie\u0323\u0302t'],
    ['Hebrew with points and cantillation', 'בְּרֵאשִׁ֖ית'],
    ['the longest run of the Stream-Safe Text Format', `a${'\u0316\u0300'.repeat(15)}b`],
    ['many letters with one mark each', 'x\u0301'.repeat(200)],
  ])('keeps %s', (_name, text) => {
    expect(limitMarks(text)).toBe(text)
  })

  test('shortens a longer run and keeps the rest of the text', () => {
    expect(limitMarks(`a${'\u0301'.repeat(500)}b`)).toBe(`a${'\u0301'.repeat(30)}b`)
  })

  test('shortens a run of letters that normalisation turns into marks', () => {
    const run = '\uff9e\u0316'.repeat(500)
    expect(limitMarks(`a${run}b`)).toBe(`a${run.slice(0, 30)}b`)
  })

  test('does not split a surrogate pair', () => {
    // A cut after exactly 30 code units would fall within U+1D165, a mark that consists of two code units.
    const cut = limitMarks(`\u0301${'\u{1d165}'.repeat(40)}`)
    expect(cut).toBe(`\u0301${'\u{1d165}'.repeat(14)}`)
    expect(cut.isWellFormed()).toBe(true)
  })
})

test.each(['', ' \t\n', '\u00a0\u2003', '\u200b\u202e', '\u3164\u115f', '\u2800', '\ufe0f\u034f'])(
  'isBlank is true for %j',
  (text) => {
    expect(isBlank(text)).toBe(true)
    expect(isBlank(`${text}.`)).toBe(false)
  },
)
