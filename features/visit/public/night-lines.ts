/** Finds what one night says in place of the general lines of "Antes de venir". */

import type { Language } from '../../../platform/shared/languages.ts'
import { fold } from '../../../platform/shared/text/fold.ts'
import { getPageTexts } from '../../../platform/site-layout/page-texts.ts'
import { type VisitField, visitFields, visitTexts } from './visit-texts.ts'

const fieldsByName = new Map(
  Object.values(visitTexts).flatMap((words) =>
    visitFields.map((field): [string, VisitField] => [fold(words[field]), field]),
  ),
)

export interface NightLines {
  /** The note without the lines that stand in place of a general one. null when nothing is left */
  note: string | null
  lines: Partial<Record<VisitField, string>>
}

/**
 * Takes the lines out of a night's note that begin with the name of a general line: "Guardarropa: esta noche no hay." No
 * other words are compared, because a note that only mentions the cloakroom must not hide its price.
 */
export function splitNote(note: string): NightLines {
  const lines: NightLines['lines'] = {}
  const rest = note.split('\n').filter((line) => {
    const colon = line.indexOf(':')
    const field = fieldsByName.get(fold(line.slice(0, Math.max(colon, 0))).trim())
    const text = line.slice(colon + 1).trim()
    if (field === undefined || text === '') return true
    lines[field] = [lines[field], text].filter(Boolean).join('\n')
    return false
  })
  return { note: rest.join('\n').trim() || null, lines }
}

/** Ages of admission: from 12 to 25 years. Other numbers are hours, prices or anniversaries. */
const AGE = '(1[2-9]|2[0-5])'
const ageWords: Readonly<Record<Language, RegExp>> = {
  es: new RegExp(
    `(?:(?:desde los|a partir de los|mayores de|\\+) ?${AGE}(?: años)?|\\b${AGE}(?:\\+| años)(?: o más)?)(?!\\p{N})`,
    'iu',
  ),
  en: new RegExp(`(?:\\bover ${AGE}|\\b${AGE}(?:\\+| (?:and|or) over))(?!\\p{N})`, 'iu'),
}

/**
 * Puts the minimum age of a night in place of another age in the general text, and keeps its other words: "Desde los 18, con
 * DNI" is "Desde los 21 años, con DNI". A text without an age stays as it is.
 */
export const replaceAge = (text: string, ageMin: number, language: Language): string =>
  text.replace(ageWords[language], (phrase: string, one?: string, other?: string, at = 0) => {
    if (Number(one ?? other) === ageMin) return phrase
    const { allAges, fromAge } = getPageTexts(language)
    const words = ageMin === 0 ? allAges : fromAge(ageMin)
    const isCapital = /^\p{Lu}/u.test(phrase) || /(?:^|[.!?] ?)$/.test(text.slice(0, at))
    return isCapital ? words : words.charAt(0).toLowerCase() + words.slice(1)
  })
