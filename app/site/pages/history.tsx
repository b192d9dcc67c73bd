import './history.css'
import { history } from '../../../club/history.ts'
import { photographs } from '../../../club/photographs/history.ts'
import { pageMeta } from '../layout/meta.ts'
import { ClubPicture } from '../parts/club-picture.tsx'
import { Wall } from '../parts/wall.tsx'

export const meta = pageMeta('history', '/history', history.meta)

export default function History() {
  const { lead, chapters } = history
  return (
    <div className="history">
      <header className="page-head grid">
        <Wall as="h1" text="Historia" motion="enter" />
        <p className="lead">{lead}</p>
      </header>
      {chapters.map(({ year, title, text, picture, alt }, index) => (
        <section
          key={year}
          className={`chapter grid ${index > 0 ? 'far' : ''}`}
          data-shape={isUpright(picture) ? 'upright' : 'wide'}
        >
          <p className="chapter-year mono">{year}</p>
          <ClubPicture
            picture={photographs[picture]}
            alt={alt}
            sizes={isUpright(picture) ? '(min-width: 64rem) 42vw, 100vw' : '(min-width: 64rem) 66vw, 100vw'}
            className="chapter-picture print opening"
            first={index === 0}
          />
          <h2 className="chapter-title">{title}</h2>
          <p className="chapter-text">{text}</p>
        </section>
      ))}
    </div>
  )
}

const isUpright = (name: keyof typeof photographs): boolean =>
  photographs[name].height > photographs[name].width
