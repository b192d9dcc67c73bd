/** The carousel of the whole site: a row that scrolls by hand, and that browser/carousel.ts moves. */
import './carousel.css'
import type { ReactNode } from 'react'
import { CAROUSEL_TAG as Tag } from '../site-layout/browser/element-names.ts'

interface Props {
  /** What it shows, for screen readers. */
  label: string
  /** ms from one slide to the next. */
  every: number
  /** 'fade': one slide at a time, each in the place of the last. 'row': side by side, the next one comes to the edge. */
  kind: 'fade' | 'row'
  className?: string
  slides: { key: string; content: ReactNode }[]
  /** What it is, in the language of the page. */
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
