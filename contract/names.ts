/** What lists, questions and the history call an item. */

import type { Declaration, Field } from './content/fields.ts'
import { showDate } from './dates.ts'
import { fromTitle } from './share.ts'

const NAME_MAX = 90

/** A value in one line, as people read it. Rich texts and pictures are no lines. */
export function inOneLine({ kind }: Pick<Field, 'kind'>, value: string): string {
  switch (kind) {
    case 'title':
      return fromTitle(value)
    case 'date':
      return value.length > 10 ? `${showDate(value)} ${value.slice(11, 16)}` : showDate(value)
    default:
      return value.replace(/\s+/g, ' ').trim()
  }
}

/** Cut where a list or a question has no more room. */
export const cut = (line: string): string =>
  line.length > NAME_MAX ? `${line.slice(0, NAME_MAX).toWellFormed().trimEnd()}…` : line

/** What people call an item: its heading, in one line. @param item an entity, or its row */
export function nameOf(declaration: Declaration, item: Record<string, unknown>): string {
  const field = declaration.fields[declaration.heading]
  const stored = item[declaration.heading]
  return field && typeof stored === 'string' ? cut(inOneLine(field, stored)) : ''
}
