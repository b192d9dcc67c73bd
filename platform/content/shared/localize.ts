/** Selects the texts of one language. A text without an English translation falls back to Spanish. */

import type { Language } from '../../shared/languages.ts'
import { ENGLISH_COLUMN, getEnglishColumn } from './fields.ts'

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
