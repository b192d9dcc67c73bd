import './history.css'
import { history } from '../../club/history.ts'
import { type PictureName, pictures } from '../../club/pictures.ts'
import { ClubPicture } from './club-picture.tsx'
import { pageMeta } from './meta.ts'
import { Wall } from './wall.tsx'

export const meta = pageMeta('history', '/history')

export default function History() {
  const { lead, chapters } = history
  return (
    <div className="history">
      <header className="page-head grid">
        <Wall as="h1" text="Historia" motion="enter" />
        <p className="lead">{lead}</p>
      </header>
      {chapters.map(({ year, title, text, picture, alt }) => (
        <section key={year} className="chapter grid" data-shape={isUpright(picture) ? 'upright' : 'wide'}>
          <p className="chapter-year mono">{year}</p>
          <ClubPicture
            picture={pictures[picture]}
            alt={alt}
            sizes={isUpright(picture) ? '(min-width: 64rem) 42vw, 100vw' : '(min-width: 64rem) 66vw, 100vw'}
            className="chapter-picture photo"
          />
          <h2 className="chapter-title">{title}</h2>
          <p className="chapter-text">{text}</p>
        </section>
      ))}
    </div>
  )
}

const isUpright = (name: PictureName): boolean => pictures[name].height > pictures[name].width
