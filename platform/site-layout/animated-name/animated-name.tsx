/**
 * The animated name of the club: a wave passes through it, and each letter widens while its neighbours get narrower.
 *
 * Each letter is an outline from the middle of Archivo's width axis. It is only scaled and moved, which browsers do outside the
 * main thread. Text on a variable width axis, changed sixty times a second, took a fifth of a processor, and a whole one of a
 * slow phone. In black, a scaled letter looks like a real wider letter. Outlines also need no font, so the name of the first
 * screen has its final letters at once.
 */
import './animated-name.css'
import { letters } from 'virtual:letter-outlines'
import { useContext } from 'react'
import { useClub } from '../../pages/club-settings.ts'
import { PageDelivery } from '../../pages/delivery/page-delivery.ts'
import { FittedText } from '../components/fitted-text.tsx'
import { createMotionRules, type Letter, splitCapitals } from './letter-animation.ts'

/** The side bearing of a letter. It is cut off at both ends of a line, so that the letters touch the margin. */
const BEARING = 3.5

/** Height of a capital, and of its accents, in hundredths of the font size. */
const CAPITAL = 73
const ACCENT = 22

/** A name of two or more words with more letters than this has two lines. */
const LINE_MAX = 9
/** A single word with more letters than this is broken in its middle. */
const WORD_MAX = 20

interface Props {
  as: 'h1'
  className: string
}

/** The animated name. A name with letters that Archivo does not have uses a font of the system. */
export function ClubName({ as: Tag, className }: Props) {
  const { name, lines, drawn } = useNameLines()
  const { nonce } = useContext(PageDelivery)
  if (!drawn) return <Tag className={`name-set ${className}`}>{name}</Tag>
  const rules = createMotionRules(drawn.map((line) => line.map(([advance]) => advance)))
  return (
    <Tag className={`breathing ${className}`}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: numbers of ours, hashed for the CSP */}
      <style nonce={nonce} dangerouslySetInnerHTML={{ __html: rules }} />
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

/** The name as a large line that widens while it scrolls into view. In another script it is not stretched, because its letters would break. */
export function ExpandingName({ as: Tag, className }: { as: 'h2'; className: string }) {
  const { name, lines, drawn } = useNameLines()
  return drawn ? (
    <FittedText as={Tag} className={className} text={name} lines={lines} motion="open" />
  ) : (
    <Tag className={`name-set ${className}`}>{name}</Tag>
  )
}

/** `drawn` has the letters of the lines, or null when Archivo does not have one of them. */
function useNameLines() {
  // One code point per letter: pasted text can have separate accents.
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
  const lengthOf = (lines: string[][]) => Math.max(...lines.map((line) => line.join(' ').length))
  const [best = [words]] = breaks.toSorted((a, b) => lengthOf(a) - lengthOf(b))
  return best.map((line) => line.join(' '))
}
