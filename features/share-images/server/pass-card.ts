/**
 * Layout of a pass: the picture with which a person on a list enters. The night is above, light on dark. The person, the
 * conditions, the QR code and its text are below, dark on light. Sizes are in px.
 */
import { createElement } from 'react'
import { shareFormats } from '../../../platform/content/shared/share-set.ts'
import { BONE, INK } from '../../../platform/shared/colours.ts'
import {
  type Box,
  Caption,
  type CaptionProps,
  Frame,
  GAP,
  LASER,
  Laser,
  Line,
  type MeasuredText,
  MONO_ADVANCE,
  Mono,
  shortened,
} from './card-parts.ts'
import { filterCharacters } from './characters.ts'
import { CHIVO_MONO, computeLineHeight } from './fonts.ts'
import { breakLines, type FittedLine } from './title-lines.ts'

/** A phone shows a picture of this shape on its whole screen. */
export const PASS_SIZE = shareFormats.story
const MARGIN = 56
const MEASURE = PASS_SIZE.width - 2 * MARGIN
const CAPTION_SCALE = 1.5
/** Top of the title, below the caption. */
const TITLE_TOP = 140
const TITLE = { height: 220, most: 4 }
const NAME = { height: 150, most: 3 }
const DATE_SIZE = 48
const PLACE_SIZE = 32
const PEOPLE_SIZE = 56
const CONDITION_SIZES = { most: 40, least: 25 }
/** Height of a line of a condition, as a multiple of its font size. */
const CONDITION_LINE = 1.2
const CODE_SIZE = 120
const CODE_TITLE_SIZE = 30
/** Space between two parts. */
const APART = 26

/** Texts in small type. Characters that the font lacks are left out. */
export interface PassWords {
  date: string
  place: string
  /** Number of people: '1 + 2'. */
  people: string
  /** Each with its end, which is '' when it has none. */
  conditions: { label: string; end: string }[]
  /** The word above the code. */
  codeTitle: string
  /** Text of the QR code, which is also drawn as letters. */
  code: string
}

export interface PassProps extends PassWords {
  title: MeasuredText
  name: MeasuredText
  caption: CaptionProps
}

interface SizedText {
  text: string
  size: number
}

export interface PassLayout {
  title: FittedLine[]
  date: SizedText
  place: SizedText
  name: FittedLine[]
  conditions: (PassWords['conditions'][number] & { size: number; lines: number })[]
  qr: Box
}

/** Fits a text in one line, shortened when it would be smaller than `least`. */
function fitLine(written: string, { most, least }: { most: number; least: number }): SizedText {
  const letters = Math.floor(MEASURE / (least * MONO_ADVANCE))
  const fitted = shortened(filterCharacters('chivoMono', written), letters)
  return { text: fitted, size: Math.min(most, MEASURE / (Math.max(1, fitted.length) * MONO_ADVANCE)) }
}

/** Chooses the size of a condition. A long one has several lines of the smallest size. */
function layCondition(condition: PassWords['conditions'][number]): PassLayout['conditions'][number] {
  const label = filterCharacters('chivoMono', condition.label)
  const { most, least } = CONDITION_SIZES
  const letters = label.length + condition.end.length + 2
  const size = Math.max(least, Math.min(most, MEASURE / (letters * MONO_ADVANCE)))
  // Words wrap before the end of a line, so a line has fewer letters than fit.
  const lines = size > least ? 1 : Math.ceil((letters * MONO_ADVANCE * size) / (MEASURE * 0.8))
  return { label, end: condition.end, size, lines }
}

const computeHeight = (lines: FittedLine[]): number =>
  lines.reduce((sum, { text, size }, row) => sum + size * computeLineHeight(text) + (row > 0 ? GAP : 0), 0)

/**
 * Computes the layout. The QR code takes the height that is left, in modules of whole pixels.
 * @param modules width of the QR code with its quiet zone
 */
