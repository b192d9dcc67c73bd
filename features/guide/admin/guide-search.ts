/** Searches the parts of the guide. */
import { fold } from '../../../platform/shared/text/fold.ts'
import type { Part } from './guide-parts.ts'

interface Text {
  id: string
  folded: string
}

/** Returns the words of each part without markup, case and accents. */
export const listSearchTexts = (parts: readonly Part[]): Text[] =>
  parts.map(({ id, title, html }) => ({
    id,
    folded: fold(`${title} ${html.replace(/<[^>]*>/g, ' ').replaceAll('&amp;', '&')}`),
  }))

/** Words that administrators use, and the words of the guide for the same things. */
const synonyms = new Map([
  ['link', 'enlace'],
  ['links', 'enlace'],
  ['email', 'mail'],
  ['e-mail', 'mail'],
  ['password', 'contrasena'],
  ['clave', 'contrasena'],
  ['error', 'no se pudo'],
])

/** @returns the ids of the parts that contain every typed word as a word or prefix. An empty query returns all ids */
export function findParts(texts: readonly Text[], typed: string): Set<string> {
  const words = fold(typed)
    .split(/\s+/)
    .map((word) => synonyms.get(word) ?? word)
  return new Set(
    texts.filter(({ folded }) => words.every((word) => folded.includes(word))).map(({ id }) => id),
  )
}

/** Decodes the anchor of an address. Invalid escapes are left unchanged. */
export function decodeAnchor(anchor: string): string {
  try {
    return decodeURIComponent(anchor)
  } catch {
    return anchor
  }
}
