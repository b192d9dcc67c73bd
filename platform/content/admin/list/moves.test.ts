import { describe, expect, it } from 'vitest'
import { findPreviousId, moveItemBehind, moveItemTo } from './moves.ts'

const ids = ['a', 'b', 'c', 'd']

describe('a move', () => {
  it('puts an item at its new place, and keeps the order of the others', () => {
    expect(moveItemTo(ids, 'a', 3)).toEqual(['b', 'c', 'd', 'a'])
    expect(moveItemTo(ids, 'd', 0)).toEqual(['d', 'a', 'b', 'c'])
    expect(moveItemTo(ids, 'b', 2)).toEqual(['a', 'c', 'b', 'd'])
  })

  it('is repeated after the same item in an order that changed meanwhile', () => {
    const next = moveItemTo(ids, 'a', 2)
    expect(findPreviousId(next, 'a')).toBe('c')
    expect(moveItemBehind(['e', 'd', 'c', 'b', 'a'], 'a', 'c')).toEqual(['e', 'd', 'c', 'a', 'b'])
    expect(findPreviousId(moveItemTo(ids, 'c', 0), 'c')).toBeNull()
    expect(moveItemBehind(['e', ...ids], 'c', null)).toEqual(['c', 'e', 'a', 'b', 'd'])
  })

  it('keeps the order when one of the two items was deleted', () => {
    expect(moveItemBehind(['b', 'd'], 'd', 'c')).toEqual(['b', 'd'])
    expect(moveItemBehind(['b', 'd'], 'a', 'b')).toEqual(['b', 'd'])
  })
})
