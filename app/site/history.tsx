import './history.css'
import { copy } from '../../club/copy.ts'
import { pageMeta } from './meta.ts'

export const meta = pageMeta('history', '/history')

export default function History() {
  const { lead, chapters } = copy.history
  return (
    <div className="history">
      <header className="history-head grid">
        <h1 className="title">Historia</h1>
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
