/** What is said, in one language: its English where that is asked for and there, else the Spanish. */
import { ENGLISH_COLUMN, englishColumn } from '../content/shared/fields.ts'
import type { Language } from './languages.ts'

interface Spoken {
  /** Fields that are said in Spanish where the page is in English, by their names: `meta.title`. */
  spanish: readonly string[]
}

type ToldRow<R> = Omit<R, `${string}En`> & Spoken

export type Told<T> = {
  [N in Exclude<keyof T, 'en'>]: T[N] extends readonly (infer R extends { _id: string })[]
    ? ToldRow<R>[]
    : T[N]
} & Spoken

type Said = Record<string, unknown>

const isObject = (value: unknown): value is Said =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isBlank = (value: unknown): boolean => value === null || value === undefined

/** @param english beside it, field by field, objects in objects */
function merge(said: Said, english: Said, above: string, spanish: string[]): Said {
  const told: Said = { ...said }
  for (const [name, value] of Object.entries(english)) {
    const path = above + name
    if (isObject(value)) told[name] = merge((said[name] ?? {}) as Said, value, `${path}.`, spanish)
    else if (!isBlank(value)) told[name] = value
    else if (!isBlank(said[name])) spanish.push(path)
  }
  return told
}

function toldRow(row: Said, language: Language): Said {
  const spanish: string[] = []
  const told: Said = {}
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
export function toldIn<T extends object>(language: Language, said: T): Told<T> {
  const { en, ...rest } = said as Said
  const spanish: string[] = []
  const told = language === 'en' && isObject(en) ? merge(rest, en, '', spanish) : rest
  const withRows = Object.entries(told).map(([name, value]) => [
    name,
    Array.isArray(value) && value.every(isObject) ? value.map((row) => toldRow(row, language)) : value,
  ])
  return { ...Object.fromEntries(withRows), spanish } as Told<T>
}

/** The language of an element that shows a field: of its own where that is not the page's. */
export const langOf = ({ spanish }: Spoken, name: string): 'es' | undefined =>
  spanish.includes(name) ? 'es' : undefined

/** Whether all that some fields say is said in English; rows with all that they say. What says nothing is. */
export function isSaidInEnglish(said: object, names: readonly string[]): boolean {
  const told = toldIn<Said>('en', { ...said })
  return names.every((name) => {
    const value = told[name]
    return Array.isArray(value)
      ? (value as Spoken[]).every(({ spanish }) => spanish.length === 0)
      : !told.spanish.includes(name)
  })
}
