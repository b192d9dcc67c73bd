import { describe, expect, test } from 'vitest'
import { type Rows, removeRow, restoreRow } from './row-list.ts'

const getRows = (names: string): Rows => ({
  rows: [...names].map((name) => ({ _id: name, title: `Título ${name}` })),
  removed: [],
})
const getIds = ({ rows }: Rows) => rows.map(({ _id }) => _id).join('')
const removeRows = (from: Rows, ids: string): Rows =>
  [...ids].reduce(
    (rows, id) =>
      removeRow(
        rows,
        rows.rows.findIndex(({ _id }) => _id === id),
      ),
    from,
  )
const restoreRows = (from: Rows, ids: string): Rows => [...ids].reduce(restoreRow, from)

describe('removed rows', () => {
  test.each(['A', 'B', 'E'])('restores row %s at its place with all values', (id) => {
    const before = getRows('ABCDE')
    const after = removeRows(before, id)
    expect(getIds(after)).toBe('ABCDE'.replace(id, ''))
    expect(restoreRows(after, id)).toEqual(before)
  })

  test.each([
    ['ABC', 'ABC'],
    ['ABC', 'CBA'],
    ['BDC', 'CBD'],
    ['ECA', 'AEC'],
    ['DCBAE', 'BEADC'],
  ])('restores rows removed in the order %s and brought back in the order %s', (taken, returned) => {
    const before = getRows('ABCDE')
    expect(restoreRows(removeRows(before, taken), returned)).toEqual(before)
  })

  test('keep their order and their places between the remaining rows', () => {
    const { removed } = removeRows(getRows('ABCDE'), 'DBC')
    expect(removed.map(({ row, place }) => [row._id, place])).toEqual([
      ['B', 1],
      ['C', 1],
      ['D', 1],
    ])
  })

  test('come back before a row added later, and at the end when their place is gone', () => {
    const taken = removeRows(getRows('ABC'), 'C')
    const added = { ...taken, rows: [...taken.rows, { _id: 'N' }] }
    expect(getIds(restoreRows(added, 'C'))).toBe('ABCN')
    expect(getIds(restoreRows({ ...taken, rows: [] }, 'C'))).toBe('C')
  })
})
