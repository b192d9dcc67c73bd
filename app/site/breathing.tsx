/**
 * The club's name, breathing: the blow of the drum travels through it, and as one letter widens, those beside it give way.
 *
 * Each letter is drawn once, at the middle of Archivo's width axis, and then only scaled and moved, which a browser does
 * beside everything else that a page does. Set anew on that axis sixty times a second, the name took a fifth of a
 * processor's time, and all of a slow phone's. Drawn black, a letter that is scaled and one that is set look alike.
 */
import './breathing.css'
import 'virtual:breath.css'
import { club } from '../../club/club.ts'
import { advance, capitals } from './breath.ts'

/** The room that a letter keeps on its sides: cut off at both ends, so that black meets the margin. */
const BEARING = 3.5

/** Height of a capital, in hundredths of the size of its letters. */
const CAPITAL = 73

const letters = capitals(club.name)
const width = letters.reduce((sum, letter) => sum + advance(letter), 0)

export const BreathingName = ({ as: Tag, className }: { as: 'h1'; className: string }) => (
  <Tag className={`breathing ${className}`}>
    <span className="unseen">{club.name}</span>
    <svg viewBox={`${BEARING} 0 ${width - 2 * BEARING} ${CAPITAL}`} aria-hidden="true">
      {letters.map((letter, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: letters repeat, and never move
        <g key={index}>
          <text y="71.5" textLength={advance(letter)} lengthAdjust="spacingAndGlyphs">
            {letter}
          </text>
        </g>
      ))}
    </svg>
  </Tag>
)
