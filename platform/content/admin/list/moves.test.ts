import { describe, expect, it } from 'vitest'
import { beforeIt, movedBehind, movedTo } from './moves.ts'

const ids = ['a', 'b', 'c', 'd']

describe('a move', () => {
  it('takes an item to a place, and leaves the others as they stand', () => {
    expect(movedTo(ids, 'a', 3)).toEqual(['b', 'c', 'd', 'a'])
    expect(movedTo(ids, 'd', 0)).toEqual(['d', 'a', 'b', 'c'])
    expect(movedTo(ids, 'b', 2)).toEqual(['a', 'c', 'b', 'd'])
  })

  it('is the same in an order that somebody changed meanwhile', () => {
    const next = movedTo(ids, 'a', 2)
    expect(beforeIt(next, 'a')).toBe('c')
    expect(movedBehind(['e', 'd', 'c', 'b', 'a'], 'a', 'c')).toEqual(['e', 'd', 'c', 'a', 'b'])
    expect(beforeIt(movedTo(ids, 'c', 0), 'c')).toBeNull()
    expect(movedBehind(['e', ...ids], 'c', null)).toEqual(['c', 'e', 'a', 'b', 'd'])
  })

  it('is none where what it was about has gone', () => {
    expect(movedBehind(['b', 'd'], 'd', 'c')).toEqual(['b', 'd'])
    expect(movedBehind(['b', 'd'], 'a', 'b')).toEqual(['b', 'd'])
  })
})
