/** Describes a news item as JSON-LD (schema.org NewsArticle). */
import type { MetaDescriptor } from 'react-router'
import type { ClubSettings } from '../../../platform/pages/club-settings.ts'
import { formatNewsTitle, newsPath } from '../../../platform/shared/public-paths.ts'
import { truncateAtWord } from '../../../platform/shared/text/text.ts'
import { addZoneOffset } from '../../../platform/shared/zoned-dates.ts'
import {
  createJsonLd,
  describeAuthor,
  describePublisher,
  type SiteUrl,
  withOrigin,
} from '../../../platform/site-layout/structured-data.ts'
import type { PictureSource } from '../../../platform/ui/picture.tsx'

/** Google truncates longer headlines. Characters */
const HEADLINE_MAX = 110

interface NewsItem {
  _id: string
  newsTitle: string
  headline: string | null
  date: string
  updatedAt: string
  newsDescription: string
  shareImage: string
  photo: PictureSource
}

/**
 * Returns when a news item was published and when it was last changed. For an item with a future date both are that date.
 */
export function getNewsTimes({ date, updatedAt }: Pick<NewsItem, 'date' | 'updatedAt'>, timeZone: string) {
  const published = addZoneOffset(date, timeZone)
  return { published, modified: Date.parse(updatedAt) > Date.parse(published) ? updatedAt : published }
}

export function createNewsJsonLd(item: NewsItem, club: ClubSettings, siteUrl: SiteUrl): MetaDescriptor {
  const { published, modified } = getNewsTimes(item, club.identity.timeZone)
  return createJsonLd({
    '@type': 'NewsArticle',
    headline: truncateAtWord(formatNewsTitle(item), HEADLINE_MAX),
    description: item.newsDescription,
    datePublished: published,
    dateModified: modified,
    inLanguage: 'es-AR',
    author: describeAuthor(club, siteUrl),
    publisher: describePublisher(club, siteUrl),
    ...withOrigin(siteUrl, (origin) => ({
      image: [origin + item.photo.src, origin + item.shareImage],
      url: origin + newsPath(item.newsTitle),
      mainEntityOfPage: origin + newsPath(item.newsTitle),
    })),
  })
}
