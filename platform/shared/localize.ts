/** What is said, in one language: its English where that is asked for and there, else the Spanish. */
import { ENGLISH_COLUMN, englishColumn } from '../content/shared/fields.ts'
import type { Language } from './languages.ts'

interface SpanishFallbacks {
  /** Fields that are said in Spanish where the page is in English, by their names: `meta.title`. */
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

/** @param english beside it, field by field, objects in objects */
function merge(said: JsonObject, english: JsonObject, above: string, spanish: string[]): JsonObject {
  const told: JsonObject = { ...said }
  for (const [name, value] of Object.entries(english)) {
    const path = above + name
    if (isObject(value)) told[name] = merge((said[name] ?? {}) as JsonObject, value, `${path}.`, spanish)
    else if (!isBlank(value)) told[name] = value
    else if (!isBlank(said[name])) spanish.push(path)
  }
  return told
}

function localizeRow(row: JsonObject, language: Language): JsonObject {
  const spanish: string[] = []
  const told: JsonObject = {}
  for (const [name, value] of Object.entries(row)) {
    if (name.endsWith(ENGLISH_COLUMN)) continue
    const english = row[englishColumn(name)]
    if (language === 'en' && !isBlank(english)) told[name] = english
    else {
      told[name] = value
      if (language === 'en' && english === null && !isBlank(value)) spanish.push(name)
    }
  }
  return { ...told, spanish }
}

/** An item, or a group. */
export function localize<T extends object>(language: Language, said: T): Localized<T> {
  const { en, ...rest } = said as JsonObject
  const spanish: string[] = []
  const told = language === 'en' && isObject(en) ? merge(rest, en, '', spanish) : rest
  const withRows = Object.entries(told).map(([name, value]) => [
    name,
    Array.isArray(value) && value.every(isObject) ? value.map((row) => localizeRow(row, language)) : value,
  ])
  return { ...Object.fromEntries(withRows), spanish } as Localized<T>
}

/** The language of an element that shows a field: of its own where that is not the page's. */
export const fallbackLanguage = ({ spanish }: SpanishFallbacks, name: string): 'es' | undefined =>
  spanish.includes(name) ? 'es' : undefined

/** Whether all that some fields say is said in English; rows with all that they say. What says nothing is. */
export function isTranslated(said: object, names: readonly string[]): boolean {
  const told = localize<JsonObject>('en', { ...said })
  return names.every((name) => {
    const value = told[name]
    return Array.isArray(value)
      ? (value as SpanishFallbacks[]).every(({ spanish }) => spanish.length === 0)
      : !told.spanish.includes(name)
  })
}
