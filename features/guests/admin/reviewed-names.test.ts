import { describe, expect, test } from 'vitest'
import { PASTED_LINES_MAX } from '../shared/guest-limits.ts'
import { getNameKey } from '../shared/guest-names.ts'
import { type Decisions, keyOfLine, type ReviewedNames, reviewNames } from './reviewed-names.ts'

const nobody = { names: new Set<string>(), maxCompanions: 1, left: null }

function review(
  text: string,
  decisions: Decisions = new Map(),
  known: Parameters<typeof reviewNames>[2] = nobody,
) {
  const read = reviewNames(text, decisions, known)
  if (!read.ok) throw new Error(read.error)
  return read
}

const stateOf = ({ lines }: Extract<ReviewedNames, { ok: true }>) => lines.map(({ state }) => state)

describe('a review of a pasted text', () => {
  test('refuses too many lines with their number', () => {
    expect(reviewNames('Ana\n'.repeat(PASTED_LINES_MAX + 1), new Map(), nobody)).toEqual({
      ok: false,
      error: 'Se pueden sumar hasta 1.000 por vez, y pegaste 1.001.',
    })
  })

  test('adds guests, asks about doubts, leaves the others out', () => {
    const read = review('LISTA MICA\nAna Gómez +1\nInés & Juan')
    expect(stateOf(read)).toEqual(['left', 'added', 'open'])
    expect(read.guests).toEqual([{ name: 'Ana Gómez', companions: 1, note: null, isRepeated: false }])
    expect(read.people).toBe(2)
  })

  test('follows what somebody decided', () => {
    const { lines } = review('LISTA MICA\nAna Gómez\nInés & Juan')
    const [heading, ana, pair] = lines.map(({ line }) => keyOfLine(line)) as [string, string, string]
    const one = (name: string) => ({ name, companions: 0, note: null })
    const read = review(
      'LISTA MICA\nAna Gómez\nInés & Juan',
      new Map([
        [heading, [one('Lista Mica')]],
        [ana, []],
        [pair, [one('Inés'), one('Juan')]],
      ]),
    )
    expect(stateOf(read)).toEqual(['added', 'left', 'added'])
    expect(read.guests.map(({ name }) => name)).toEqual(['Lista Mica', 'Inés', 'Juan'])
  })

  test('marks names that are on a list, or twice in the text', () => {
    const names = new Set([getNameKey('Ana Gómez')])
    expect(
      review('gomez ana\nBeto\nBeto', new Map(), { ...nobody, names }).guests.map((one) => one.isRepeated),
    ).toEqual([true, false, true])
  })

  test('asks about those who do not fit', () => {
    expect(stateOf(review('Ana +1\nBeto', new Map(), { ...nobody, left: 2 }))).toEqual(['added', 'open'])
  })
})
