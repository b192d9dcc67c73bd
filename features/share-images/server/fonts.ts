/** The fonts of share images: their files, and the measures of words. */
import { readFileSync } from 'node:fs'
import { createElement as h } from 'react'
import satori, { type Font } from 'satori'
import { resolveInCheckout } from '../../../platform/process/paths.ts'
import { ARCHIVO_WIDTHS } from '../../../platform/shared/font-characters.ts'

/** The smallest and the largest of `ARCHIVO_WIDTHS`. */
export const NARROWEST = 62
export const WIDEST = 125

export const CHIVO_MONO = 'chivo-mono'
/** Returns the names of the font families for one of `ARCHIVO_WIDTHS`. */
export const getArchivoFamilies = (width: number): string => `archivo-${width}, archivo-${width}-ext`

/** Height of Archivo's capitals and digits, as a multiple of the font size. */
const CAPITAL = 0.686

/** Additional height of an accent, as a multiple of the font size. */
const ACCENT = 0.17

/** Returns the height of a line of capitals above its baseline, as a multiple of the font size. */
export const computeLineHeight = (text: string): number =>
  CAPITAL + (/\p{M}/u.test(text.normalize('NFD')) ? ACCENT : 0)

const FONTS = resolveInCheckout('platform/fonts/')

let loaded: Font[] | undefined

/** Returns the same array each time, because satori caches parsed fonts by the identity of this array. */
export function loadFonts(): Font[] {
  loaded ??= [...ARCHIVO_WIDTHS.flatMap((width) => getArchivoFamilies(width).split(', ')), CHIVO_MONO].map(
    (name) => ({
      name,
      data: readFileSync(new URL(`${name}.woff2`, FONTS)),
    }),
  )
  return loaded
}

/** Adds a space at both ends of a line. Lines are measured and drawn with these spaces. */
export const addSpaces = (line: string): string => ` ${line} `

/** Start and end of the visible letters of a line, without side bearings. Multiples of the font size. */
export interface Ink {
  start: number
  end: number
}

export interface Measures {
  /** @param text words of the text that was measured @param width on the width axis of the font, per cent */
  ink(text: string, width: number): Ink
  /** Returns the length of the visible letters of a line, as a multiple of the font size. */
  length(text: string, width: number): number
}

/** The widths at which words are measured. Other widths are interpolated linearly. */
const DRAWN = [NARROWEST, 100, WIDEST]

/** Font size at which words are measured. It is large, because satori rounds the widths of words to whole px. px */
const EM = 1000
/**
 * Vertical distance between two measured words. It is large, because letters with accents are higher than their line. px
 */
const ROW = 2 * EM

interface Word extends Ink {
  advance: number
}

/** Measures the words of a text that `filterCharacters` has returned, and the space between words, as satori draws them. */
export async function measureText(text: string): Promise<Measures> {
  // Each word is measured between two spaces, because some letters are kerned with a space.
  const words = [...new Set([...text.split(' ').map(addSpaces), ' '])]
  const rows = words.flatMap((word) => DRAWN.map((width) => ({ word, width })))
  const found = rows.map((): Word => ({ start: Number.POSITIVE_INFINITY, end: 0, advance: 0 }))
  const svg = await satori(
    h(
      'div',
      { style: { display: 'flex' } },
      rows.map(({ word, width }, row) =>
        h(
          'span',
          {
            key: row,
            style: {
              position: 'absolute',
              top: row * ROW + EM / 2,
              fontFamily: getArchivoFamilies(width),
              fontSize: EM,
              lineHeight: 1,
              whiteSpace: 'pre',
            },
          },
          word,
        ),
      ),
    ),
    {
      // satori omits letters outside of the canvas. No letter is wider than two ems, so this width is enough.
      width: ROW * Math.max(1, text.length),
      height: ROW * rows.length,
      fonts: loadFonts(),
      onNodeDetected({ type, top, width }) {
        const word = found[Math.floor(top / ROW)]
        if (type === 'span' && word) word.advance = width / EM
      },
    },
  )
  for (const [, path = ''] of svg.matchAll(/ d="([^"]+)"/g)) {
    const places = path.match(/-?[\d.]+/g)?.map(Number) ?? []
    for (let at = 0; at < places.length; at += 2) {
      const word = found[Math.floor((places[at + 1] as number) / ROW)]
      if (!word) continue
      word.start = Math.min(word.start, (places[at] as number) / EM)
      word.end = Math.max(word.end, (places[at] as number) / EM)
    }
  }

  const inkAt = (line: string, drawn: number): Ink => {
    const at = (word: string) => found[words.indexOf(word) * DRAWN.length + drawn] as Word
    let x = 0
    const inks = line.split(' ').map((word) => {
      const { start, end, advance } = at(addSpaces(word))
      const ink = { start: x + start, end: x + end }
      x += advance - at(' ').advance
      return ink
    })
    return {
      start: Math.min(...inks.map(({ start }) => start)),
      end: Math.max(...inks.map(({ end }) => end)),
    }
  }
  const ink = (line: string, width: number): Ink => {
    const drawn = width < 100 ? 0 : 1
    const [from, to] = [DRAWN[drawn], DRAWN[drawn + 1]] as [number, number]
    const share = (width - from) / (to - from)
    const [before, after] = [inkAt(line, drawn), inkAt(line, drawn + 1)]
    const between = (edge: keyof Ink) => before[edge] + (after[edge] - before[edge]) * share
    return { start: between('start'), end: between('end') }
  }
  const length = (line: string, width: number): number => {
    const { start, end } = ink(line, width)
    return end - start
  }
  return { ink, length }
}
