/**
 * Components of share images: lines of text, the laser, the club's mark, the stamp. They use createElement instead of JSX,
 * because Node runs these files without a build and only removes types. satori draws the components. It supports flexbox
 * and inline styles, but neither classes nor hooks.
 */
import { createElement, type ReactNode } from 'react'
import { BONE, INK } from '../../../platform/shared/colours.ts'
import { filterCharacters } from './characters.ts'
import { addSpaces, CHIVO_MONO, computeLineHeight, getArchivoFamilies, type Measures } from './fonts.ts'
import { breakLines, type FittedLine } from './title-lines.ts'

/** Width and height in px. */
export interface Size {
  width: number
  height: number
}

/** A rectangle in a picture. `left` and `top` are px from the top left corner. */
export interface Box extends Size {
  left: number
  top: number
}

/** A text without the characters that the font lacks, and the measures of its words. */
export interface MeasuredText {
  text: string
  measures: Measures
}

/** The club's accent colour, `#rrggbb`. */
interface Accented {
  accent: string
}

export const GAP = 18
export const LASER = 4
/** Advance width of a letter of Chivo Mono, as a multiple of its font size. */
export const MONO_ADVANCE = 0.6

interface FrameProps extends Size {
  padding: string
  isAtFoot?: boolean
  background: string
  children?: ReactNode
}

/** The whole picture, with its children below each other. */
export const Frame = ({ width, height, padding, isAtFoot = false, background, children }: FrameProps) =>
  createElement(
    'div',
    {
      style: {
        display: 'flex',
        flexDirection: 'column',
        justifyContent: isAtFoot ? 'flex-end' : 'flex-start',
        width,
        height,
        boxSizing: 'border-box',
        padding,
        backgroundColor: background,
      },
    },
    children,
  )

interface LineProps extends FittedLine {
  opacity?: number | undefined
  colour?: string
  /** Distance to the line above. px */
  gap: number
}

/** Ascent and descent of Archivo, as multiples of the font size. */
const ASCENT = 0.878
const DESCENT = 0.21

/**
 * A line of text in the font Archivo. Its box is as high as its letters, and the visible letters reach from margin to
 * margin.
 */
export function Line({ text, size, width, start, stretch, opacity = 1, colour = BONE, gap }: LineProps) {
  const height = size * computeLineHeight(text)
  // satori rounds the position of lines to whole pixels. The transform moves the letters to their exact position.
  const lineHeight = Math.ceil(size)
  const x = -start * size * stretch
  const y = height - (lineHeight + (ASCENT - DESCENT) * size) / 2
  const style = {
    position: 'absolute',
    top: 0,
    left: 0,
    fontFamily: getArchivoFamilies(width),
    fontSize: size,
    lineHeight: `${lineHeight}px`,
    whiteSpace: 'pre',
    color: colour,
    opacity,
    transform: `translate(${x}px, ${y}px) scaleX(${stretch})`,
    transformOrigin: '0 0',
  } as const
  return createElement(
    'div',
    { style: { display: 'flex', position: 'relative', flexShrink: 0, height, marginTop: gap } },
    createElement('span', { style }, addSpaces(text)),
  )
}

/** A title whose lines reach from margin to margin. */
export const Title = ({ lines }: { lines: FittedLine[] }) =>
  lines.map((line, row) => createElement(Line, { key: row, ...line, gap: row > 0 ? GAP : 0 }))

interface MonoProps {
  text: string
  /** Font size. px */
  size: number
  colour?: string
}

/** Dates, names and other small text in Chivo Mono. */
export const Mono = ({ text, size, colour = BONE }: MonoProps) =>
  createElement(
    'span',
    {
      style: {
        flexShrink: 0,
        fontFamily: CHIVO_MONO,
        fontSize: size,
        lineHeight: 1,
        whiteSpace: 'pre',
        color: colour,
      },
    },
    filterCharacters('chivoMono', text),
  )

interface LaserProps extends Accented {
  /** Space above the laser. px */
  above: number
  below: number
  width: number
  /** Margin of the picture, which the laser crosses. px */
  margin: number
}

