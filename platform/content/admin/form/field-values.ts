/**
 * The values that the controls of all kinds of fields hold, with their conversion from and to the API. Most controls hold a
 * text. This file has no side effects, so that tests can cover the rules.
 */

import { formatDate, wallClock } from '../../../shared/dates.ts'
import { isBlank } from '../../../shared/text/text.ts'
import { readTypedNumber } from '../../../shared/typed-number.ts'
import { addZoneOffset } from '../../../shared/zoned-dates.ts'
import { getFieldType } from '../../shared/field-types.ts'
import type { Column, Field, FieldKind, Reference } from '../../shared/fields.ts'
import { findSpanishName } from '../../shared/translations.ts'
import { toStoredLink } from '../fields/embed-codes.ts'

/** A row of a field. The server sets `_id`. The form sets a temporary `_id` for a new row. */
export type RowValue = { _id: string } & Record<string, string | Reference | null>

export type FieldValue = string | Reference | RowValue[] | null

interface ValueConverter<F> {
  /**
   * Converts an API value to a form value.
   * @param value null when the API has no value
   * @param timeZone the club's IANA time zone, also in the other functions of this file
   */
  toForm(value: unknown, field: F, timeZone: string): FieldValue
  /** Converts a form value to an API value. An invalid text is returned unchanged, so that the schema refuses it. */
  toApi(value: FieldValue, field: F, timeZone: string): unknown
  /** Returns the value in one line, for comparisons and summaries. */
  toLine(value: FieldValue, field: F): string
}

type FieldOf<K extends FieldKind> = Extract<Field, { kind: K }>

/** Form value that removes the stored picture of an optional field. A blank value keeps the picture. */
export const NO_PICTURE = 'none'

const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

const text: ValueConverter<Field> = {
  toForm: (value, field) => (typeof value === 'string' ? getFieldType(field).toFormText(value) : ''),
  toApi: (value) => value,
  toLine: (value, field) => {
    const { display, format } = getFieldType(field)
    return display === 'html' || display === 'picture' || asText(value) === ''
      ? asText(value)
      : format(asText(value), field)
  },
}

const withFallback: ValueConverter<FieldOf<'choice' | 'currency'>> = {
  toForm: (value, { fallback }) => asText(value) || fallback,
  toApi: (value) => value,
  toLine: (value, field) =>
    value === field.fallback
      ? ''
      : field.kind === 'choice'
        ? (field.options[asText(value)] ?? '')
        : asText(value),
}

const converters: { [K in FieldKind]?: ValueConverter<FieldOf<K>> } = {
  url: { ...text, toApi: (value, field) => toStoredLink(asText(value), field) },
  image: {
    ...text,
    toForm: () => '',
    toApi: (value) => (value === NO_PICTURE ? null : value),
  },
  choice: withFallback,
  currency: withFallback,
  number: {
    toForm: (value) => (typeof value === 'number' ? String(value).replace('.', ',') : ''),
    toApi: (value, { decimals }) => readTypedNumber(asText(value), decimals) ?? value,
    toLine: asText,
  },
  instant: {
    toForm: (value, _, timeZone) => (typeof value === 'string' ? wallClock(Date.parse(value), timeZone) : ''),
    toApi: (value, _, timeZone) => addZoneOffset(asText(value), timeZone),
    toLine: (value) => [formatDate(asText(value)), asText(value).slice(11)].filter(Boolean).join(' '),
  },
  reference: {
    toForm: (value) => (value ?? null) as Reference | null,
    toApi: (value) => value,
    toLine: () => '',
  },
  rows: {
    toForm: (value, { columns }, timeZone) =>
      ((value ?? []) as Record<string, unknown>[]).map((row) =>
        toRowValue(columns, String(row._id), timeZone, row),
      ),
    toApi: (value, { columns }, timeZone) =>
      (value as RowValue[]).map((row) => ({
        _id: row._id,
        ...Object.fromEntries(
          Object.entries(columns).map(([name, column]) => [
            name,
            readPrice(columns, row, name)?.price ?? toRequestValue(column, row[name] ?? null, timeZone),
          ]),
        ),
      })),
    toLine: (value, { columns }) =>
      (value as RowValue[])
        .map((row, index) => `${index + 1}. ${formatRowInOneLine(columns, row) || '(vacío)'}`)
        .join('\n'),
  },
}

const getConverter = ({ kind }: Pick<Field, 'kind'>) => (converters[kind] ?? text) as ValueConverter<Field>

