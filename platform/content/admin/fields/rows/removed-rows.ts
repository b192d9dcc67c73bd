/** Rows that were taken away and may come back to where they were. Pure, so that the rules can be tested. */
import type { RowValue } from '../../form/field-values.ts'

export interface RemovedRow {
  row: RowValue
  /** How many rows stand before it. */
  place: number
}

export interface Rows {
  rows: RowValue[]
  /** In the order in which they stood. */
  removed: RemovedRow[]
}

/** @param index of a row that is there */
export function takeAway({ rows, removed }: Rows, index: number): Rows {
  const row = rows[index] as RowValue
  const after = removed.filter(({ place }) => place > index)
  return {
    rows: rows.toSpliced(index, 1),
    removed: [
      ...removed.filter(({ place }) => place <= index),
      { row, place: index },
      ...after.map((one) => ({ ...one, place: one.place - 1 })),
    ],
  }
}

/** Where rows became fewer by other means, what stood beyond them comes last. @param _id of a row that was taken away */
export function putBack({ rows, removed }: Rows, _id: string): Rows {
  const at = removed.findIndex(({ row }) => row._id === _id)
  const { row, place } = removed[at] as RemovedRow
  const after = removed.slice(at + 1)
  return {
    rows: rows.toSpliced(place, 0, row),
    removed: [...removed.slice(0, at), ...after.map((one) => ({ ...one, place: one.place + 1 }))],
  }
}
