import './milestones.css'
import { copy } from '../../club/copy.ts'
import { pageMeta } from './meta.ts'

export const meta = pageMeta('milestones', '/milestones')

export default function Milestones() {
  const { lead, stories } = copy.milestones
  return (
    <div className="milestones">
      <header className="milestones-head grid">
        <h1 className="title">Hitos</h1>
        <p className="lead">{lead}</p>
      </header>
      <ol className="line-up">
        {stories.map(({ club, city, year, story }) => (
          <li key={club} className="guest grid">
            <p className="guest-when mono">
              {year}
              <br />
              {city}
            </p>
            <h2 className="guest-name">
              <span className="unseen">{club}</span>
              <Letters of={club} />
            </h2>
            <p className="guest-story">{story}</p>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** Each letter an element of its own, to be set one after the other; words stay whole at the end of a line. */
function Letters({ of }: { of: string }) {
  return (
    <span className="letters" aria-hidden="true">
      {of.split(' ').map((word) => (
        <span key={word} className="letters-word">
          {[...word].map((letter, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: letters never change places
            <span key={index}>{letter}</span>
          ))}
        </span>
      ))}
    </span>
  )
}
