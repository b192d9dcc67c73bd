import './culture.css'
import { culture } from '../../club/culture.ts'
import { pageMeta } from './meta.ts'
import { Pictogram } from './pictogram.tsx'
import { Wall } from './wall.tsx'

export const meta = pageMeta('culture', '/culture')

export default function Culture() {
  const { lead, values } = culture
  return (
    <div className="culture">
      <header className="page-head grid">
        <Wall as="h1" text="Cultura" motion="enter" />
        <p className="lead">{lead}</p>
      </header>
      {values.map(({ key, title, text }, index) => (
        <section key={key} id={key} className="poster">
          <span className="poster-number mono" aria-hidden="true">
            {index + 1}/{values.length}
          </span>
          <Pictogram of={key} className="poster-sign" />
          <h2 className="poster-title">{title}</h2>
          <p className="poster-text">{text}</p>
        </section>
      ))}
    </div>
  )
}
