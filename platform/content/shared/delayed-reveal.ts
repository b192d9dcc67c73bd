/** What of an item is revealed only later: rows whose `revealAt` is to come. */

import { parseRows, serializeRows } from './field-types.ts'
import type { Declaration } from './fields.ts'

/** A row of the database as visitors may know it. @param now ms since 1970 */
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

/** Whether items of a resource can have any. */
export const hasDelayedReveal = ({ fields }: Pick<Declaration, 'fields'>): boolean =>
  Object.values(fields).some((field) => field.kind === 'rows' && 'revealAt' in field.columns)
