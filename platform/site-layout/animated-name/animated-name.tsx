/**
 * The club's name, breathing: the blow of the drum travels through it, and as one letter widens, those beside it give way.
 *
 * Each letter is an outline, taken from the middle of Archivo's width axis, and only scaled and moved, which a browser does
 * beside everything else that a page does. Set anew on that axis sixty times a second, the name took a fifth of a
 * processor's time, and all of a slow phone's. Drawn black, a letter that is scaled and one that is set look alike. And
 * an outline waits for no font: the first thing that one sees of the club is in its own letters.
 */
import './animated-name.css'
import { letters } from 'virtual:letter-outlines'
import { useContext } from 'react'
import { useClub } from '../../pages/club-settings.ts'
import { PageDelivery } from '../../pages/delivery/page-delivery.ts'
import { FittedText } from '../components/fitted-text.tsx'
import { createMotionRules, type Letter, splitCapitals } from './letter-animation.ts'

/** The room that a letter keeps on its sides: cut off at both ends, so that black meets the margin. */
const BEARING = 3.5

/** Height of a capital, and of what stands on one, in hundredths of the size of its letters. */
const CAPITAL = 73
const ACCENT = 22

/** A name of more letters than this is set in two lines, where it has two words. */
const LINE_MAX = 9
/** And one of a single word that is longer than this, in its middle. */
const WORD_MAX = 20

interface Props {
  as: 'h1'
  className: string
}

/** A name with letters that the type of the house does not have is set in what the visitor's system has for them. */
export function ClubName({ as: Tag, className }: Props) {
  const { name, lines, drawn } = useNameInLines()
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

/** The name as a large line that opens as it scrolls in; in another script it is set as it is, which stretched would fall apart. */
export function ExpandingName({ as: Tag, className }: { as: 'h2'; className: string }) {
  const { name, lines, drawn } = useNameInLines()
  return drawn ? (
    <FittedText as={Tag} className={className} text={name} lines={lines} motion="open" />
  ) : (
    <Tag className={`name-set ${className}`}>{name}</Tag>
  )
}

/** `drawn`: the letters of its lines; null where the type of the house does not have one of them. */
function useNameInLines() {
  // As one letter each: what was pasted may have its accents apart.
  const name = useClub().identity.name.normalize('NFC')
  const lines = inLines(name)
  const found = lines.map((line) => splitCapitals(line).map((letter) => letters[letter]))
  return { name, lines, drawn: isDrawn(found) ? found : null }
}

const isDrawn = (lines: (Letter | undefined)[][]): lines is Letter[][] =>
  lines.every((line) => line.every((letter) => letter !== undefined))

const round = (value: number): number => Math.round(value * 10) / 10

/** As even as its words allow. */
function inLines(name: string): string[] {
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
