import './culture.css'
import { culture } from '../../../club/culture.ts'
import { photographs } from '../../../club/photographs/culture.ts'
import { pageMeta } from '../layout/meta.ts'
import { ClubPicture } from '../parts/club-picture.tsx'
import { Pictogram } from '../parts/pictogram.tsx'
import { Wall } from '../parts/wall.tsx'

export const meta = pageMeta('culture', '/culture', culture.meta)

export default function Culture() {
  const { lead, values } = culture
  return (
    <div className="culture">
      <header className="page-head grid">
        <Wall as="h1" text="Cultura" motion="enter" />
        <p className="lead">{lead}</p>
      </header>
      {values.map(({ key, title, picture, text }, index) => (
        <section key={key} id={key} className={`poster grid ${index > 0 ? 'far' : ''}`}>
          <p className="poster-number mono" aria-hidden="true">
            {index + 1}/{values.length}
          </p>
          <Wall
            as="h2"
            text={title}
            lines={linesOf(title)}
            face="narrow"
            motion="open"
            className="poster-title"
          />
          <ClubPicture
            picture={photographs[picture]}
            sizes="(min-width: 64rem) 67vw, 100vw"
            className="poster-picture print opening"
          />
          <Pictogram of={key} className="poster-sign" />
          <p className="poster-text">{text}</p>
        </section>
      ))}
    </div>
  )
}

/** Letters that stand on one line of a poster. */
const LINE = 10

/** A title broken into lines short enough to be set as wide as the poster. */
function linesOf(title: string): string[] {
  const lines: string[] = []
  for (const word of title.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`
    if (lines.length > 0 && longer.length <= LINE) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}
