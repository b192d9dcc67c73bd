import { describe, expect, test } from 'vitest'
import { diff, findDifference, type Part } from './text-diff.ts'

const of = (parts: Part[], ...kinds: Part['kind'][]) =>
  parts.filter(({ kind }) => kinds.includes(kind)).flatMap(({ tokens }) => tokens)

/** Returns pseudo-random numbers, the same in each run. */
function numbers(count: number, below: number): string[] {
  let state = 7
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return String((state >> 8) % below)
  })
}

describe('diff', () => {
  test.each<[string, string[], string[]]>([
    ['empty lists', [], []],
    ['a new text', [], ['a']],
    ['a moved token', ['a', 'b', 'c'], ['b', 'c', 'a']],
    ['empty tokens', ['', 'a', ''], ['a', '', '']],
    ['random tokens', numbers(300, 20), numbers(400, 20).reverse()],
    ['more changes than the limit', numbers(5_000, 2), numbers(5_001, 2).reverse()],
  ])('contains both lists, and joins neighbours of the same kind: %s', (_, before, after) => {
    const parts = diff(before, after)
    expect(of(parts, 'same', 'gone')).toEqual(before)
    expect(of(parts, 'same', 'new')).toEqual(after)
    for (const [index, { kind, tokens }] of parts.entries()) {
      expect(tokens).not.toHaveLength(0)
      expect(kind).not.toBe(parts[index + 1]?.kind)
    }
  })

  test('finds a few changes in a long text', () => {
    const before = numbers(60_000, 5_000)
    const after = before.with(10, 'x').with(30_000, 'y').toSpliced(50_000, 3)
    const parts = diff(before, after)
    expect(of(parts, 'new')).toEqual(['x', 'y'])
    expect(of(parts, 'gone')).toHaveLength(5)
  })

  test('replaces the whole middle of long texts with little in common', () => {
    const ends = (middle: string[]) => ['first', ...middle, 'last']
    const before = numbers(50_000, 100_000)
    const after = before.map((number) => `${number}!`)
    expect(diff(ends(before), ends(after))).toEqual([
      { kind: 'same', tokens: ['first'] },
      { kind: 'gone', tokens: before },
      { kind: 'new', tokens: after },
      { kind: 'same', tokens: ['last'] },
    ])
  })
})

const marked = (before: string, after: string) =>
  findDifference(before, after)
    .map(({ kind, text }) => ({ same: text, gone: `[-${text}-]`, new: `{+${text}+}` })[kind])
    .join('')

describe('findDifference', () => {
  test.each([
    ['La noche fue larga.', 'La noche fue corta.', 'La noche fue [-larga.-]{+corta.+}'],
    ['', 'Todo nuevo', '{+Todo nuevo+}'],
    ['Todo viejo', '', '[-Todo viejo-]'],
    ['igual', 'igual', 'igual'],
    ['a b c d', 'a c d e', 'a [-b -]c d{+ e+}'],
    ['uno dos tres', 'tres dos uno', '[-uno-]{+tres+} dos [-tres-]{+uno+}'],
  ])('compares %j with %j', (before, after, expected) => {
    expect(marked(before, after)).toBe(expected)
  })

  test('contains each of the two texts once', () => {
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

  test('replaces very long texts with nothing in common as a whole', () => {
    const words = (stem: string) => Array.from({ length: 20_000 }, (_, n) => `${stem}${n}`).join(' ')
    expect(findDifference(words('a'), words('b')).map(({ kind }) => kind)).toEqual(['gone', 'new'])
  })
})
