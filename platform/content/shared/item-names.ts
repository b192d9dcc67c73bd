/** Creates the names of items in lists, confirmations and the audit log. */

import { formatLongDate } from '../../shared/night-dates.ts'
import { getFieldType, hasNights } from './field-types.ts'
import type { Declaration } from './fields.ts'

const NAME_MAX = 90

export const truncateName = (line: string): string =>
  line.length > NAME_MAX ? `${line.slice(0, NAME_MAX).toWellFormed().trimEnd()}…` : line

/** Returns the name of an item in one line. @param item an API entity or a database row */
export function formatItemName(declaration: Declaration, item: Record<string, unknown>): string {
  const { displayNameField, nameField, fields } = declaration
  const name =
    displayNameField !== undefined && typeof item[displayNameField] === 'string'
      ? displayNameField
      : nameField
  const field = fields[name]
  const stored = item[name]
  return field && typeof stored === 'string' ? truncateName(getFieldType(field).format(stored, field)) : ''
}

/**
 * Returns the name of an item, with the day for nights: 'Apagón, sábado 5 de diciembre'. For places that do not show the
 * day beside the name, because clubs repeat names every month. The year is added when it is not the current one.
 */
export function formatDatedItemName(
  declaration: Declaration,
  item: Record<string, unknown>,
  now: Date = new Date(),
): string {
  const { displayNameField = '', orderBy = '' } = declaration
  const name = formatItemName(declaration, item)
  const date = item[orderBy]
  // A night without a title is named by its date, so the day is not added.
  if (!hasNights(declaration) || typeof item[displayNameField] !== 'string' || typeof date !== 'string')
    return name
  return `${name}, ${formatLongDate(date, { year: !date.startsWith(String(now.getFullYear())) })}`
}
