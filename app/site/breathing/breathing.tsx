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

/** The room that a letter keeps on its sides: cut off at both ends, so that black meets the margin. */
const BEARING = 3.5

/** Height of a capital, in hundredths of the size of its letters. */
const CAPITAL = 73

export const BreathingName = ({ as: Tag, className }: { as: 'h1'; className: string }) => (
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
