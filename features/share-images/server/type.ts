/** The house type of the share images: its fonts, which letters they have, and how much room words take in them. */
import { readFileSync } from 'node:fs'
import { createElement as h } from 'react'
import satori, { type Font } from 'satori'
import { inCheckout } from '../../../platform/process/paths.ts'
import { ARCHIVO_LETTERS, CHIVO_MONO_LETTERS, WIDTHS } from '../../../platform/shared/letters.ts'

/** Of `WIDTHS`. */
export const NARROWEST = 62
export const WIDEST = 125

export const CHIVO_MONO = 'chivo-mono'
/** The families that set a text at one of `WIDTHS`. */
export const archivo = (width: number): string => `archivo-${width}, archivo-${width}-ext`

/** Height of Archivo's capitals and digits, as a part of its size. */
const CAPITAL = 0.686

/** What an accent adds to that. */
const ACCENT = 0.17

/** Height of a line of capitals from its baseline, as a part of its size. */
export const heightOf = (text: string): number =>
  CAPITAL + (/\p{M}/u.test(text.normalize('NFD')) ? ACCENT : 0)

const FONTS = inCheckout('platform/fonts/')

let loaded: Font[] | undefined

/** Always the same array: satori keeps what it has read of it. */
export function fonts(): Font[] {
  loaded ??= [...WIDTHS.flatMap((width) => archivo(width).split(', ')), CHIVO_MONO].map((name) => ({
    name,
    data: readFileSync(new URL(`${name}.woff2`, FONTS)),
  }))
  return loaded
}

const known = { archivo: new Set(ARCHIVO_LETTERS), chivoMono: new Set(CHIVO_MONO_LETTERS) }

/**
 * What of a text a face can set: a letter that it lacks is set without its accent, and left out when it lacks that too,
 * as are emoji. White space is one space.
 */
export function settable(face: keyof typeof known, text: string): string {
  const letters = [...text.normalize('NFC')].map((letter) => {
    if (/\s/.test(letter)) return ' '
    return [letter, letter.normalize('NFD').charAt(0)].find((candidate) => known[face].has(candidate)) ?? ''
  })
  return letters.join('').replace(/ +/g, ' ').trim()
}

/** A line as it is set: with a space at both of its ends, which are measured with it. */
export const spaced = (line: string): string => ` ${line} `

/** Where the ink of a line begins and ends, as multiples of its size: letters keep air on their sides. */
export interface Ink {
  start: number
  end: number
}

export interface Measures {
  /** @param width on the axis, per cent @param text words of the text that was measured */
  ink(text: string, width: number): Ink
  /** Length of a line's ink, as a multiple of its size. */
  length(text: string, width: number): number
}

/** Archivo is drawn at these widths; all between two of them changes in proportion. */
const DRAWN = [NARROWEST, 100, WIDEST]

/** px; satori rounds the room that words take to whole ones */
const EM = 1000
/** From one word to the next, px: letters with accents stand higher than their line. */
const ROW = 2 * EM

interface Word extends Ink {
  advance: number
}

/** Measures the words of a text that is `settable`, and the space between them: how satori sets and draws them. */
export async function measure(text: string): Promise<Measures> {
  // Between spaces, as they stand in a line: some letters move up to one.
  const words = [...new Set([...text.split(' ').map(spaced), ' '])]
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
              fontFamily: archivo(width),
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
      // What lies outside is not drawn; no letter is two ems wide.
      width: ROW * Math.max(1, text.length),
      height: ROW * rows.length,
      fonts: fonts(),
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
      const { start, end, advance } = at(spaced(word))
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
