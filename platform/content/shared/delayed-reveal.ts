/** Delayed reveal: hides rows whose `revealAt` is in the future. */

import { parseRows, serializeRows } from './field-types.ts'
import type { Declaration } from './fields.ts'

/** Removes the unrevealed rows from a database row. @param now ms since 1970 */
export function removeUnrevealedRows<R extends Record<string, unknown>>(
  { fields }: Pick<Declaration, 'fields'>,
  row: R,
  now: number,
): R {
  const known: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(fields)) {
    const stored = row[name]
    if (field.kind !== 'rows' || typeof stored !== 'string') continue
    known[name] = serializeRows(
      parseRows(stored).filter(({ revealAt }) => !revealAt || Date.parse(revealAt) <= now),
    )
  }
  return { ...row, ...known }
}

/** True when items of a resource can have rows with a delayed reveal. */
export const hasDelayedReveal = ({ fields }: Pick<Declaration, 'fields'>): boolean =>
  Object.values(fields).some((field) => field.kind === 'rows' && 'revealAt' in field.columns)
