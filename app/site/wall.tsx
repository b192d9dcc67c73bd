/**
 * A line of type as wide as what it stands in, from a phone to a wall. It is drawn in SVG, because that fits any words
 * to any width without scripts and because letters that breathe there move nothing around them.
 */
import './wall.css'

/** Advances of Archivo Black Expanded in hundredths of its size, by kind of letter; `textLength` evens out the rest. */
const advances: readonly (readonly [RegExp, number])[] = [
  [/\s/, 29],
  [/[I.,:;'’!¡-]/, 39],
  [/[EFJLP\d]/, 82],
  [/[MW]/, 120],
]
const USUAL_ADVANCE = 96

const advance = (letter: string): number => advances.find(([kind]) => kind.test(letter))?.[1] ?? USUAL_ADVANCE

/** On average a breathing letter is this much of its full width. */
const BREATHING = 0.8

/** The room that a letter keeps on its sides: cut off at both ends, so that black meets the margin. */
const BEARING = 4

interface Props {
  as: 'h1' | 'h2' | 'p'
  text: string
  /**
   * How its letters move: 'breathe', the beat runs through them for ever; 'enter', they open when the page does;
   * 'open', as it scrolls in.
   */
  motion: 'breathe' | 'enter' | 'open'
  className?: string
}

export function Wall({ as: Tag, text, motion, className = '' }: Props) {
  const letters = [...text.toLocaleUpperCase('es')]
  const natural = letters.reduce((sum, letter) => sum + advance(letter), 0)
  const width = Math.round(motion === 'breathe' ? natural * BREATHING : natural)
  return (
    <Tag className={`wall wall-${motion} ${className}`}>
      <span className="unseen">{text}</span>
      <svg viewBox={`0 0 ${width} 73`} aria-hidden="true">
        <text x={-BEARING} y="71.5" textLength={width + 2 * BEARING} lengthAdjust="spacing">
          {motion === 'breathe'
            ? letters.map((letter, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: letters repeat, and never move
                <tspan key={index}>{letter}</tspan>
              ))
            : letters.join('')}
        </text>
      </svg>
    </Tag>
  )
}
