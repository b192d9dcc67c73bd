import './history.css'
import { copy } from '../../club/copy.ts'
import { pageMeta } from './meta.ts'
import { Wall } from './wall.tsx'

export const meta = pageMeta('history', '/history')

export default function History() {
  const { lead, chapters } = copy.history
  return (
    <div className="history">
      <header className="page-head grid">
        <Wall as="h1" text="Historia" motion="enter" />
        <p className="lead">{lead}</p>
      </header>
      {chapters.map(({ year, title, text }) => (
        <section key={year} className="chapter grid">
          <p className="chapter-year mono">{year}</p>
          <h2 className="chapter-title">{title}</h2>
          <p className="chapter-text">{text}</p>
        </section>
      ))}
    </div>
  )
}
