/**
 * What share images are put together of: lines of the house type, the laser, the club's mark, the stamp.
 *
 * Components without JSX: the process that draws them runs its sources, and Node strips types but reads no JSX. They are
 * drawn by satori, which knows flexbox and styles, and neither classes nor hooks.
 */
import { createElement, type ReactNode } from 'react'
import { BONE, INK } from '../../../platform/shared/colours.ts'
import { breakLines, type SetLine } from './lines.ts'
import { archivo, CHIVO_MONO, heightOf, type Measures, settable, spaced } from './type.ts'

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

/** What the type can set of a text, and its measures. */
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
/** Of a letter of Chivo Mono, as a part of its size. */
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
  /** To the line above, px. */
  gap: number
}

/** Ascent and descent of Archivo, as parts of its size. */
const ASCENT = 0.878
const DESCENT = 0.21

/** A line of Archivo, as high as its letters, whose ink runs from margin to margin. */
export function Line({ text, size, width, start, stretch, opacity = 1, colour = BONE, gap }: LineProps) {
  const height = size * heightOf(text)
  // satori's lines are of whole pixels; from there letters are moved to where they belong.
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

/** Numbers, dates and names: no higher than its letters are, px of its size. */
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
  /** Of what stands beside it: the laser begins at the picture's edge, px. */
  margin: number
}

/** From edge to edge, unless it ends before. */
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
  /** Beside the club's mark. */
  left: string
  right: string
}

const CAPTION_SIZE = 25
/** Of its line, px. */
export const CAPTION_HEIGHT = 33
/** The air that Chivo Mono keeps beside a letter of `CAPTION_SIZE`, px. */
const BEARING = 2
/** Before its left part stands the mark, px. */
const INDENT = 44
/** At most. */
const RIGHT_LETTERS = 40
/** Between the parts. */
const LETTERS_APART = 2

const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, Math.max(0, most - 1)).trimEnd()}…`

interface PlacedCaption extends CaptionProps {
  /** Of its place, px. */
  top: number
  x: number
  width: number
  /** Of its words, where something stands beside them, px. */
  measure?: number | undefined
  /** How much larger than on the preview of a link. */
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

/** Place and height of its bars, on a grid of sixteen: the blow of the drum is the second. */
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
  /** Where it stands before it is turned, px. */
  left: number
  top: number
  width: number
  /** Of its letters at most, px. */
  height: number
}

/** At an angle, as a ticket inspector sets it. */
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
        // Flyers have any colour.
        backgroundColor: INK,
        transform: 'rotate(-7deg)',
      },
    },
    breakLines(text, measures, room).map((line) =>
      createElement(Line, { key: line.text, ...line, gap: 0, colour: accent }),
    ),
  )
}
