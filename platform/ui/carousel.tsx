/** The carousel of public pages: a row of slides that visitors scroll. browser/carousel.ts advances it. */
import './carousel.css'
import type { ReactNode } from 'react'
import { CAROUSEL_TAG as Tag } from './element-names.ts'

interface Props {
  /** Accessible name of the carousel. */
  label: string
  /** Time that each slide is shown. ms */
  every: number
  /** 'fade' shows one slide at a time. 'row' shows slides side by side and scrolls to the next one. */
  kind: 'fade' | 'row'
  className?: string
  slides: { key: string; content: ReactNode }[]
  /** `aria-roledescription`, in the language of the page. */
  role?: string
}

export function Carousel({ label, every, kind, className = '', slides, role = 'carrusel' }: Props) {
  return (
    <Tag
      className={`carousel carousel-${kind} ${className}`}
      role="region"
      aria-roledescription={role}
      aria-label={label}
      data-kind={kind}
      data-every={every}
    >
      <ul className="carousel-track">
        {slides.map(({ key, content }) => (
          <li key={key} className="carousel-slide">
            {content}
          </li>
        ))}
      </ul>
      {kind === 'fade' && slides.length > 1 && <span className="carousel-progress" aria-hidden="true" />}
    </Tag>
  )
}
