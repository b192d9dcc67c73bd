/**
 * The club's name, breathing: the blow of the drum travels through it, and as one letter widens, those beside it give way.
 *
 * Each letter is an outline, taken from the middle of Archivo's width axis, and only scaled and moved, which a browser does
 * beside everything else that a page does. Set anew on that axis sixty times a second, the name took a fifth of a
 * processor's time, and all of a slow phone's. Drawn black, a letter that is scaled and one that is set look alike. And
 * an outline waits for no font: the first thing that one sees of the club is in its own letters.
 */
import './breathing.css'
import 'virtual:breath.css'
import { outlines, width } from 'virtual:breath-outlines'
import { defaults } from '../../../club/defaults.ts'
import { useClub } from '../../club-words.ts'
import { Wall } from '../parts/wall.tsx'

/** The room that a letter keeps on its sides: cut off at both ends, so that black meets the margin. */
const BEARING = 3.5

/** Height of a capital, in hundredths of the size of its letters. */
const CAPITAL = 73

/** The outlines are made when the site is built, of the name that ships: another one is set, as other large lines are. */
export function ClubName(props: { as: 'h1'; className: string }) {
  const { name } = useClub().identity
  return name === defaults.identity.name ? (
    <BreathingName {...props} />
  ) : (
    <Wall {...props} text={name} lines={inLines(name)} motion="enter" />
  )
}

/** A name of more letters than this is set in two lines, where it has two words. */
const LINE_MAX = 9

function inLines(name: string): string[] {
  const words = name.split(/\s+/)
  if (name.length <= LINE_MAX || words.length < 2) return [name]
  const breaks = words.slice(1).map((_, index) => [words.slice(0, index + 1), words.slice(index + 1)])
  const lengthOf = (lines: string[][]) => Math.max(...lines.map((line) => line.join(' ').length))
  const [best = [words]] = breaks.toSorted((a, b) => lengthOf(a) - lengthOf(b))
  return best.map((line) => line.join(' '))
}

const BreathingName = ({ as: Tag, className }: { as: 'h1'; className: string }) => (
  <Tag className={`breathing ${className}`}>
    <span className="unseen">{defaults.identity.name}</span>
    <svg viewBox={`${BEARING} 0 ${width - 2 * BEARING} ${CAPITAL}`} aria-hidden="true">
      {outlines.map((outline, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: letters repeat, and never move
        <g key={index}>
          <path d={outline} />
        </g>
      ))}
    </svg>
  </Tag>
)
