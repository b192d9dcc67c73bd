import './milestones.css'
import { useEffect, useRef } from 'react'
import { milestones } from '../../club/milestones.ts'
import { photographs } from '../../club/photographs/milestones.ts'
import { ClubPicture } from './club-picture.tsx'
import { pageMeta } from './meta.ts'
import { Wall } from './wall.tsx'

export const meta = pageMeta('milestones', '/milestones', milestones.meta)

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
        {stories.map(({ club, city, year, picture, story }) => (
          <li key={club} className="guest grid">
            <p className="guest-when mono">
              <span>{year}</span> <span>{city}</span>
            </p>
            <Wall as="h2" text={club} face="narrow" motion="set" className="guest-name" />
            <ClubPicture
              picture={photographs[picture]}
              sizes="(min-width: 64rem) 58vw, 100vw"
              className="guest-picture print opening"
            />
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
    const screen = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (!isIntersecting) target.toggleAttribute('data-waiting', true)
          else {
            target.toggleAttribute('data-set', target.hasAttribute('data-waiting'))
            target.removeAttribute('data-waiting')
            screen.unobserve(target)
          }
        }
      },
      // Not at the very edge, where nobody looks yet.
      { rootMargin: '0px 0px -12%' },
    )
    for (const name of list.current?.querySelectorAll('.guest-name') ?? []) screen.observe(name)
    return () => screen.disconnect()
  }, [])
  return list
}
