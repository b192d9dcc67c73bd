/** Hides rows until their `revealAt`. */

import { parseRows, serializeRows } from './field-types.ts'
import type { Declaration } from './fields.ts'

/** Removes unrevealed rows from a database row. @param now ms since 1970 */
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

/** True when a resource has rows that can be revealed later. */
export const hasDelayedReveal = ({ fields }: Pick<Declaration, 'fields'>): boolean =>
  Object.values(fields).some((field) => field.kind === 'rows' && 'revealAt' in field.columns)
