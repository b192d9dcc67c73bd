/**
 * The parts of share images: lines of text, the laser, the club's mark, the stamp.
 *
 * The components have no JSX, because Node runs these files from source in development and strips types only. satori draws
 * them. It supports flexbox and styles, but neither classes nor hooks.
 */
import { createElement, type ReactNode } from 'react'
import { BONE, INK } from '../../../platform/shared/colours.ts'
import { archivo, CHIVO_MONO, heightOf, type Measures, settable, spaced } from './fonts.ts'
import { breakLines, type SetLine } from './title-lines.ts'

/** px */
export interface Size {
  width: number
  height: number
}

/** px, from the top left corner of a picture. */
export interface Box extends Size {
  left: number
  top: number
}

/** A text without the letters that the font lacks, and its measures. */
export interface Measured {
  text: string
  measures: Measures
}

/** The club's one colour, `#rrggbb`. */
interface Accented {
  accent: string
}

export const GAP = 18
export const LASER = 4
/** Advance of a letter of Chivo Mono, as a multiple of its size. */
export const MONO_ADVANCE = 0.6

interface FrameProps extends Size {
  padding: string
  isAtFoot?: boolean
  background: string
  children?: ReactNode
}

/** Lines below each other. */
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

interface LineProps extends SetLine {
  opacity?: number | undefined
  colour?: string
  /** Distance to the line above, px. */
  gap: number
}

/** Ascent and descent of Archivo, as parts of its size. */
const ASCENT = 0.878
const DESCENT = 0.21

/** A line of Archivo. Its box is as high as its letters, and its ink reaches from margin to margin. */
export function Line({ text, size, width, start, stretch, opacity = 1, colour = BONE, gap }: LineProps) {
  const height = size * heightOf(text)
  // satori rounds lines to whole pixels. The transform moves the letters to their exact place.
  const lineHeight = Math.ceil(size)
  const x = -start * size * stretch
  const y = height - (lineHeight + (ASCENT - DESCENT) * size) / 2
  const style = {
    position: 'absolute',
    top: 0,
    left: 0,
    fontFamily: archivo(width),
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
    createElement('span', { style }, spaced(text)),
  )
}

/** A title, from margin to margin. */
export const Title = ({ lines }: { lines: SetLine[] }) =>
  lines.map((line, row) => createElement(Line, { key: row, ...line, gap: row > 0 ? GAP : 0 }))

interface MonoProps {
  text: string
  /** px */
  size: number
  colour?: string
}

/** Numbers, dates and names in Chivo Mono. */
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
    settable('chivoMono', text),
  )

interface LaserProps extends Accented {
  /** px */
  above: number
  below: number
  width: number
  /** The margin of the picture, which the laser crosses. px */
  margin: number
}

/** A horizontal line from the left edge of the picture. */
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
/** Height of its line, px. */
export const CAPTION_HEIGHT = 33
/** Side bearing of a letter of Chivo Mono at `CAPTION_SIZE`, px. */
const BEARING = 2
/** Room for the mark, px. */
const INDENT = 44
/** The most letters of the right part. */
const RIGHT_LETTERS = 40
/** Least number of letters between the parts. */
const LETTERS_APART = 2

const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, Math.max(0, most - 1)).trimEnd()}…`

interface PlacedCaption extends CaptionProps {
  /** px */
  top: number
  x: number
  width: number
  /** Width of its text when something else is beside it, px. */
  measure?: number | undefined
  /** Size relative to the preview. */
  scale?: number
}

export function Caption({ left, right, accent, top, x, width, measure = width, scale = 1 }: PlacedCaption) {
  const letters = Math.floor((measure / scale - INDENT) / (CAPTION_SIZE * MONO_ADVANCE))
  const most = Math.min(RIGHT_LETTERS, Math.floor(letters / 2) + LETTERS_APART)
  const place = shortened(settable('chivoMono', right), most)
  const name = shortened(settable('chivoMono', left), letters - LETTERS_APART - place.length)
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

/** Place and height of the bars of the mark, on a grid of sixteen. */
const BARS = [
  [1, 4],
  [4, 14],
  [7, 10],
  [10, 6],
  [13, 2],
] as const

/** The club's mark, two px to a unit of its grid. */
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

interface StampProps extends Measured, Accented {
  /** Place before the rotation, px. */
  left: number
  top: number
  width: number
  /** Greatest height of its letters, px. */
  height: number
}

/** A word in a frame, at an angle. */
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
        // Readable on a flyer of any colour.
        backgroundColor: INK,
        transform: 'rotate(-7deg)',
      },
    },
    breakLines(text, measures, room).map((line) =>
      createElement(Line, { key: line.text, ...line, gap: 0, colour: accent }),
    ),
  )
}
