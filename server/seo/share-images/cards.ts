/**
 * The share images, 1200 by 630 px: `PageCard` shows the word of a page and its echoes, each on another width of the
 * type; `NewsCard` the photo of a news item, and its title from margin to margin; `NightCard` the flyer of a night in its
 * own proportions and colours, and beside it when it is, what it is called, and what became of it.
 *
 * Components without JSX: the process that draws them runs its sources, and Node strips types but reads no JSX. They are
 * drawn by satori, which knows flexbox and styles, and neither classes nor hooks.
 */
import { createElement, type ReactNode } from 'react'
import { BONE, INK } from '../../../contract/colours.ts'
import { SHARE_HEIGHT, SHARE_WIDTH } from '../../../contract/share.ts'
import { breakLines, echoes, type SetLine } from './lines.ts'
import { archivo, CHIVO_MONO, heightOf, type Measures, settable, spaced } from './type.ts'

/** px */
const MARGIN = 40
const MEASURE = SHARE_WIDTH - 2 * MARGIN
const GAP = 18
const LASER = 4
const CAPTION_SIZE = 25
const CAPTION_TOP = 37
/** Where the type of a page begins. */
const TYPE_TOP = 92

/** How much of the bone is left in the word of a page and in each of its echoes. */
const DECAY = [1, 0.3, 0.16, 0.09, 0.06]

/** Lines of a title, and how high they may be together. */
const TITLE_LINES = 5
const TITLE_HEIGHT = Math.round(SHARE_HEIGHT * 0.52)

/** The club's one colour, `#rrggbb`. */
interface Accented {
  accent: string
}

interface CardProps {
  /** What the type can set of a title. */
  text: string
  measures: Measures
  caption: CaptionProps
}

export function PageCard({ text, measures, caption }: CardProps) {
  // The laser needs six more than another gap.
  const height = SHARE_HEIGHT - MARGIN - TYPE_TOP - 6
  const room = { measure: MEASURE, height, gap: GAP, most: DECAY.length }
  const [word, ...rest] = echoes(text, measures, room).map((line, row) =>
    createElement(Line, { key: row, ...line, opacity: DECAY[row], gap: row > 1 ? GAP : 0 }),
  )
  return createElement(
    Frame,
    { top: TYPE_TOP, background: INK, caption },
    word,
    word && createElement(Laser, { accent: caption.accent, above: 10, below: 10 }),
    rest,
  )
}

export function NewsCard({ text, measures, caption, hasPhoto }: CardProps & { hasPhoto: boolean }) {
  const room = { measure: MEASURE, height: TITLE_HEIGHT, gap: GAP, most: TITLE_LINES }
  return createElement(
    Frame,
    { isAtFoot: true, background: hasPhoto ? 'transparent' : INK, caption },
    createElement(Laser, { accent: caption.accent, above: 0, below: GAP / 2 }),
    breakLines(text, measures, room).map((line, row) =>
      createElement(Line, { key: row, ...line, gap: row > 0 ? GAP : 0 }),
    ),
  )
}

/** A flyer is as high as the card, unless it is wider than this, px. */
const FLYER_WIDTH = SHARE_HEIGHT
/** Between the type and a flyer, px. */
const GUTTER = 44
const DATE_SIZE = 76
/** Of a letter of Chivo Mono, as a part of its size. */
const MONO_ADVANCE = 0.6
/** Lines of a night's name. */
const NAME_LINES = 6

interface Size {
  width: number
  height: number
}

