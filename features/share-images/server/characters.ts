/** The characters that the fonts of share images have. The server imports this file, so it must not import satori. */
import { ARCHIVO_CHARACTERS, CHIVO_MONO_CHARACTERS } from '../../../platform/shared/font-characters.ts'
import { TITLE_MAX } from '../../../platform/shared/limits.ts'

const known = { archivo: new Set(ARCHIVO_CHARACTERS), chivoMono: new Set(CHIVO_MONO_CHARACTERS) }

export type Face = keyof typeof known

/** Returns the character itself, or its letter without the accent. undefined when the font has neither */
function findCharacter(face: Face, letter: string): string | undefined {
  if (/\s/.test(letter)) return ' '
  return [letter, letter.normalize('NFD').charAt(0)].find((candidate) => known[face].has(candidate))
}

/**
 * Replaces or removes the characters that a font lacks. A letter loses its accent if the font has the letter without it;
 * otherwise it is removed. Emoji are removed. White space becomes one space.
 */
export function filterCharacters(face: Face, text: string): string {
  const letters = [...text.normalize('NFC')].map((letter) => findCharacter(face, letter) ?? '')
  return letters.join('').replace(/ +/g, ' ').trim()
}

/** A text and the font in which it is drawn. */
export interface DrawnText {
  face: Face
  text: string
}

/** Maximum number of parts that are returned. */
const LOST_MAX = 8
/** Maximum length of a part. Characters */
const PART_MAX = 24

/** Splits into characters as people see them: an emoji of several code points is one. */
const characters = new Intl.Segmenter('es', { granularity: 'grapheme' })

/** Returns the parts of the texts that the fonts lack, such as an emoji or a name in Arabic. */
export function findLostParts(texts: readonly DrawnText[]): string[] {
  const lost = new Set<string>()
  for (const { face, text } of texts) {
    let part = ''
    const endPart = () => {
      const found = part.trim()
      if (found !== '' && lost.size < LOST_MAX) lost.add(found)
      part = ''
    }
    for (const { segment } of characters.segment(text.slice(0, TITLE_MAX).normalize('NFC'))) {
      const isSpace = /^\s+$/.test(segment)
      const isLost = !isSpace && [...segment].every((letter) => findCharacter(face, letter) === undefined)
      // A space between two lost words belongs to the part.
      if ((isLost || (isSpace && part !== '')) && part.length < PART_MAX) part += segment
      else endPart()
    }
    endPart()
  }
  return [...lost]
}
