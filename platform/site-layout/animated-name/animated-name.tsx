/**
 * The animated name of the club. A wave passes through it: each letter widens while its neighbours get narrower.
 *
 * Each letter is an SVG outline from the middle of Archivo's width axis. Animations only scale and move it, which browsers do
 * outside the main thread. Text with an animated width axis took a fifth of a processor, and a whole processor of a slow phone.
 * In the weight Black, a scaled letter looks like a real wider letter. Outlines need no font, so the name has its final shape
 * before fonts load.
 */
import './animated-name.css'
import { letters } from 'virtual:letter-outlines'
import { useContext } from 'react'
import { useClub } from '../../pages/club-settings.ts'
import { PageDelivery } from '../../pages/delivery/page-delivery.ts'
import { FittedText } from '../components/fitted-text.tsx'
import { createMotionRules, type Letter, splitCapitals } from './letter-animation.ts'

/**
 * The empty space at each side of a letter, in hundredths of the font size. Both ends of a line are cut by it, so that the
 * letters touch the margin.
 */
const BEARING = 3.5

/** Height of a capital, and of the accents above it. Hundredths of the font size */
const CAPITAL = 73
const ACCENT = 22

/** A name of several words is broken into two lines when it has more letters than this. */
const LINE_MAX = 9
/** A name of one word is broken in its middle when it has more letters than this. */
const WORD_MAX = 20

interface Props {
  as: 'h1'
  className: string
}

/** The animated name. When Archivo lacks one of its letters, the name is text in a system font, without animation. */
export function ClubName({ as: Tag, className }: Props) {
  const { name, lines, drawn } = useNameLines()
  const { nonce } = useContext(PageDelivery)
  if (!drawn) return <Tag className={`name-set ${className}`}>{name}</Tag>
  const rules = createMotionRules(drawn.map((line) => line.map(([advance]) => advance)))
  return (
    <Tag className={`breathing ${className}`}>
      {/* React moves a style element with `href` and `precedence` into <head>, because HTML does not allow it in a heading. */}
      <style nonce={nonce} href="club-name" precedence="page">
        {rules}
      </style>
      <span className="unseen">{name}</span>
      {drawn.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines never move
        <Line key={index} letters={line} hasAccents={/\p{M}/u.test(lines[index]?.normalize('NFD') ?? '')} />
      ))}
    </Tag>
  )
}

function Line({ letters, hasAccents }: { letters: Letter[]; hasAccents: boolean }) {
  const width = letters.reduce((sum, [advance]) => sum + advance, 0)
  const above = hasAccents ? ACCENT : 0
  return (
    <svg
      viewBox={`${BEARING} ${-above} ${round(width - 2 * BEARING)} ${CAPITAL + above}`}
      preserveAspectRatio="xMinYMax"
      aria-hidden="true"
    >
      {letters.map(([, outline], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: letters repeat, and never move
        <g key={index}>
          <path d={outline} />
        </g>
      ))}
    </svg>
  )
}

/** The name as a large text that widens while it scrolls into view. When Archivo lacks one of its letters, it does not widen. */
export function ExpandingName({ as: Tag, className }: { as: 'h2'; className: string }) {
  const { name, lines, drawn } = useNameLines()
  return drawn ? (
    <FittedText as={Tag} className={className} text={name} lines={lines} motion="open" />
  ) : (
    <Tag className={`name-set ${className}`}>{name}</Tag>
  )
}

/** Returns the name, and in `drawn` the outlines of its letters by line. null when Archivo lacks one of the letters */
function useNameLines() {
  // NFC joins letters and accents, because a pasted text can have them as separate characters.
  const name = useClub().identity.name.normalize('NFC')
  const lines = splitName(name)
  const found = lines.map((line) => splitCapitals(line).map((letter) => letters[letter]))
  return { name, lines, drawn: isDrawn(found) ? found : null }
}

const isDrawn = (lines: (Letter | undefined)[][]): lines is Letter[][] =>
  lines.every((line) => line.every((letter) => letter !== undefined))

const round = (value: number): number => Math.round(value * 10) / 10

/** Breaks a name into lines of similar length, between words. */
function splitName(name: string): string[] {
  const words = name.split(/\s+/)
  if (words.length === 1 && name.length > WORD_MAX) {
    const letters = [...name]
    const half = Math.ceil(letters.length / 2)
    return [letters.slice(0, half).join(''), letters.slice(half).join('')]
  }
  if (name.length <= LINE_MAX || words.length === 1) return [name]
  const breaks = words.slice(1).map((_, index) => [words.slice(0, index + 1), words.slice(index + 1)])
  const getLength = (lines: string[][]) => Math.max(...lines.map((line) => line.join(' ').length))
  const [best = [words]] = breaks.toSorted((a, b) => getLength(a) - getLength(b))
  return best.map((line) => line.join(' '))
}
