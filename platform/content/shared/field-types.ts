/**
 * The field types: how each is stored, searched and shown. Beside it, field-schemas.ts validates values,
 * platform/content/server/field-writers.ts has the further work of writes, and platform/content/admin/fields/inputs.tsx has
 * the inputs. The compiler reports a type that any of these files lacks. The stored value is a text, or null for an empty
 * optional field. The API's value can be a number, a reference or rows, which `toApiValue` creates.
 */
import { formatDate } from '../../shared/dates.ts'
import { titleFromSlug } from '../../shared/public-paths.ts'
import { stripInvisible } from '../../shared/text/clean.ts'
import { formatLink, normalizeLink } from '../../shared/web-address.ts'
import type { Column, Declaration, Field, FieldKind, Reference } from './fields.ts'
import { plainText } from './richtext.ts'

interface FieldType<F> {
  /** Type of the column. 'bytes' compares byte by byte, without the rules of a language */
  column: 'text' | 'bytes'
  /**
   * Returns the searchable words of a stored value, or null when it has none. `isLastResort`: the words count only when an
   * item has no others
   */
  getSearchWords: ((stored: string, field: F) => string) | null
  isLastResort?: true
  /** How a value is shown: one line, several lines, the words of HTML, a picture, or a player. */
  display: 'line' | 'lines' | 'html' | 'picture' | 'film' | 'audio'
  /** Formats the stored value for people. `display` says in how many lines. */
  format(stored: string, field: F): string
  /** Converts the stored value for a form. A picture gives no text, because forms replace pictures and do not edit them. */
  toFormText(stored: string): string
  /** Converts the stored value for the API. null when the field is empty */
  toApiValue(stored: string | null, field: F): unknown
  /** Converts a value of the API to the stored text. null empties the field */
  toStoredText(value: unknown, field: F): string | null
  /** True when items that are named by this field can be sorted by name. */
  hasNameOrder: boolean
  /** True: the audit log stores the formatted words, because the stored value means nothing without its field. */
  isLoggedInWords?: true
  /** True: only the server writes the field. */
  isDerived?: true
}

type FieldOf<K extends FieldKind> = Extract<Field, { kind: K }>

const keepText = <T>(value: T): T => value
const emptyText = (): string => ''
const withoutBreaks = (value: string): string => value.replace(/\s+/g, ' ').trim()

const text: FieldType<unknown> = {
  column: 'text',
  getSearchWords: keepText,
  display: 'line',
  format: withoutBreaks,
  toFormText: keepText,
  toApiValue: keepText,
  toStoredText: String,
  hasNameOrder: true,
}
/** Returns null for the default value, because default values are not stored. */
const omitFallback = (value: unknown, { fallback }: { fallback: string }): string | null =>
  value === fallback ? null : String(value)

/** Base of field types that have no search words and no names. */
const unsearchedText: FieldType<unknown> = {
  ...text,
  column: 'bytes',
  getSearchWords: null,
  hasNameOrder: false,
}

const textLoggedInWords: FieldType<unknown> = { ...unsearchedText, isLoggedInWords: true }

const date: FieldType<unknown> = {
  ...unsearchedText,
  getSearchWords: keepText,
  isLastResort: true,
  format: (value) => (value.length > 10 ? `${formatDate(value)} ${value.slice(11, 16)}` : formatDate(value)),
}

const fieldTypes: { [K in FieldKind]: FieldType<FieldOf<K>> } = {
  line: text,
  headline: text,
  text: { ...text, display: 'lines' },
  title: { ...text, format: titleFromSlug, toFormText: titleFromSlug },
  rich: { ...text, display: 'html', getSearchWords: plainText },
  url: {
    ...text,
    isLastResort: true,
    format: (value) => formatLink(withoutBreaks(value)),
    toFormText: formatLink,
    // Earlier releases stored links as they were typed, also with invisible characters, which lead to another address.
    toApiValue: (stored) => stored && normalizeLink(stripInvisible(stored)),
  },
  date,
  former: { ...date, getSearchWords: null, isDerived: true },
  image: { ...text, getSearchWords: null, display: 'picture', toFormText: emptyText },
  film: { ...unsearchedText, display: 'film', format: () => 'Un film del club' },
  audio: { ...unsearchedText, display: 'audio', format: () => 'Un audio del club' },
  time: textLoggedInWords,
  zone: unsearchedText,
  phone: unsearchedText,
  email: unsearchedText,
  colour: unsearchedText,
  instant: textLoggedInWords,
  localTime: { ...textLoggedInWords, format: date.format },
  currency: {
    ...textLoggedInWords,
    toApiValue: (stored, { fallback }) => stored ?? fallback,
    toStoredText: omitFallback,
  },
  number: { ...textLoggedInWords, toApiValue: (stored) => (stored === null ? null : Number(stored)) },
  choice: {
    ...textLoggedInWords,
    toApiValue: (stored, { fallback }) => stored ?? fallback,
    toStoredText: omitFallback,
    format: (stored, { options }) => options[stored] ?? stored,
  },
  reference: {
    ...textLoggedInWords,
    toApiValue: (stored) => (stored === null ? null : parseReference(stored)),
    toStoredText: (value) => serializeReference(value as Reference),
    format: emptyText,
  },
  rows: {
    ...textLoggedInWords,
    getSearchWords: (stored, { columns }) =>
      parseRows(stored)
        .map((row) => getRowSearchWords(row, columns))
        .join(' '),
    display: 'lines',
    format: (stored, { columns }) =>
      parseRows(stored)
        .map((row) => formatRow(row, columns))
        .join('\n'),
    toApiValue: (stored, { columns }) =>
      parseRows(stored).map(({ _id, ...row }) => ({
        _id,
        ...Object.fromEntries(
          Object.entries(columns).map(([name, column]) => [
            name,
            getFieldType(column).toApiValue(row[name] ?? null, column),
          ]),
        ),
      })),
    // Rows are stored by their field writer, which creates their ids and checks their references.
    toStoredText: () => null,
  },
}

