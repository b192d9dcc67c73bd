/**
 * The field types: how each is stored, searched and shown. field-schemas.ts validates values,
 * platform/content/server/field-writers.ts has the work of writes, and platform/content/admin/fields/inputs.tsx the inputs.
 * The compiler reports a type that any of these files lacks.
 *
 * What is stored is a text, or null where an optional field is not set; what the API has of it may be a number, a reference
 * or rows: `read` makes that of it.
 */
import { formatDate } from '../../shared/dates.ts'
import { titleFromSlug } from '../../shared/public-paths.ts'
import type { Column, Declaration, Field, FieldKind, Reference } from './fields.ts'
import { plainText } from './richtext.ts'

interface FieldType<F> {
  /** 'bytes': compared byte by byte, in no language's order. */
  column: 'text' | 'bytes'
  /**
   * Words of what is stored, by which an item is found; null: none.
   * `isLastResort`: only where an item has no other words.
   */
  getSearchWords: ((stored: string, field: F) => string) | null
  isLastResort?: true
  /** How a value is shown: in one line, in several, as the words of its markup, as a picture, or as what plays. */
  display: 'line' | 'lines' | 'html' | 'picture' | 'film' | 'audio'
  /** What is stored, as people read it: in one line, or in several where that is how it is shown. */
  format(stored: string, field: F): string
  /** What a form shows of a stored text to be changed; a picture is replaced and not changed. */
  toFormText(stored: string): string
  /** What the API has. null: not set. */
  toApiValue(stored: string | null, field: F): unknown
  /** What is stored of what the API has; null: as good as not set. */
  toStoredText(value: unknown, field: F): string | null
  /** Whether items that are called by it have an order of names. */
  hasNameOrder: boolean
  /** Whether what is stored says nothing without its field: the history has the words of `inOneLine` instead. */
  isLoggedInWords?: true
  /** Whether only the server writes it. */
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
/** What is said by saying nothing is not stored. */
const omitFallback = (value: unknown, { fallback }: { fallback: string }): string | null =>
  value === fallback ? null : String(value)

/** What no words are found by and nothing is called by. */
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
  url: { ...text, isLastResort: true },
  date,
  former: { ...date, getSearchWords: null, isDerived: true },
  image: { ...text, getSearchWords: null, display: 'picture', toFormText: emptyText },
  film: { ...unsearchedText, display: 'film', format: () => 'Un film del club' },
  audio: { ...unsearchedText, display: 'audio', format: () => 'Un audio del club' },
  time: textLoggedInWords,
  zone: unsearchedText,
  colour: unsearchedText,
  instant: textLoggedInWords,
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
    // The server makes their ids, and looks up what they refer to.
    toStoredText: () => null,
  },
}

/** A row as it is stored: texts by column, as fields are. */
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
      // Of a picture there is nothing to say in words; its own are beside it.
      return stored === null || column.kind === 'image' ? '' : getFieldType(column).format(stored, column)
    })
    .filter((words) => words !== '')
    .join(' · ')

/** @returns null: without rows a field is not set */
export const serializeRows = (rows: StoredRow[]): string | null =>
  rows.length === 0 ? null : JSON.stringify(rows)

/** A reference as it is stored. */
export const serializeReference = ({ resource, _id }: Reference): string => `${resource}/${_id}`

export function parseReference(stored: string): Reference {
  const [resource = '', _id = ''] = stored.split('/')
  return { resource, _id }
}

export const getFieldType = ({ kind }: Pick<Field, 'kind'>): FieldType<Field> =>
  fieldTypes[kind] as FieldType<Field>

/** Whether items of a resource are called by something that has an order of names. */
export function hasNameOrder({ nameField, fields }: Pick<Declaration, 'nameField' | 'fields'>): boolean {
  const field = fields[nameField]
  return field !== undefined && getFieldType(field).hasNameOrder
}

/** Whether items are nights, which are told by another day than that of their date. */
export const hasNights = ({ orderBy, fields }: Pick<Declaration, 'orderBy' | 'fields'>): boolean => {
  const field = fields[orderBy ?? '']
  return field?.kind === 'date' && field.night === true
}

/** The text in whose words an item is found: all of its own texts, or of what there is where it has none. */
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