/** px, on the card. */
export function flyerSize({ width, height }: Size): Size {
  const scale = Math.min(FLYER_WIDTH / width, SHARE_HEIGHT / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** What the type can set of a text, and its measures. */
type Measured = Omit<CardProps, 'caption'>

interface NightCardProps extends CardProps {
  date: string
  stamp: Measured | null
  /** As `flyerSize` has it; it stands at the right edge. null: there is none. */
  flyer: Size | null
}

export function NightCard({ text, measures, date, stamp, flyer, caption }: NightCardProps) {
  const edge = SHARE_WIDTH - (flyer?.width ?? 0)
  const measure = edge - MARGIN - (flyer ? GUTTER : MARGIN)
  const dateSize = Math.min(DATE_SIZE, measure / (date.length * MONO_ADVANCE))
  const above = TYPE_TOP + dateSize + LASER + 2 * GAP
  const room = { measure, height: SHARE_HEIGHT - MARGIN - above, gap: GAP, most: NAME_LINES }
  return createElement(
    Frame,
    { isAtFoot: true, background: flyer ? 'transparent' : INK, caption, measure },
    createElement(
      'span',
      {
        style: {
          fontFamily: CHIVO_MONO,
          fontSize: dateSize,
          lineHeight: 1,
          whiteSpace: 'pre',
          color: BONE,
        },
      },
      settable('chivoMono', date),
    ),
    createElement(Laser, { accent: caption.accent, above: GAP, below: GAP, width: edge }),
    breakLines(text, measures, room).map((line, row) =>
      createElement(Line, { key: row, ...line, gap: row > 0 ? GAP : 0 }),
    ),
    stamp && createElement(Stamp, { ...stamp, flyer, accent: caption.accent }),
  )
}

/** px, unless the flyer is narrower; but never less than the second. */
const STAMP_WIDTHS = [390, 200] as const
const STAMP_HEIGHT = 76
const STAMP_PADDING = 20
const STAMP_BORDER = 6
/** Of the card's height: where a flyer rarely has its name, and without a flyer above the night's. */
const STAMP_TOP = { flyer: 0.64, none: 0.06 }

/** Across the flyer, as a ticket inspector sets it, and never over the name beside it. */
function Stamp({ text, measures, flyer, accent }: Measured & Pick<NightCardProps, 'flyer'> & Accented) {
  const [most, least] = STAMP_WIDTHS
  const width = flyer ? Math.max(least, Math.min(most, flyer.width - 2 * GAP)) : most
  const inner = width - 2 * (STAMP_PADDING + STAMP_BORDER)
  const room = { measure: inner, height: STAMP_HEIGHT, gap: 0, most: 1 }
  const right = flyer ? Math.max(GAP, (flyer.width - width) / 2) : MARGIN
  return createElement(
    'div',
    {
      style: {
        position: 'absolute',
        top: SHARE_HEIGHT * STAMP_TOP[flyer ? 'flyer' : 'none'],
        left: SHARE_WIDTH - right - width,
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

interface FrameProps {
  /** Of its lines, px. */
  top?: number
  isAtFoot?: boolean
  background: string
  caption: CaptionProps
  /** Of the caption, where something stands beside it, px. */
  measure?: number
  children?: ReactNode
}

/** Lines below each other between the margins. */
const Frame = ({ top = 0, isAtFoot = false, background, caption, measure, children }: FrameProps) =>
  createElement(
    'div',
    {
      style: {
        display: 'flex',
        flexDirection: 'column',
        justifyContent: isAtFoot ? 'flex-end' : 'flex-start',
        width: SHARE_WIDTH,
        height: SHARE_HEIGHT,
        boxSizing: 'border-box',
        padding: `${top}px ${MARGIN}px ${MARGIN}px`,
        backgroundColor: background,
      },
    },
    children,
    createElement(Caption, { ...caption, measure }),
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
function Line({ text, size, width, start, stretch, opacity = 1, colour = BONE, gap }: LineProps) {
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

interface LaserProps extends Accented {
  above: number
  below: number
  width?: number
}

/** From edge to edge, unless it ends before. */
const Laser = ({ accent, above, below, width = SHARE_WIDTH }: LaserProps) =>
  createElement('div', {
    style: {
      flexShrink: 0,
      width,
      height: LASER,
      margin: `${above}px 0 ${below}px -${MARGIN}px`,
      backgroundColor: accent,
    },
  })

export interface CaptionProps extends Accented {
  /** Beside the club's mark. */
  left: string
  right: string
}

/** The air that Chivo Mono keeps beside a letter of `CAPTION_SIZE`, px. */
const BEARING = 2

/** Before its left part stands the mark, px. */
const INDENT = 44
/** At most. */
const RIGHT_LETTERS = 40
/** Between the parts. */
const LETTERS_APART = 2

const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`

function Caption({
  left,
  right,
  accent,
  measure = MEASURE,
}: CaptionProps & { measure?: number | undefined }) {
  const letters = Math.floor((measure - INDENT) / (CAPTION_SIZE * MONO_ADVANCE))
  const place = shortened(settable('chivoMono', right), RIGHT_LETTERS)
  const name = shortened(settable('chivoMono', left), letters - LETTERS_APART - place.length)
  return createElement(
    'div',
    {
      style: {
        position: 'absolute',
        top: CAPTION_TOP,
        left: MARGIN,
        width: MEASURE + BEARING,
        boxSizing: 'border-box',
        display: 'flex',
        justifyContent: 'space-between',
        paddingLeft: INDENT,
        fontFamily: CHIVO_MONO,
        fontSize: CAPTION_SIZE,
        whiteSpace: 'pre',
        color: BONE,
      },
    },
    createElement('span', null, name),
    createElement('span', null, place),
    createElement(Mark, { accent }),
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
const Mark = ({ accent }: Accented) =>
  BARS.map(([at, height]) =>
    createElement('div', {
      key: at,
      style: {
        position: 'absolute',
        left: at * 2 - 2,
        top: 13 - height,
        width: 4,
        height: height * 2,
        backgroundColor: at === 4 ? accent : BONE,
      },
    }),
  )
