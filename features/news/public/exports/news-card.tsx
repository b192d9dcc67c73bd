/** A news item as a card of a list. */

import type { EntityOf } from '../../../../platform/content/shared/resources.ts'
import { formatDate } from '../../../../platform/shared/dates.ts'
import { formatNewsTitle, newsPath } from '../../../../platform/shared/public-paths.ts'
import { Picture, type PictureSource, withoutPlaceholder } from '../../../../platform/ui/picture.tsx'

/** The fields of a news item that a list needs. The text, up to 200 kB, is left out to keep pages small. */
export interface NewsSummary {
  _id: string
  newsTitle: string
  headline: string | null
  date: string
  newsDescription: string
  photo: PictureSource
  alt: string | null
}

export const summariseNews = ({
  _id,
  newsTitle,
  headline,
  date,
  newsDescription,
  images,
  alt,
}: EntityOf<'news'>): NewsSummary => ({
  _id,
  newsTitle,
  headline,
  date,
  newsDescription,
  photo: withoutPlaceholder(images.photo),
  alt: alt.photo,
})

export function NewsCard({ item, sizes }: { item: NewsSummary; sizes: string }) {
  return (
    <article className="card">
      <a className="card-link" href={newsPath(item.newsTitle)}>
        <Picture picture={item.photo} alt={item.alt} sizes={sizes} className="photo framed" />
        <time className="mono" dateTime={item.date}>
          {formatDate(item.date)}
        </time>
        <h3 className="card-title">{formatNewsTitle(item)}</h3>
      </a>
      <p className="card-text">{item.newsDescription}</p>
    </article>
  )
}
