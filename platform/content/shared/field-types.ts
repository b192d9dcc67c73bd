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

interface Kind<F> {
  /** 'bytes': compared byte by byte, in no language's order. */
  column: 'text' | 'bytes'
  /**
   * Words of what is stored, by which an item is found; null: none.
   * `isLastResort`: only where an item has no other words.
   */
  words: ((stored: string, field: F) => string) | null
  isLastResort?: true
  /** How a value is shown: in one line, in several, as the words of its markup, as a picture, or as what plays. */
  shown: 'line' | 'lines' | 'html' | 'picture' | 'film' | 'audio'
  /** What is stored, as people read it: in one line, or in several where that is how it is shown. */
  inOneLine(stored: string, field: F): string
  /** What a form shows of a stored text to be changed; a picture is replaced and not changed. */
  typed(stored: string): string
  /** What the API has. null: not set. */
  read(stored: string | null, field: F): unknown
  /** What is stored of what the API has; null: as good as not set. */
  write(value: unknown, field: F): string | null
  /** Whether items that are called by it have an order of names. */
  isName: boolean
  /** Whether what is stored says nothing without its field: the history has the words of `inOneLine` instead. */
  isToldInWords?: true
  /** Whether only the server writes it. */
  isDerived?: true
}

type FieldOf<K extends FieldKind> = Extract<Field, { kind: K }>

const asItIs = <T>(value: T): T => value
const none = (): string => ''
const withoutBreaks = (value: string): string => value.replace(/\s+/g, ' ').trim()

const text: Kind<unknown> = {
  column: 'text',
  words: asItIs,
  shown: 'line',
  inOneLine: withoutBreaks,
  typed: asItIs,
  read: asItIs,
  write: String,
  isName: true,
}
/** What is said by saying nothing is not stored. */
const unlessFallback = (value: unknown, { fallback }: { fallback: string }): string | null =>
  value === fallback ? null : String(value)

/** What no words are found by and nothing is called by. */
const plain: Kind<unknown> = { ...text, column: 'bytes', words: null, isName: false }

const told: Kind<unknown> = { ...plain, isToldInWords: true }

const date: Kind<unknown> = {
  ...plain,
  words: asItIs,
  isLastResort: true,
  inOneLine: (value) =>
    value.length > 10 ? `${formatDate(value)} ${value.slice(11, 16)}` : formatDate(value),
}

const kinds: { [K in FieldKind]: Kind<FieldOf<K>> } = {
  line: text,
  headline: text,
  text: { ...text, shown: 'lines' },
  title: { ...text, inOneLine: titleFromSlug, typed: titleFromSlug },
  rich: { ...text, shown: 'html', words: plainText },
  url: { ...text, isLastResort: true },
  date,
  former: { ...date, words: null, isDerived: true },
  image: { ...text, words: null, shown: 'picture', typed: none },
  film: { ...plain, shown: 'film', inOneLine: () => 'Un film del club' },
  audio: { ...plain, shown: 'audio', inOneLine: () => 'Un audio del club' },
  time: told,
  zone: plain,
  colour: plain,
  instant: told,
  currency: { ...told, read: (stored, { fallback }) => stored ?? fallback, write: unlessFallback },
  number: { ...told, read: (stored) => (stored === null ? null : Number(stored)) },
  choice: {
    ...told,
    read: (stored, { fallback }) => stored ?? fallback,
    write: unlessFallback,
    inOneLine: (stored, { options }) => options[stored] ?? stored,
  },
  reference: {
    ...told,
    read: (stored) => (stored === null ? null : toReference(stored)),
    write: (value) => fromReference(value as Reference),
    inOneLine: none,
  },
  rows: {
    ...told,
    words: (stored, { columns }) =>
      rowsOf(stored)
        .map((row) => wordsOfRow(row, columns))
        .join(' '),
    shown: 'lines',
    inOneLine: (stored, { columns }) =>
      rowsOf(stored)
        .map((row) => rowInOneLine(row, columns))
        .join('\n'),
    read: (stored, { columns }) =>
      rowsOf(stored).map(({ _id, ...row }) => ({
        _id,
        ...Object.fromEntries(
          Object.entries(columns).map(([name, column]) => [
            name,
            kindOf(column).read(row[name] ?? null, column),
          ]),
        ),
      })),
    // The server makes their ids, and looks up what they refer to.
    write: () => null,
  },
}

/** A row as it is stored: texts by column, as fields are. */
export type StoredRow = { _id: string } & Record<string, string | null>

export const rowsOf = (stored: string | null): StoredRow[] =>
  stored === null ? [] : (JSON.parse(stored) as StoredRow[])

const wordsOfRow = (row: StoredRow, columns: Record<string, Column>): string =>
  Object.entries(columns)
    .map(([name, column]) => {
      const stored = row[name] ?? null
      const { words, isLastResort } = kindOf(column)
      return stored === null || isLastResort ? '' : (words?.(stored, column) ?? '')
    })
    .join(' ')

const rowInOneLine = (row: StoredRow, columns: Record<string, Column>): string =>
  Object.entries(columns)
    .map(([name, column]) => {
      const stored = row[name] ?? null
      // Of a picture there is nothing to say in words; its own are beside it.
      return stored === null || column.kind === 'image' ? '' : kindOf(column).inOneLine(stored, column)
    })
    .filter((words) => words !== '')
    .join(' · ')

/** @returns null: without rows a field is not set */
export const toRows = (rows: StoredRow[]): string | null => (rows.length === 0 ? null : JSON.stringify(rows))

/** A reference as it is stored. */
export const fromReference = ({ resource, _id }: Reference): string => `${resource}/${_id}`

export function toReference(stored: string): Reference {
  const [resource = '', _id = ''] = stored.split('/')
  return { resource, _id }
}

export const kindOf = ({ kind }: Pick<Field, 'kind'>): Kind<Field> => kinds[kind] as Kind<Field>

/** Whether items of a resource are called by something that has an order of names. */
export function hasNames({ heading, fields }: Pick<Declaration, 'heading' | 'fields'>): boolean {
  const field = fields[heading]
  return field !== undefined && kindOf(field).isName
}

/** Whether items are nights, which are told by another day than that of their date. */
export const hasNights = ({ orderBy, fields }: Pick<Declaration, 'orderBy' | 'fields'>): boolean => {
  const field = fields[orderBy ?? '']
  return field?.kind === 'date' && field.night === true
}

/** The text in whose words an item is found: all of its own texts, or of what there is where it has none. */
export function searchedText(
  { fields }: Pick<Declaration, 'fields'>,
  item: Record<string, unknown>,
): string[] {
  const searched = Object.entries(fields).flatMap(([name, field]) => {
    const { words, isLastResort } = kindOf(field)
    const stored = item[name]
    return words && typeof stored === 'string' ? [{ words: words(stored, field), isLastResort }] : []
  })
  const own = searched.filter(({ words, isLastResort }) => !isLastResort && words.trim() !== '')
  return (own.length > 0 ? own : searched).map(({ words }) => words)
}
