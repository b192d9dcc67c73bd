/**
 * What is known of each kind of field wherever it turns up: how it is stored, searched and shown. How a value is judged
 * stands in field-schemas.ts, what a write does with it in server/content/kinds.ts, and what asks for it in
 * app/admin/content/fields/inputs.tsx. The compiler asks for a kind that any of these lacks.
 */
import { showDate } from '../dates.ts'
import { fromTitle } from '../share.ts'
import type { Declaration, Field, FieldKind } from './fields.ts'
import { plainText } from './richtext.ts'

interface Kind {
  /** Every value is a text. 'bytes': compared byte by byte, in no language's order. */
  column: 'text' | 'bytes'
  /**
   * Its words, by which an item is found; null: none.
   * `isLastResort`: only where a resource has no other words.
   */
  words: ((value: string) => string) | null
  isLastResort?: true
  /** How a value is shown: in one line, in several, as the words of its markup, as a picture. */
  shown: 'line' | 'lines' | 'html' | 'picture'
  /** A value in one line, as people read it. */
  inOneLine(value: string): string
  /** What a form shows of a stored value to be changed; a picture is replaced and not changed. */
  typed(value: string): string
  /** Whether items that are called by it have an order of names. */
  isName: boolean
}

const asItIs = (value: string): string => value
const none = (): string => ''
const withoutBreaks = (value: string): string => value.replace(/\s+/g, ' ').trim()

const text: Kind = {
  column: 'text',
  words: asItIs,
  shown: 'line',
  inOneLine: withoutBreaks,
  typed: asItIs,
  isName: true,
}

const kinds: { [K in FieldKind]: Kind } = {
  line: text,
  text: { ...text, shown: 'lines' },
  title: { ...text, inOneLine: fromTitle, typed: fromTitle },
  rich: { ...text, shown: 'html', words: plainText },
  url: { ...text, isLastResort: true },
  date: {
    ...text,
    column: 'bytes',
    isLastResort: true,
    inOneLine: (value) => (value.length > 10 ? `${showDate(value)} ${value.slice(11, 16)}` : showDate(value)),
    isName: false,
  },
  image: { ...text, words: null, shown: 'picture', typed: none },
}

export const kindOf = ({ kind }: Pick<Field, 'kind'>): Kind => kinds[kind]

/** Whether items of a resource are called by something that has an order of names. */
export function hasNames({ heading, fields }: Pick<Declaration, 'heading' | 'fields'>): boolean {
  const field = fields[heading]
  return field !== undefined && kindOf(field).isName
}

/** The text in whose words an item is found: all of its own texts, or of what there is where it has none. */
export function searchedText(
  { fields }: Pick<Declaration, 'fields'>,
  item: Record<string, unknown>,
): string[] {
  const searched = Object.entries(fields)
    .map(([name, field]) => ({ name, ...kindOf(field) }))
    .filter(({ words }) => words !== null)
  const own = searched.filter(({ isLastResort }) => !isLastResort)
  return (own.length > 0 ? own : searched).map(({ name, words }) => words?.(String(item[name] ?? '')) ?? '')
}
