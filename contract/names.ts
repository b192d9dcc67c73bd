/** What lists, questions and the history call an item. */

import type { Declaration } from './content/fields.ts'
import { kindOf } from './content/kinds.ts'

const NAME_MAX = 90

/** Cut where a list or a question has no more room. */
export const cut = (line: string): string =>
  line.length > NAME_MAX ? `${line.slice(0, NAME_MAX).toWellFormed().trimEnd()}…` : line

/** What people call an item: its heading, in one line. @param item an entity, or its row */
export function nameOf(declaration: Declaration, item: Record<string, unknown>): string {
  const { calledBy, heading, fields } = declaration
  const name = calledBy !== undefined && typeof item[calledBy] === 'string' ? calledBy : heading
  const field = fields[name]
  const stored = item[name]
  return field && typeof stored === 'string' ? cut(kindOf(field).inOneLine(stored, field)) : ''
}
