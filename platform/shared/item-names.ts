/** What lists, questions and the history call an item. */

import { hasNights, kindOf } from '../content/shared/field-types.ts'
import type { Declaration } from '../content/shared/fields.ts'
import { formatLongDate } from './night-dates.ts'

const NAME_MAX = 90

/** Cut where a list or a question has no more room. */
export const truncateName = (line: string): string =>
  line.length > NAME_MAX ? `${line.slice(0, NAME_MAX).toWellFormed().trimEnd()}…` : line

/** What people call an item: its heading, in one line. @param item an entity, or its row */
export function formatItemName(declaration: Declaration, item: Record<string, unknown>): string {
  const { calledBy, heading, fields } = declaration
  const name = calledBy !== undefined && typeof item[calledBy] === 'string' ? calledBy : heading
  const field = fields[name]
  const stored = item[name]
  return field && typeof stored === 'string' ? truncateName(kindOf(field).inOneLine(stored, field)) : ''
}

/**
 * What tells an item from all others, where its name does not stand beside its day: 'Apagón, sábado 5 de diciembre'. Clubs
 * have nights of one name every month. The day is as lists and the site say it, the year where it is not this one.
 */
export function formatDatedItemName(
  declaration: Declaration,
  item: Record<string, unknown>,
  now: Date = new Date(),
): string {
  const { calledBy = '', orderBy = '' } = declaration
  const name = formatItemName(declaration, item)
  const date = item[orderBy]
  // Without a name of its own it is called by its date.
  if (!hasNights(declaration) || typeof item[calledBy] !== 'string' || typeof date !== 'string') return name
  return `${name}, ${formatLongDate(date, { year: !date.startsWith(String(now.getFullYear())) })}`
}
