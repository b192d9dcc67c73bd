import './milestones.css'
import { milestones } from '../../../club/milestones.ts'
import { photographs } from '../../../club/photographs/milestones.ts'
import { LETTERS_TAG as Letters } from '../../enhance/names.ts'
import { pageMeta } from '../layout/meta.ts'
import { ClubPicture } from '../parts/club-picture.tsx'
import { Wall } from '../parts/wall.tsx'

export const meta = pageMeta('milestones', '/milestones', milestones.meta)

export default function Milestones() {
  const { lead, stories } = milestones
  return (
    <div className="milestones">
      <header className="page-head grid">
        <Wall as="h1" text="Hitos" motion="enter" />
        <p className="lead">{lead}</p>
      </header>
      <Letters>
        <ol className="line-up">
          {stories.map(({ club, city, year, picture, story }, index) => (
            <li key={club} className={`guest grid ${index > 0 ? 'far' : ''}`}>
              <p className="guest-when mono">
                <span>{year}</span> <span>{city}</span>
              </p>
              <Wall as="h2" text={club} face="narrow" motion="set" className="guest-name" />
              <ClubPicture
                picture={photographs[picture]}
                sizes="(min-width: 64rem) 58vw, 100vw"
                className="guest-picture print opening"
                first={index === 0}
              />
              <p className="guest-story">{story}</p>
            </li>
          ))}
        </ol>
      </Letters>
    </div>
  )
}
