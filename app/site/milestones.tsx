import './milestones.css'
import { useEffect, useRef } from 'react'
import { milestones } from '../../club/milestones.ts'
import { pageMeta } from './meta.ts'
import { Wall } from './wall.tsx'

export const meta = pageMeta('milestones', '/milestones')

export default function Milestones() {
  const { lead, stories } = milestones
  const lineUp = useLetterSetting()
  return (
    <div className="milestones">
      <header className="page-head grid">
        <Wall as="h1" text="Hitos" motion="enter" />
        <p className="lead">{lead}</p>
      </header>
      <ol ref={lineUp} className="line-up">
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

/** Names that are still below the screen wait for it, and set themselves when they come up. */
function useLetterSetting() {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const screen = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) target.toggleAttribute('data-waiting', true)
        else {
          target.toggleAttribute('data-set', target.hasAttribute('data-waiting'))
          target.removeAttribute('data-waiting')
          screen.unobserve(target)
        }
      }
    })
    for (const name of list.current?.querySelectorAll('.guest-name') ?? []) screen.observe(name)
    return () => screen.disconnect()
  }, [])
  return list
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
