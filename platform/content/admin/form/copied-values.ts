/**
 * Copies of items. A copied night starts with the ticket links and the flyer of its source night. The form blocks
 * publishing until the administrator confirms or changes each of these values. This file has no side effects, so that tests
 * can cover the rules.
 */

import { addDays, formatLongDate } from '../../../shared/night-dates.ts'
import { type Column, type Declaration, type Field, listImageFields } from '../../shared/fields.ts'
import { formatDatedItemName } from '../../shared/item-names.ts'
import type { AnyEntity } from '../../shared/resources.ts'
import { emptyPublication } from '../publication/choice.ts'
import { createRowValue, getBlankValue, type RowValue } from './field-values.ts'
import { flattenValues, getAltName, type ItemValues, nestValues, toItemValues } from './item-values.ts'
import { getAltSubject } from './proposals.ts'

/** The item from which another item was copied. */
export interface CopySource {
  /** The name in words, such as 'la fecha del sábado 28 de noviembre'. null when the other nights could not be read. */
  name: string | null
  item: AnyEntity
}

/**
 * Returns the source for a copy when the other nights could not be read: every link and picture then needs confirmation.
 */
export const createUnknownSource = (item: AnyEntity): CopySource => ({ name: null, item })

/** Describes an item as the source of a copy. @param declaration with the field names of forms */
export function describeCopySource(declaration: Declaration, item: AnyEntity): CopySource {
  const date = item[declaration.orderBy ?? '']
  const name =
    typeof date === 'string'
      ? `la fecha del ${formatLongDate(date)}`
      : `«${formatDatedItemName(declaration, item)}»`
  return { name, item }
}

/**
 * Name of the form value that lists the confirmed fields, one per line. The local draft includes this value, so that a
 * reload keeps the confirmations. The API never receives it. Form errors use the same name as a prefix: `copied.url`.
 */
export const COPIED = 'copied'

const readConfirmedNames = (values: ItemValues): string[] => String(values[COPIED] ?? '').split('\n')

export const addConfirmedName = (values: ItemValues, name: string): string =>
  [...new Set([...readConfirmedNames(values), name])].filter(Boolean).join('\n')

type Row = Record<string, unknown>

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/**
 * Returns the links and pictures in a field's value. The square flyer is left out, because it is cut from the large flyer.
 */
export function listComparedValues(field: Field, value: unknown): string[] {
  if (field.kind === 'rows') {
    const links = Object.keys(field.columns).filter((column) => field.columns[column]?.kind === 'url')
    const rows = Array.isArray(value) ? (value as Row[]) : []
    return rows.flatMap((row) => links.map((column) => row[column])).filter(isText)
  }
  const isCompared = field.kind === 'url' || (field.kind === 'image' && field.cutFrom === undefined)
  return isCompared && isText(value) ? [value] : []
}

/** Returns the names of fields with a copied value: links, pictures, and rows with a link of their own. */
export function findCopiedNames(
  { fields, fieldsNotCopied }: Declaration,
  values: ItemValues,
  source: AnyEntity,
  stored?: AnyEntity,
): string[] {
  if (!fieldsNotCopied) return []
  return Object.entries(fields).flatMap(([name, field]) => {
    // A blank picture field means that the stored picture stays, so the stored picture is compared.
    const value = field.kind === 'image' && !isText(values[name]) ? stored?.[name] : values[name]
    const before = listComparedValues(field, source[name])
    return listComparedValues(field, value).some((one) => before.includes(one)) ? [name] : []
  })
}

/** True for an item that was never published or scheduled. Publishing or scheduling an item confirms its copied values. */
export const isNew = ({ draft, publishAt }: AnyEntity): boolean => draft && publishAt === null

/** Returns the names of copied fields that are not confirmed yet. @param stored undefined for a new item */
export function findUnconfirmedNames(
  declaration: Declaration,
  values: ItemValues,
  source: CopySource | null,
  stored?: AnyEntity,
): string[] {
  if (!source || (stored && !isNew(stored))) return []
  const confirmed = readConfirmedNames(values)
  return findCopiedNames(declaration, values, source.item, stored).filter((name) => !confirmed.includes(name))
}

