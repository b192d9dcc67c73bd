/**
 * Lines of text that fill the width of their container, at any screen size. SVG does this without scripts, and letters that move
 * inside an SVG cause no layout shift around it.
 */
import './fitted-text.css?later'
import { getSideBearing } from './side-bearings.ts'

/** Approximate widths of letters in Archivo Black, in hundredths of the font size. The attribute `textLength` corrects the error. */
const advances: readonly (readonly [RegExp, { wide: number; narrow: number }])[] = [
  [/\s/, { wide: 29, narrow: 18 }],
  [/[IÍ.,:;'’!¡-]/, { wide: 39, narrow: 25 }],
  [/[EÉFJLP\d]/, { wide: 82, narrow: 45 }],
  [/[MW]/, { wide: 120, narrow: 72 }],
]
const USUAL_ADVANCE = { wide: 96, narrow: 51 }

const getAdvance = (letter: string) => advances.find(([kind]) => kind.test(letter))?.[1] ?? USUAL_ADVANCE

/** Height of a capital. Hundredths of the font size */
const CAPITAL = 73

/** @returns the space between two lines, for an accent in the lower line or a comma in the upper line */
const getLineGap = (before: string, line: string): number =>
  /[áéíóúñ]/i.test(line) ? 19 : /[,;]/.test(before) ? 11 : 0

interface Props {
  as: 'h1' | 'h2' | 'p'
  text: string
  /** The lines of `text`, when it has more than one. */
  lines?: readonly string[]
  /** Narrow letters are almost twice as high as wide ones in a line of the same width. */
  face?: 'wide' | 'narrow'
  /**
   * The animation of the letters. 'enter': they widen when the page opens. While the text scrolls into view, they widen ('open') or
   * appear one after the other ('set').
   */
  motion: 'enter' | 'open' | 'set'
  className?: string
  /** Language of the text, when it is not the language of the page. */
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
  /** Space above the capitals. Hundredths of the font size */
  room: number
}

function Line({ text, face, motion, room }: LineProps) {
  const letters = [...text.toLocaleUpperCase('es')]
  const left = getSideBearing(letters[0] ?? '', 0)[face]
  const right = getSideBearing(letters.at(-1) ?? '', 1)[face]
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
