import { describe, expect, test } from 'vitest'
import { PASTED_LINES_MAX } from '../shared/guest-limits.ts'
import { getNameKey } from '../shared/guest-names.ts'
import { understandNames } from './understood-names.ts'

const understand = (text: string, known: string[] = [], left: number | null = null) => {
  const understood = understandNames(text, new Set(known.map(getNameKey)), left)
  if (!understood.ok) throw new Error(understood.error)
  return understood
}

describe('a pasted text before it is sent', () => {
  test('counts people with their companions', () => {
    const { guests, people } = understand('Ana +2\nBeto y 1\n3. Caro')
    expect(guests.map(({ name, companions }) => [name, companions])).toEqual([
      ['Ana', 2],
      ['Beto', 1],
      ['Caro', 0],
    ])
    expect(people).toBe(6)
  })

  test('marks names of any list of the night, and names that the text repeats', () => {
    const { guests } = understand('GÓMEZ Ana\nBeto\nbeto +1\nCaro', ['Ana Gomez'])
    expect(guests.map(({ isRepeated }) => isRepeated)).toEqual([true, false, true, false])
  })

  test.each([
    [null, 3],
    [6, 3],
    [5, 2],
    [4, 1],
    [2, 0],
    [0, 0],
  ])('with %s places left, the first %i names fit', (left, count) => {
    expect(understand('Ana +2\nBeto y 1\nCaro', [], left).fitting).toHaveLength(count)
  })

  test('is refused with too many lines, or with a name that is too long', () => {
    expect(understandNames('a\n'.repeat(PASTED_LINES_MAX + 1), new Set(), null)).toEqual({
      ok: false,
      error: 'Se pueden sumar hasta 1.000 por vez, y pegaste 1.001.',
    })
    expect(understandNames(`${'a'.repeat(121)}\nBeto`, new Set(), null)).toEqual({
      ok: false,
      error: `Este nombre es demasiado largo: «${'a'.repeat(40)}…».`,
    })
  })
})
