/** A news item as it is read: by visitors, and by whoever is still writing it. */
import './article.css'
import type { ReactNode } from 'react'
import type { BodyPart } from '../../../app/site/parts/embeds.ts'
import { RichText } from '../../../app/site/parts/rich-text.tsx'
import { showDate } from '../../../platform/shared/dates.ts'

interface ArticleViewProps {
  /** `YYYY-MM-DD`, whatever follows. */
  date: string
  title: string
  lead: string
  picture: ReactNode
  parts: BodyPart[]
  /** Stands at the end of the text. */
  children?: ReactNode
}

export function ArticleView({ date, title, lead, picture, parts, children }: ArticleViewProps) {
  return (
    <article className="article">
      <header className="article-head">
        <time className="mono" dateTime={date}>
          {showDate(date)}
        </time>
        <h1 className="article-title">{title}</h1>
        <p className="article-lead">{lead}</p>
      </header>
      {picture}
      <div className="article-body">
        <RichText parts={parts} />
        {children}
      </div>
    </article>
  )
}