/** A laser: a horizontal line that starts at the left edge of the picture. */
export const Laser = ({ accent, above, below, width, margin }: LaserProps) =>
  createElement('div', {
    style: {
      flexShrink: 0,
      width,
      height: LASER,
      margin: `${above}px 0 ${below}px -${margin}px`,
      backgroundColor: accent,
    },
  })

export interface CaptionProps extends Accented {
  /** The text beside the club's mark. */
  left: string
  right: string
}

const CAPTION_SIZE = 25
/** Height of the caption, the line of text with the club's mark. px */
export const CAPTION_HEIGHT = 33
/** Side bearing of a letter of Chivo Mono at `CAPTION_SIZE`. px */
const BEARING = 2
/** Space for the mark. px */
const INDENT = 44
/** Maximum number of letters of the right part. */
const RIGHT_LETTERS = 40
/** Minimum number of letters between the left and the right part. */
const LETTERS_APART = 2

export const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, Math.max(0, most - 1)).trimEnd()}…`

interface PlacedCaption extends CaptionProps {
  /** Distance from the top of the picture. px */
  top: number
  x: number
  width: number
  /** Width that the caption may use when something is beside it. px */
  measure?: number | undefined
  /** Factor by which the caption is larger than in a preview. */
  scale?: number
}

export function Caption({ left, right, accent, top, x, width, measure = width, scale = 1 }: PlacedCaption) {
  const letters = Math.floor((measure / scale - INDENT) / (CAPTION_SIZE * MONO_ADVANCE))
  const most = Math.min(RIGHT_LETTERS, Math.floor(letters / 2) + LETTERS_APART)
  const place = shortened(filterCharacters('chivoMono', right), most)
  const name = shortened(filterCharacters('chivoMono', left), letters - LETTERS_APART - place.length)
  return createElement(
    'div',
    {
      style: {
        position: 'absolute',
        top,
        left: x,
        width: width + BEARING * scale,
        boxSizing: 'border-box',
        display: 'flex',
        justifyContent: 'space-between',
        paddingLeft: INDENT * scale,
        fontFamily: CHIVO_MONO,
        fontSize: CAPTION_SIZE * scale,
        whiteSpace: 'pre',
        color: BONE,
      },
    },
    createElement('span', null, name),
    createElement('span', null, place),
    createElement(Mark, { accent, scale }),
  )
}

/** Position and height of the bars of the club's mark, on a grid of 16 units. */
const BARS = [
  [1, 4],
  [4, 14],
  [7, 10],
  [10, 6],
  [13, 2],
] as const

/** The club's mark. A unit of its grid is 2 px. */
const Mark = ({ accent, scale }: Accented & { scale: number }) =>
  BARS.map(([at, height]) =>
    createElement('div', {
      key: at,
      style: {
        position: 'absolute',
        left: (at * 2 - 2) * scale,
        top: (13 - height) * scale,
        width: 4 * scale,
        height: height * 2 * scale,
        backgroundColor: at === 4 ? accent : BONE,
      },
    }),
  )

const STAMP_PADDING = 20
const STAMP_BORDER = 6

interface StampProps extends MeasuredText, Accented {
  /** Position before the rotation. px */
  left: number
  top: number
  width: number
  /** Maximum height of the letters. px */
  height: number
}

/** A stamp: a word in a frame, rotated. */
export function Stamp({ text, measures, accent, left, top, width, height }: StampProps) {
  const inner = width - 2 * (STAMP_PADDING + STAMP_BORDER)
  const room = { measure: inner, height, gap: 0, most: 1 }
  return createElement(
    'div',
    {
      style: {
        position: 'absolute',
        top,
        left,
        width,
        display: 'flex',
        flexDirection: 'column',
        boxSizing: 'border-box',
        padding: STAMP_PADDING,
        border: `${STAMP_BORDER}px solid ${accent}`,
        // The dark background keeps the word readable on a flyer of any colour.
        backgroundColor: INK,
        transform: 'rotate(-7deg)',
      },
    },
    breakLines(text, measures, room).map((line) =>
      createElement(Line, { key: line.text, ...line, gap: 0, colour: accent }),
    ),
  )
}
