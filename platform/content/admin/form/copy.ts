/** What a new item begins with that is made after another. Pure, so that the rule can be tested. */

import { dayAfter } from '../../../shared/night-dates.ts'
import type { Declaration } from '../../shared/fields.ts'
import type { AnyEntity } from '../../shared/resources.ts'
import { emptyPublication } from '../publication/choice.ts'
import { blankOf, newRow, type RowValue } from './field-values.ts'
import { fieldValue, type ItemValues, valuesOf } from './item-values.ts'

const DAYS_OF_WEEK = 7

/** `YYYY-MM-DDTHH:mm`: zone and seconds are nothing that a form asks for. */
const DATE_LENGTH = 16

/**
 * All that the other says, but for what its declaration leaves out. Dates are those of the same day of the week after, the
 * first that is not over; what was chosen in rows, moments, and when it is seen are as in a new item. Pictures are sent by
 * their paths.
 * @param today `YYYY-MM-DD`
 * @param timeZone IANA name of the club's
 */
export function copyOf(
  declaration: Declaration,
  item: AnyEntity,
  today: string,
  timeZone: string,
): ItemValues {
  const values: ItemValues = { ...valuesOf(declaration, item, timeZone), ...emptyPublication }
  for (const [name, field] of Object.entries(declaration.fields)) {
    if (!(name in values)) continue
    if (declaration.copiedWithout?.includes(name)) values[name] = blankOf(field)
    else if (field.kind === 'image') values[name] = typeof item[name] === 'string' ? item[name] : ''
    else if (field.kind === 'date') values[name] = nextWeek(String(values[name]), today)
    else if (field.kind === 'instant') values[name] = ''
    else if (field.kind === 'rows') {
      const blank = newRow(field.columns)
      const isAnew = (column: string) =>
        field.columns[column]?.kind === 'choice' || field.columns[column]?.kind === 'instant'
      values[name] = (fieldValue(values, name) as RowValue[]).map((row) => ({
        ...row,
        ...Object.fromEntries(Object.entries(blank).filter(([column]) => isAnew(column))),
        _id: newRow({})._id,
      }))
    }
  }
  return values
}

function nextWeek(date: string, today: string): string {
  if (date === '') return ''
  let day = dayAfter(date.slice(0, 10), DAYS_OF_WEEK)
  const weeks = Math.ceil((Date.parse(today) - Date.parse(day)) / (DAYS_OF_WEEK * 86_400_000))
  if (weeks > 0) day = dayAfter(day, weeks * DAYS_OF_WEEK)
  return day + date.slice(10, DATE_LENGTH)
}
