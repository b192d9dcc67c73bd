/**
 * Lines of type as wide as what they stand in, from a phone to a wall. They are drawn in SVG, because that fits any
 * words to any width without scripts and because letters that move there move nothing around them.
 */
import './fitted-text.css'

/** Advances of Archivo Black in hundredths of its size, by kind of letter; `textLength` evens out the rest. */
const advances: readonly (readonly [RegExp, { wide: number; narrow: number }])[] = [
  [/\s/, { wide: 29, narrow: 18 }],
  [/[IÍ.,:;'’!¡-]/, { wide: 39, narrow: 25 }],
  [/[EÉFJLP\d]/, { wide: 82, narrow: 45 }],
  [/[MW]/, { wide: 120, narrow: 72 }],
]
const USUAL_ADVANCE = { wide: 96, narrow: 51 }

const advance = (letter: string) => advances.find(([kind]) => kind.test(letter))?.[1] ?? USUAL_ADVANCE

/** The room that a letter keeps on its sides: cut off at both ends, so that black meets the margin. */
const bearings: readonly (readonly [left: RegExp, right: RegExp, { wide: number; narrow: number }])[] = [
  [/[BDEÉFHIÍKLMNÑPRUÚ]/, /[HIÍJMNÑUÚ]/, { wide: 7, narrow: 4 }],
  [/[CGOÓQS]/, /[BCDEÉFGKOÓQS]/, { wide: 4, narrow: 3 }],
]
const LEAST_BEARING = { wide: 1, narrow: 0 }

const bearing = (letter: string, side: 0 | 1) =>
  bearings.find((kind) => kind[side].test(letter))?.[2] ?? LEAST_BEARING

/** Height of a capital, in the same measure. */
const CAPITAL = 73

/** What an accent needs over its line, or else a comma under the line before. */
const roomBetween = (before: string, line: string): number =>
  /[áéíóúñ]/i.test(line) ? 19 : /[,;]/.test(before) ? 11 : 0

interface Props {
  as: 'h1' | 'h2' | 'p'
  text: string
  /** Where it is broken, when it takes more than one line. */
  lines?: readonly string[]
  /** Narrow letters stand almost twice as high on the same width. */
  face?: 'wide' | 'narrow'
  /**
   * How its letters move: 'enter', they open when the page does; 'open', as it scrolls in; 'set', one after the other, as
   * it comes up, where browser/letters.ts sees it.
   */
  motion: 'enter' | 'open' | 'set'
  className?: string
  /** Of the text, where that is not the page's. */
  lang?: string | undefined
}

export function FittedText({
  as: Tag,
  text,
  lines = [text],
  face = 'wide',
  motion,
  className = '',
  lang,
}: Props) {
  return (
    <Tag className={`wall wall-${face} wall-${motion} ${className}`} lang={lang}>
      <span className="unseen">{text}</span>
      {lines.map((line, index) => (
        <Line
          key={line}
          text={line}
          face={face}
          motion={motion}
          room={index > 0 ? roomBetween(lines[index - 1] ?? '', line) : 0}
        />
      ))}
    </Tag>
  )
}

interface LineProps extends Required<Pick<Props, 'text' | 'face' | 'motion'>> {
  /** Over its capitals, in their measure. */
  room: number
}

function Line({ text, face, motion, room }: LineProps) {
  const letters = [...text.toLocaleUpperCase('es')]
  const left = bearing(letters[0] ?? '', 0)[face]
  const right = bearing(letters.at(-1) ?? '', 1)[face]
  const width = letters.reduce((sum, letter) => sum + advance(letter)[face], 0)
  return (
    <svg viewBox={`0 ${-room} ${width} ${CAPITAL + room}`} aria-hidden="true">
      <text x={-left} y="71.5" textLength={width + left + right} lengthAdjust="spacing">
        {motion === 'set'
          ? letters.map((letter, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: letters repeat, and never move
              <tspan key={index}>{letter}</tspan>
            ))
          : letters.join('')}
      </text>
    </svg>
  )
}
