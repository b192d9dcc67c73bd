import { describe, expect, test } from 'vitest'
import { isBlank, limitMarks } from './text.ts'

describe('runs of combining marks', () => {
  test.each([
    ['an accent', 'Jose\u0301'],
    ['Vietnamese, one mark a time', 'Vie\u0323\u0302t'],
    ['Hebrew with points and cantillation', 'בְּרֵאשִׁ֖ית'],
    ['as many as the Stream-Safe Text Format allows', `a${'\u0316\u0300'.repeat(15)}b`],
    ['a text of marks alone, between letters', 'x\u0301'.repeat(200)],
  ])('stay as they are: %s', (_what, text) => {
    expect(limitMarks(text)).toBe(text)
  })

  test('are cut where they are longer, and the rest of the text stays', () => {
    expect(limitMarks(`a${'\u0301'.repeat(500)}b`)).toBe(`a${'\u0301'.repeat(30)}b`)
  })

  test('are cut where letters become marks by normalisation', () => {
    const run = '\uff9e\u0316'.repeat(500)
    expect(limitMarks(`a${run}b`)).toBe(`a${run.slice(0, 30)}b`)
  })

  test('are not cut within a character', () => {
    // U+1D165, a mark outside the basic plane, stands across the place of the cut.
    const cut = limitMarks(`\u0301${'\u{1d165}'.repeat(40)}`)
    expect(cut).toBe(`\u0301${'\u{1d165}'.repeat(14)}`)
    expect(cut.isWellFormed()).toBe(true)
  })
})

test.each(['', ' \t\n', '\u00a0\u2003', '\u200b\u202e', '\u3164\u115f', '\u2800', '\ufe0f\u034f'])(
  '%j shows nothing',
  (text) => {
    expect(isBlank(text)).toBe(true)
    expect(isBlank(`${text}.`)).toBe(false)
  },
)
