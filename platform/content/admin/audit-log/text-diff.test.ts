import { describe, expect, test } from 'vitest'
import { diff, type Part } from './text-diff.ts'

const of = (parts: Part[], ...kinds: Part['kind'][]) =>
  parts.filter(({ kind }) => kinds.includes(kind)).flatMap(({ tokens }) => tokens)

/** Numbers that look random, and are the same every time. */
function numbers(count: number, below: number): string[] {
  let state = 7
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return String((state >> 8) % below)
  })
}

describe('a difference', () => {
  test.each<[string, string[], string[]]>([
    ['nothing at all', [], []],
    ['a text that is new', [], ['a']],
    ['what moved', ['a', 'b', 'c'], ['b', 'c', 'a']],
    ['what is empty', ['', 'a', ''], ['a', '', '']],
    ['random ones', numbers(300, 20), numbers(400, 20).reverse()],
    ['more changes than are looked for', numbers(5_000, 2), numbers(5_001, 2).reverse()],
  ])('says both lists whole, and nothing twice in a row: %s', (_, before, after) => {
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

  test('of long texts with hardly anything in common replaces the middle whole', () => {
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