const toRowValue = (
  columns: Record<string, Column>,
  _id: string,
  timeZone: string,
  row: Record<string, unknown> = {},
): RowValue => ({
  _id,
  ...Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [
      name,
      // Keeps the path of a stored picture in a row, because rows are sent as a whole. A picture outside of rows is blank
      // instead.
      column.kind === 'image'
        ? asText(row[name])
        : (toFormValue(column, row[name], timeZone) as string | Reference | null),
    ]),
  ),
})

/** Converts an API value to a form value. */
export const toFormValue = (field: Field, value: unknown, timeZone: string): FieldValue =>
  getConverter(field).toForm(value ?? null, field, timeZone)

/** A time zone for empty values, on which the time zone has no effect. */
const ANY_CLOCK = 'UTC'

/** Returns the form value of an empty field. */
export const getBlankValue = (field: Field): FieldValue => toFormValue(field, null, ANY_CLOCK)

/** Converts a form value to an API value. Returns null for an optional field that is not set. */
export const toRequestValue = (field: Field, value: FieldValue, timeZone: string): unknown =>
  typeof value === 'string' && field.optional && field.kind !== 'image' && isBlank(value)
    ? null
    : getConverter(field).toApi(value, field, timeZone)

export const formatFieldValue = (field: Field, value: FieldValue): string =>
  getConverter(field).toLine(value, field)

/** True for a blank value, for no rows, and for the default of a field. */
export const isEmpty = (field: Field, value: FieldValue): boolean =>
  toComparableText(value) === toComparableText(getBlankValue(field)) ||
  (typeof value === 'string' && isBlank(value))

/** Returns a text that is the same for equal values, and blank for an empty value. */
export const toComparableText = (value: FieldValue): string =>
  typeof value === 'string'
    ? value
    : value === null || (Array.isArray(value) && value.length === 0)
      ? ''
      : JSON.stringify(value)

const ID_LENGTH = 8

/**
 * Creates an empty row. Its id only has to be unique within the form. `crypto.randomUUID` is not used, because it needs
 * https.
 */
export const createRowValue = (columns: Record<string, Column>): RowValue =>
  toRowValue(
    columns,
    `new-${[...crypto.getRandomValues(new Uint8Array(ID_LENGTH))].map((byte) => byte.toString(36)).join('')}`,
    ANY_CLOCK,
  )

/** True when a column of the row has a value. */
export const hasRowValue = (columns: Record<string, Column>, row: RowValue): boolean =>
  Object.entries(columns).some(([name, column]) => !isEmpty(column, row[name] ?? null))

/** Returns the number in a column of a row with a currency. null for other columns, and for a text that is no number */
export function readPrice(
  columns: Record<string, Column>,
  row: RowValue,
  name: string,
): { price: number; currency: string } | null {
  const column = columns[name]
  const ofCurrency = Object.keys(columns).find((other) => columns[other]?.kind === 'currency')
  if (column?.kind !== 'number' || ofCurrency === undefined) return null
  const currency = asText(row[ofCurrency])
  const price = readTypedNumber(asText(row[name]), column.decimals, currency)
  return price === null || currency === '' ? null : { price, currency }
}

/** Returns the column that names a row: the first column of kind `line`. */
export const getHeadingColumn = (columns: Record<string, Column>): string =>
  Object.keys(columns).find((name) => columns[name]?.kind === 'line') ?? ''

/** Returns the values of some columns of a row, in one line. */
const formatColumns = (
  columns: Record<string, Column>,
  row: RowValue,
  isMeant: (name: string) => boolean,
): string =>
  Object.entries(columns)
    .filter(([name, { kind }]) => isMeant(name) && kind !== 'url' && kind !== 'image')
    .map(([name, column]) => formatFieldValue(column, row[name] ?? null))
    .filter(Boolean)
    .join(' · ')

/** Returns the short values of a row, which are shown beside its name. */
export const summarizeRow = (columns: Record<string, Column>, row: RowValue): string =>
  formatColumns(columns, row, (name) => {
    const column = columns[name]
    return (
      name !== getHeadingColumn(columns) &&
      column?.kind !== 'text' &&
      column?.describes === undefined &&
      findSpanishName(columns, name) === null
    )
  })

const formatRowInOneLine = (columns: Record<string, Column>, row: RowValue): string => {
  const heading = getHeadingColumn(columns)
  return [asText(row[heading]), formatColumns(columns, row, (name) => name !== heading)]
    .filter(Boolean)
    .join(' · ')
}
