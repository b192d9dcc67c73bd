/**
 * Lines of text as wide as their container, at any screen size. SVG fits any text to any width without scripts, and moving letters
 * inside SVG cause no layout shift around them.
 */
import './fitted-text.css'

/** Approximate advances of Archivo Black in hundredths of the font size, by group of letters. `textLength` corrects the rest. */
const advances: readonly (readonly [RegExp, { wide: number; narrow: number }])[] = [
  [/\s/, { wide: 29, narrow: 18 }],
  [/[IÍ.,:;'’!¡-]/, { wide: 39, narrow: 25 }],
  [/[EÉFJLP\d]/, { wide: 82, narrow: 45 }],
  [/[MW]/, { wide: 120, narrow: 72 }],
]
const USUAL_ADVANCE = { wide: 96, narrow: 51 }

const getAdvance = (letter: string) => advances.find(([kind]) => kind.test(letter))?.[1] ?? USUAL_ADVANCE

/** The side bearings of letters. They are cut off at both ends of a line, so that the letters touch the margin. */
const bearings: readonly (readonly [left: RegExp, right: RegExp, { wide: number; narrow: number }])[] = [
  [/[BDEÉFHIÍKLMNÑPRUÚ]/, /[HIÍJMNÑUÚ]/, { wide: 7, narrow: 4 }],
  [/[CGOÓQS]/, /[BCDEÉFGKOÓQS]/, { wide: 4, narrow: 3 }],
]
const LEAST_BEARING = { wide: 1, narrow: 0 }

const getBearing = (letter: string, side: 0 | 1) =>
  bearings.find((kind) => kind[side].test(letter))?.[2] ?? LEAST_BEARING

/** Height of a capital, in hundredths of the font size. */
const CAPITAL = 73

/** Space between two lines for an accent of the lower one, or for a comma of the upper one. */
const getLineGap = (before: string, line: string): number =>
  /[áéíóúñ]/i.test(line) ? 19 : /[,;]/.test(before) ? 11 : 0

interface Props {
  as: 'h1' | 'h2' | 'p'
  text: string
  /** The text in lines, when it has more than one. */
  lines?: readonly string[]
  /** At the same width, narrow letters are almost twice as high. */
  face?: 'wide' | 'narrow'
  /**
   * The animation of the letters. 'enter': they widen when the page opens. 'open': they widen while scrolling into view. 'set': they
   * appear one after the other in view (browser/letter-reveal.ts).
   */
  motion: 'enter' | 'open' | 'set'
  className?: string
  /** Language of the text, when it differs from that of the page. */
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
          room={index > 0 ? getLineGap(lines[index - 1] ?? '', line) : 0}
        />
      ))}
    </Tag>
  )
}

interface LineProps extends Required<Pick<Props, 'text' | 'face' | 'motion'>> {
  /** Space above the capitals, in the same unit. */
  room: number
}

function Line({ text, face, motion, room }: LineProps) {
  const letters = [...text.toLocaleUpperCase('es')]
  const left = getBearing(letters[0] ?? '', 0)[face]
  const right = getBearing(letters.at(-1) ?? '', 1)[face]
  const width = letters.reduce((sum, letter) => sum + getAdvance(letter)[face], 0)
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
