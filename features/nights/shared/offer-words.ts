/** Translates what clubs type about entry, such as names of tickets and conditions of lists, when all its words are known. */
import type { Language } from '../../../platform/shared/languages.ts'
import { formatUntilHour } from '../../../platform/shared/night-dates.ts'
import { formatAmount } from '../../../platform/shared/prices.ts'
import { fold } from '../../../platform/shared/text/fold.ts'
import { capitalised } from '../../../platform/shared/text/text.ts'

/** Folded Spanish words and their English. */
const known: Readonly<Record<string, string>> = {
  agotada: 'sold out',
  agotadas: 'sold out',
  anticipada: 'advance ticket',
  anticipadas: 'advance tickets',
  'anticipada general': 'advance ticket',
  cancelada: 'cancelled',
  'con lista': 'with the guest list',
  despues: 'after that',
  'early bird': 'early bird',
  'en boleteria': 'at the box office',
  'en la puerta': 'at the door',
  'en puerta': 'at the door',
  entrada: 'ticket',
  'entrada general': 'general admission',
  'entrada gratis': 'free entry',
  'entrada libre': 'free entry',
  estudiantes: 'students',
  'free pass': 'free pass',
  general: 'general admission',
  gratis: 'free',
  lista: 'guest list',
  libre: 'free',
  'nueva fecha': 'new date',
  'por lista': 'with the guest list',
  postergada: 'postponed',
  preventa: 'presale',
  'primera tanda': 'first release',
  proximamente: 'coming soon',
  puerta: 'at the door',
  reprogramada: 'new date',
  'segunda tanda': 'second release',
  'sin cargo': 'free',
  'tercera tanda': 'third release',
  'toda la noche': 'all night',
  'ultima tanda': 'last release',
  'ultimas entradas': 'last tickets',
  vip: 'VIP',
}
const words = Object.keys(known)
  .toSorted((one, other) => other.length - one.length)
  .join('|')

/**
 * Each pattern matches one part of a text at a position: an hour, known words, an amount of pesos, the number of a phase, or a
 * separator. "Las 9" can be an hour of the evening, so from 8 to 11 only hours with minutes are known.
 */
const parts: readonly [pattern: RegExp, translate: (...groups: string[]) => string][] = [
  [
    /(hasta|antes de|despues de) las? (?:([01]?\d|2[0-4])[:.]([0-5]\d)|(0?[0-7]|1[2-9]|2[0-4])) ?(?:hs?|horas)?(?![\p{L}\p{N}])/uy,
    (relation, exact, minutes = '00', hour = exact) =>
      formatRelation(relation, `${hour?.padStart(2, '0')}:${minutes}`),
  ],
  [new RegExp(`(${words})(?![\\p{L}\\p{N}])`, 'uy'), (word) => known[word] ?? word],
  [/\$ ?(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d\d?))?(?![\d.,])/uy, formatPesos],
  [/(\d{1,2})(?![\p{L}\p{N}])/uy, (number) => number],
  [/( ?[,:·+/–-] | )/uy, (separator) => separator],
]

function formatRelation(relation: string, hour: string): string {
  if (relation === 'hasta') return formatUntilHour(hour, 'en')
  return `${relation === 'antes de' ? 'before' : 'after'} ${hour}`
}

function formatPesos(whole: string, cents = '0'): string {
  return formatAmount(Number(`${whole.replaceAll('.', '')}.${cents}`), 'ARS', 'en')
}

export interface OfferText {
  text: string
  /** 'es' when the text stays Spanish on an English page. */
  lang: 'es' | undefined
}

/** Returns a text in the language of the page. A text with an unknown word stays as the club typed it. */
export function translateOffer(text: string, language: Language): OfferText {
  if (language === 'es') return { text, lang: undefined }
  const typed = fold(text).trim().replace(/\s+/g, ' ')
  const translated: string[] = []
  for (let at = 0; at < typed.length; ) {
    const found = findPart(typed, at)
    if (!found) return { text, lang: 'es' }
    translated.push(found.text)
    at = found.end
  }
  return { text: capitalised(translated.join('')), lang: undefined }
}

function findPart(text: string, at: number): { text: string; end: number } | null {
  for (const [pattern, translate] of parts) {
    pattern.lastIndex = at
    const [, ...groups] = pattern.exec(text) ?? []
    if (pattern.lastIndex > at) return { text: translate(...groups), end: pattern.lastIndex }
  }
  return null
}
