/**
 * English texts: the names of their fields (`en.title`) and columns of rows (`titleEn`), and the selection of the texts of one
 * language. A text without an English translation falls back to Spanish.
 */
import type { Language } from '../../shared/languages.ts'
import type { Column, Field, FieldGroup } from './fields.ts'

/**
 * Returns the English field for a Spanish one, with the same type and limits. When it is empty, pages show the Spanish
 * text.
 */
const inEnglish = ({ hint: _, ...field }: Field) => ({
  ...field,
  label: `${field.label} en inglés`,
  optional: true,
})

type InEnglish<F> = F & { optional: true }

const ENGLISH = 'en.'

/** Returns the name of the English field for a Spanish one. */
export const getEnglishName = <N extends string>(name: N) => `${ENGLISH}${name}` as const

/** Returns the name of the Spanish field or column for an English one. null when there is none */
export function findSpanishName(fields: Readonly<Record<string, unknown>>, name: string): string | null {
  const spanish = name.startsWith(ENGLISH)
    ? name.slice(ENGLISH.length)
    : name.endsWith(ENGLISH_COLUMN)
      ? name.slice(0, -ENGLISH_COLUMN.length)
      : ''
  return Object.hasOwn(fields, spanish) ? spanish : null
}

export const ENGLISH_NOTE = 'Sale en las páginas en inglés. Lo que dejes vacío se ve ahí en castellano.'

/** Returns the form group of the English fields. It is empty when there are none. */
export function createEnglishGroups(fields: Readonly<Record<string, Field>>): FieldGroup[] {
  const names = Object.keys(fields).filter((name) => name.startsWith(ENGLISH))
  return names.length > 0 ? [{ label: ENGLISH_LABEL, fields: names, note: ENGLISH_NOTE }] : []
}

export const ENGLISH_LABEL = 'En inglés (opcional)'

/** Adds English fields for the named fields. In the API they are `en: {title}`. */
export const withEnglish = <const F extends Record<string, Field>, const N extends keyof F & string>(
  fields: F,
  names: readonly N[],
) =>
  ({
    ...fields,
    ...Object.fromEntries(names.map((name) => [getEnglishName(name), inEnglish(fields[name] as Field)])),
  }) as F & { [K in N as `en.${K}`]: InEnglish<F[K]> }

/** Suffix of the names of English columns. */
const ENGLISH_COLUMN = 'En'

/** Returns the name of the English column of a row. */
export const getEnglishColumn = <N extends string>(name: N) => `${name}${ENGLISH_COLUMN}` as const

/** Adds English columns for the named columns. */
export const withEnglishColumns = <const C extends Record<string, Column>, const N extends keyof C & string>(
  columns: C,
  names: readonly N[],
) =>
  ({
    ...columns,
    ...Object.fromEntries(names.map((name) => [getEnglishColumn(name), inEnglish(columns[name] as Column)])),
  }) as C & { [K in N as `${K}En`]: InEnglish<C[K]> }

interface SpanishFallbacks {
  /**
   * Names of fields that are shown in Spanish on an English page, because they have no translation. Example: `meta.title`
   */
  spanish: readonly string[]
}

type LocalizedRow<R> = Omit<R, `${string}En`> & SpanishFallbacks

export type Localized<T> = {
  [N in Exclude<keyof T, 'en'>]: T[N] extends readonly (infer R extends { _id: string })[]
    ? LocalizedRow<R>[]
    : T[N]
} & SpanishFallbacks

type JsonObject = Record<string, unknown>

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isBlank = (value: unknown): boolean => value === null || value === undefined

/**
 * Merges translations into the Spanish texts.
 * @param english translations, with the same structure as `source`
 * @param spanish receives the names of fields without a translation
 */
function merge(source: JsonObject, english: JsonObject, above: string, spanish: string[]): JsonObject {
  const localized: JsonObject = { ...source }
  for (const [name, value] of Object.entries(english)) {
    const path = above + name
    if (isObject(value))
      localized[name] = merge((source[name] ?? {}) as JsonObject, value, `${path}.`, spanish)
    else if (!isBlank(value)) localized[name] = value
    else if (!isBlank(source[name])) spanish.push(path)
  }
  return localized
}

function localizeRow(row: JsonObject, language: Language): JsonObject {
  const spanish: string[] = []
  const localized: JsonObject = {}
  for (const [name, value] of Object.entries(row)) {
    if (name.endsWith(ENGLISH_COLUMN)) continue
    const english = row[getEnglishColumn(name)]
    if (language === 'en' && !isBlank(english)) localized[name] = english
    else {
      localized[name] = value
      if (language === 'en' && english === null && !isBlank(value)) spanish.push(name)
    }
  }
  return { ...localized, spanish }
}

/** Selects the texts of one language. @param source an item or a settings group */
export function localize<T extends object>(language: Language, source: T): Localized<T> {
  const { en, ...rest } = source as JsonObject
  const spanish: string[] = []
  const localized = language === 'en' && isObject(en) ? merge(rest, en, '', spanish) : rest
  const withRows = Object.entries(localized).map(([name, value]) => [
    name,
    Array.isArray(value) && value.every(isObject) ? value.map((row) => localizeRow(row, language)) : value,
  ])
  return { ...Object.fromEntries(withRows), spanish } as Localized<T>
}

/** Returns the `lang` attribute for the element that shows a field, if its language differs from the page's. */
export const fallbackLanguage = ({ spanish }: SpanishFallbacks, name: string): 'es' | undefined =>
  spanish.includes(name) ? 'es' : undefined

/** True when all non-empty texts of the named fields have an English translation. Texts of rows count. */
export function isTranslated(source: object, names: readonly string[]): boolean {
  const localized = localize<JsonObject>('en', { ...source })
  return names.every((name) => {
    const value = localized[name]
    return Array.isArray(value)
      ? (value as SpanishFallbacks[]).every(({ spanish }) => spanish.length === 0)
      : !localized.spanish.includes(name)
  })
}
