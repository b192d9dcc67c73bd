/** Finds the parts of the guide that say something. Pure, so that the rules can be tested. */
import { fold } from '../../../platform/content/shared/titles.ts'
import type { Part } from './guide-parts.ts'

interface Text {
  id: string
  folded: string
}

/** Their words, without markup, case or accents. */
export const searchable = (parts: readonly Part[]): Text[] =>
  parts.map(({ id, title, html }) => ({
    id,
    folded: fold(`${title} ${html.replace(/<[^>]*>/g, ' ').replaceAll('&amp;', '&')}`),
  }))

/** What people say, and what the guide says. */
const saidAs = new Map([
  ['link', 'enlace'],
  ['links', 'enlace'],
  ['email', 'mail'],
  ['e-mail', 'mail'],
  ['password', 'contrasena'],
  ['clave', 'contrasena'],
  ['error', 'no se pudo'],
])

/** The ids of those that say every word typed, or its beginning; all for nothing typed. */
export function thatSay(texts: readonly Text[], typed: string): Set<string> {
  const words = fold(typed)
    .split(/\s+/)
    .map((word) => saidAs.get(word) ?? word)
  return new Set(
    texts.filter(({ folded }) => words.every((word) => folded.includes(word))).map(({ id }) => id),
  )
}

/** An anchor as it stands in an address; what is no escape stays as it is. */
export function decoded(anchor: string): string {
  try {
    return decodeURIComponent(anchor)
  } catch {
    return anchor
  }
}
