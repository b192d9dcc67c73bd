import { describe, expect, test } from 'vitest'
import { type Rows, removeRow, restoreRow } from './row-list.ts'

const rowsOf = (names: string): Rows => ({
  rows: [...names].map((name) => ({ _id: name, title: `Título ${name}` })),
  removed: [],
})
const idsOf = ({ rows }: Rows) => rows.map(({ _id }) => _id).join('')
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
    const before = rowsOf('ABCDE')
    const after = removeRows(before, id)
    expect(idsOf(after)).toBe('ABCDE'.replace(id, ''))
    expect(restoreRows(after, id)).toEqual(before)
  })

  test.each([
    ['ABC', 'ABC'],
    ['ABC', 'CBA'],
    ['BDC', 'CBD'],
    ['ECA', 'AEC'],
    ['DCBAE', 'BEADC'],
  ])('restores rows removed in the order %s and brought back in the order %s', (taken, returned) => {
    const before = rowsOf('ABCDE')
    expect(restoreRows(removeRows(before, taken), returned)).toEqual(before)
  })

  test('keep their order and their places between the remaining rows', () => {
    const { removed } = removeRows(rowsOf('ABCDE'), 'DBC')
    expect(removed.map(({ row, place }) => [row._id, place])).toEqual([
      ['B', 1],
      ['C', 1],
      ['D', 1],
    ])
  })

  test('come back before a row added later, and at the end when their place is gone', () => {
    const taken = removeRows(rowsOf('ABC'), 'C')
    const added = { ...taken, rows: [...taken.rows, { _id: 'N' }] }
    expect(idsOf(restoreRows(added, 'C'))).toBe('ABCN')
    expect(idsOf(restoreRows({ ...taken, rows: [] }, 'C'))).toBe('C')
  })
})