const UNCONFIRMED = 'Confirmalo antes de publicar, o cambialo.'

/** The message of the form's bar when the form has no other error. */
export const UNCONFIRMED_COPIES = 'Falta que confirmes, o cambies, lo que puede ser de otra fecha.'

/** Returns the errors of a form whose item would be published or scheduled with unconfirmed values. */
export function findCopyErrors(
  declaration: Declaration,
  values: ItemValues,
  source: CopySource | null,
  stored?: AnyEntity,
): Record<string, string> {
  if (values.draft === 'draft') return {}
  const names = findUnconfirmedNames(declaration, values, source, stored)
  return Object.fromEntries(names.map((name) => [name, UNCONFIRMED]))
}

const DAYS_OF_WEEK = 7

/** Length of `YYYY-MM-DDTHH:mm`. Longer API values are cut, because form values have no seconds and no zone. */
const DATE_LENGTH = 16

/**
 * Returns the values with which a copy of an item starts: all but the fields in the declaration's `fieldsNotCopied`. Dates
 * move by whole weeks to the first date that is not over, and local times in rows move with the date of the item. Instants and choices in rows, and the publication, start as in a
 * new item. The form sends copied pictures by their paths. A text alternative with the day or the name of the item is blank.
 * @param today `YYYY-MM-DD`
 * @param timeZone the club's IANA time zone
 */
export function copyItemValues(
  declaration: Declaration,
  item: AnyEntity,
  today: string,
  timeZone: string,
): ItemValues {
  const stored = toItemValues(declaration, item, timeZone)
  const values = flattenValues({ ...stored, ...emptyPublication })
  const subject = getAltSubject(declaration, stored, item)
  for (const name of listImageFields(declaration).map(getAltName)) {
    const alt = values[name]
    if (subject !== '' && typeof alt === 'string' && alt.includes(subject)) values[name] = ''
  }
  const days = countDaysMoved(declaration, item, today)
  for (const [name, field] of Object.entries(declaration.fields)) {
    if (!(name in values)) continue
    if (declaration.fieldsNotCopied?.includes(name)) values[name] = getBlankValue(field)
    else if (field.kind === 'image') values[name] = typeof item[name] === 'string' ? item[name] : ''
    else if (field.kind === 'date') values[name] = nextWeek(String(values[name]), today)
    else if (field.kind === 'instant') values[name] = ''
    else if (field.kind === 'rows') {
      const blank = createRowValue(field.columns)
      const isAnew = (name: string, row: RowValue) => {
        const column = field.columns[name]
        if (column?.kind === 'choice') return !column.copied?.includes(String(row[name]))
        return column?.kind === 'instant'
      }
      values[name] = (values[name] as RowValue[]).map((row) => ({
        ...row,
        ...Object.fromEntries(Object.entries(blank).filter(([column]) => isAnew(column, row))),
        ...moveLocalTimes(field.columns, row, days),
        _id: createRowValue({})._id,
      }))
    }
  }
  return nestValues(values)
}

/** Returns the days between the date of an item and the date of its copy. 0 without a date */
function countDaysMoved({ orderBy }: Declaration, item: AnyEntity, today: string): number {
  const date = item[orderBy ?? '']
  if (!isText(date)) return 0
  const moved = nextWeek(date, today)
  return Math.round((Date.parse(moved.slice(0, 10)) - Date.parse(date.slice(0, 10))) / DAY_MS)
}

const moveLocalTimes = (columns: Record<string, Column>, row: RowValue, days: number): Partial<RowValue> =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([name, { kind }]) => {
      const time = String(row[name] ?? '')
      return kind === 'localTime' && time !== ''
        ? [[name, addDays(time.slice(0, 10), days) + time.slice(10)]]
        : []
    }),
  )

const DAY_MS = 86_400_000

function nextWeek(date: string, today: string): string {
  if (date === '') return ''
  let day = addDays(date.slice(0, 10), DAYS_OF_WEEK)
  const weeks = Math.ceil((Date.parse(today) - Date.parse(day)) / (DAYS_OF_WEEK * DAY_MS))
  if (weeks > 0) day = addDays(day, weeks * DAYS_OF_WEEK)
  return day + date.slice(10, DATE_LENGTH)
}