export function layPass(words: PassProps, modules: number): PassLayout {
  const fitTitle = ({ text, measures }: MeasuredText, room: { height: number; most: number }) =>
    breakLines(text, measures, { measure: MEASURE, gap: GAP, ...room })
  const title = fitTitle(words.title, TITLE)
  const name = fitTitle(words.name, NAME)
  const conditions = words.conditions.map(layCondition)
  const date = fitLine(words.date, { most: DATE_SIZE, least: PLACE_SIZE })
  const place = fitLine(words.place, { most: PLACE_SIZE, least: 24 })
  const head =
    TITLE_TOP + computeHeight(title) + APART + date.size + APART / 2 + place.size + APART + LASER + APART
  const person =
    (name.length > 0 ? computeHeight(name) + APART : 0) +
    PEOPLE_SIZE +
    conditions.reduce((sum, { size, lines }) => sum + APART / 2 + lines * size * CONDITION_LINE, 0)
  const top = Math.ceil(head + person)
  const room = PASS_SIZE.height - top - CODE_SIZE - MARGIN
  const width = modules * Math.floor(Math.min(room, PASS_SIZE.width) / modules)
  const left = Math.floor((PASS_SIZE.width - width) / 2)
  return {
    title,
    date,
    place,
    name,
    conditions,
    qr: { left, top: top + Math.floor((room - width) / 2), width, height: width },
  }
}

/** Two texts at the ends of a line. */
const ROW = { display: 'flex', justifyContent: 'space-between', alignItems: 'flex-end' } as const

function Condition({ label, end, size, lines }: PassLayout['conditions'][number]) {
  const style = {
    height: lines * size * CONDITION_LINE,
    marginTop: APART / 2,
    fontFamily: CHIVO_MONO,
    fontSize: size,
    lineHeight: CONDITION_LINE,
    color: INK,
  }
  return lines > 1
    ? createElement('div', { style: { ...style, wordBreak: 'break-word' } }, `${label} ${end}`.trim())
    : createElement(
        'div',
        { style: { ...style, ...ROW } },
        createElement('span', null, label),
        createElement('span', null, end),
      )
}

/** The picture without its QR code, which is drawn over it. */
export function PassCard({ words, layout }: { words: PassProps; layout: PassLayout }) {
  const { accent } = words.caption
  return createElement(
    Frame,
    { ...PASS_SIZE, padding: '0', background: BONE },
    createElement(
      'div',
      {
        style: {
          display: 'flex',
          flexDirection: 'column',
          flexShrink: 0,
          padding: `${TITLE_TOP}px ${MARGIN}px ${APART}px`,
          backgroundColor: INK,
        },
      },
      layout.title.map((line, row) => createElement(Line, { key: row, ...line, gap: row > 0 ? GAP : 0 })),
      createElement('div', { style: { height: APART } }),
      createElement(Mono, layout.date),
      createElement('div', { style: { height: APART / 2 } }),
      createElement(Mono, layout.place),
    ),
    createElement(Laser, { accent, above: 0, below: APART, width: PASS_SIZE.width, margin: 0 }),
    createElement(
      'div',
      { style: { display: 'flex', flexDirection: 'column', flexShrink: 0, padding: `0 ${MARGIN}px` } },
      layout.name.map((line, row) =>
        createElement(Line, { key: row, ...line, colour: INK, gap: row > 0 ? GAP : 0 }),
      ),
      createElement(
        'div',
        { style: { display: 'flex', marginTop: layout.name.length > 0 ? APART : 0 } },
        createElement(Mono, { text: words.people, size: PEOPLE_SIZE, colour: INK }),
      ),
      layout.conditions.map((condition, row) => createElement(Condition, { key: row, ...condition })),
    ),
    createElement(
      'div',
      { style: { ...ROW, position: 'absolute', left: MARGIN, bottom: MARGIN, width: MEASURE } },
      createElement(Mono, { text: words.codeTitle, size: CODE_TITLE_SIZE, colour: INK }),
      createElement(Mono, { text: words.code, size: CODE_SIZE, colour: INK }),
    ),
    createElement(Caption, {
      ...words.caption,
      top: MARGIN,
      x: MARGIN,
      width: MEASURE,
      scale: CAPTION_SCALE,
    }),
  )
}