/** A stored row: texts by column. */
export type StoredRow = { _id: string } & Record<string, string | null>

export const parseRows = (stored: string | null): StoredRow[] =>
  stored === null ? [] : (JSON.parse(stored) as StoredRow[])

const getRowSearchWords = (row: StoredRow, columns: Record<string, Column>): string =>
  Object.entries(columns)
    .map(([name, column]) => {
      const stored = row[name] ?? null
      const { getSearchWords, isLastResort } = getFieldType(column)
      return stored === null || isLastResort ? '' : (getSearchWords?.(stored, column) ?? '')
    })
    .join(' ')

const formatRow = (row: StoredRow, columns: Record<string, Column>): string =>
  Object.entries(columns)
    .map(([name, column]) => {
      const stored = row[name] ?? null
      // A picture has no words. Its text alternative is in another column.
      return stored === null || column.kind === 'image' ? '' : getFieldType(column).format(stored, column)
    })
    .filter((words) => words !== '')
    .join(' · ')

/** Serialises rows for storage. null for no rows, because such a field counts as empty */
export const serializeRows = (rows: StoredRow[]): string | null =>
  rows.length === 0 ? null : JSON.stringify(rows)

/** Returns the stored form of a reference. */
export const serializeReference = ({ resource, _id }: Reference): string => `${resource}/${_id}`

export function parseReference(stored: string): Reference {
  const [resource = '', _id = ''] = stored.split('/')
  return { resource, _id }
}

export const getFieldType = ({ kind }: Pick<Field, 'kind'>): FieldType<Field> =>
  fieldTypes[kind] as FieldType<Field>

/** True when items of a resource can be sorted by name. */
export function hasNameOrder({ nameField, fields }: Pick<Declaration, 'nameField' | 'fields'>): boolean {
  const field = fields[nameField]
  return field !== undefined && getFieldType(field).hasNameOrder
}

/** True when the items of a resource are nights. A night after midnight belongs to the day before its date. */
export const hasNights = ({ orderBy, fields }: Pick<Declaration, 'orderBy' | 'fields'>): boolean => {
  const field = fields[orderBy ?? '']
  return field?.kind === 'date' && field.night === true
}

interface CallOff {
  field: string
  /** Values with which a night does not take place. */
  values: readonly string[]
}

/** Finds the field that calls a night off. null for resources without such a field. */
export function findCallOff({ fields }: Pick<Declaration, 'fields'>): CallOff | null {
  for (const [name, field] of Object.entries(fields))
    if (field.kind === 'choice' && field.calledOff) return { field: name, values: field.calledOff }
  return null
}

/** True when a list of the resource can be limited to a period. */
export const hasPeriods = (declaration: Pick<Declaration, 'orderBy' | 'fields'>): boolean =>
  hasNights(declaration) && findCallOff(declaration) !== null

/** Returns the texts of an item for the search. Texts of last resort are used only when it has no others. */
export function getSearchTexts(
  { fields }: Pick<Declaration, 'fields'>,
  item: Record<string, unknown>,
): string[] {
  const searched = Object.entries(fields).flatMap(([name, field]) => {
    const { getSearchWords, isLastResort } = getFieldType(field)
    const stored = item[name]
    return getSearchWords && typeof stored === 'string'
      ? [{ words: getSearchWords(stored, field), isLastResort }]
      : []
  })
  const own = searched.filter(({ words, isLastResort }) => !isLastResort && words.trim() !== '')
  return (own.length > 0 ? own : searched).map(({ words }) => words)
}
