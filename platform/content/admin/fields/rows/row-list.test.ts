import { describe, expect, test } from 'vitest'
import { resources } from '../../../shared/resources.ts'
import { createNextRow, getSharedValue, type Rows, removeRow, restoreRow } from './row-list.ts'

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

describe('the next row', () => {
  const { lineup, offers } = resources.events.fields
  const row = (_id: string, to: string, revealAt: string) => ({ _id, to, revealAt })

  test('starts when the last one ends', () => {
    const rows = [row('A', '01:00', ''), row('B', '03:00', '')]
    expect(createNextRow(lineup, rows)).toMatchObject({ from: '03:00', to: '', name: '', revealAt: '' })
    expect(createNextRow(lineup, [])).toMatchObject({ from: '', to: '', revealAt: '' })
  })

  test('is revealed together with the others when all are revealed at the same time', () => {
    const friday = '2027-03-05T20:00'
    const same = [row('A', '', friday), row('B', '', friday)]
    expect(createNextRow(lineup, same).revealAt).toBe(friday)
    expect(createNextRow(lineup, [...same, row('C', '', '')]).revealAt).toBe('')
    expect(getSharedValue([...same, row('C', '', '2027-03-06T20:00')], 'revealAt')).toBe('')
    expect(getSharedValue([], 'revealAt')).toBe('')
  })

  test.each([
    ['Anticipada', 'Anticipada 2'],
    [' Anticipada 1', 'Anticipada 2'],
    ['Early bird 9', 'Early bird 10'],
    ['Año 2026', 'Año 2026 2'],
    ['12', '12 2'],
    ['', ''],
  ])('waits for the end of phase %j, and is named %j', (name, next) => {
    const rows = [{ _id: 'A', name, endsAt: '2027-03-05T23:59' }]
    expect(createNextRow(offers, rows)).toMatchObject({ name: next, availability: 'soon', endsAt: '' })
  })

  test('is blank for rows without hours', () => {
    const rows = [{ _id: 'A', name: 'Una', until: '01:00' }]
    expect(createNextRow(offers, rows)).toMatchObject({ name: '', until: '' })
  })
})
