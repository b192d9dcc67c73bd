/**
 * New rows, React keys of rows, and removed rows that can be restored. This file has no side effects, so that tests can
 * cover the rules.
 */
import type { Field } from '../../../shared/fields.ts'
import { createRowValue, type RowValue } from '../../form/field-values.ts'

type RowsDeclaration = Pick<Extract<Field, { kind: 'rows' }>, 'columns' | 'hours' | 'together' | 'next'>

/** Returns the value that all rows have in a column. Blank when they differ. */
export function getSharedValue(rows: readonly RowValue[], column: string): string {
  const values = new Set(rows.map((row) => row[column] ?? ''))
  const [first = ''] = values
  return values.size === 1 && typeof first === 'string' ? first : ''
}

/**
 * Creates the row after the last one. It starts when that row ends, or as `next` proposes. When all rows have the same value
 * in the column of `together`, it gets this value too.
 */
export function createNextRow(
  { columns, hours, together, next }: RowsDeclaration,
  rows: readonly RowValue[],
): RowValue {
  const last = rows.at(-1)
  return {
    ...createRowValue(columns),
    ...(hours && last && { [hours.from]: last[hours.to] ?? '' }),
    ...(last && next?.(last)),
    ...(together && { [together.column]: getSharedValue(rows, together.column) }),
  }
}

/**
 * React keys by the ids that the server gave. A new row gets its id when it is saved. The row keeps its first key, because
 * React would otherwise mount the row again, closed and without the cursor.
 */
const keys = new Map<string, string>()

export const keyOfRow = (_id: string): string => keys.get(_id) ?? _id

/** Keeps the React keys of saved rows. @param ids the stored ids, by the ids that were sent */
export function keepRowKeys(ids: ReadonlyMap<string, string>): void {
  for (const [sent, stored] of ids) if (sent !== stored) keys.set(stored, keyOfRow(sent))
}

export interface RemovedRow {
  row: RowValue
  /** Number of rows that were before this row when it was removed. */
  place: number
}

export interface Rows {
  rows: RowValue[]
  /** The removed rows, in their earlier order. */
  removed: RemovedRow[]
}

/** Removes a row. @param index of a row that exists */
export function removeRow({ rows, removed }: Rows, index: number): Rows {
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

/**
 * Puts a removed row back at its place. The row becomes the last one if too few rows are left before it.
 * @param _id of a removed row
 */
export function restoreRow({ rows, removed }: Rows, _id: string): Rows {
  const at = removed.findIndex(({ row }) => row._id === _id)
  const { row, place } = removed[at] as RemovedRow
  const after = removed.slice(at + 1)
  return {
    rows: rows.toSpliced(place, 0, row),
    removed: [...removed.slice(0, at), ...after.map((one) => ({ ...one, place: one.place + 1 }))],
  }
}
