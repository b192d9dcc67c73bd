/** A news item, as its page and the preview of its form show it. */
import './article.css'
import type { ReactNode } from 'react'
import { formatDate } from '../../../platform/shared/dates.ts'
import { RichText } from '../../../platform/site-layout/components/rich-text.tsx'
import type { BodyPart } from '../../../platform/site-layout/embeds.ts'

interface ArticleViewProps {
  /** The date begins with `YYYY-MM-DD`; the rest is ignored. */
  date: string
  title: string
  lead: string
  picture: ReactNode
  parts: BodyPart[]
  children?: ReactNode
}

export function ArticleView({ date, title, lead, picture, parts, children }: ArticleViewProps) {
  return (
    <article className="article">
      <header className="article-head">
        <time className="mono" dateTime={date}>
          {formatDate(date)}
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
