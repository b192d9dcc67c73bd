/** A news item as JSON-LD (schema.org NewsArticle). */
import type { MetaDescriptor } from 'react-router'
import type { ClubWords } from '../../../platform/pages/club-words.ts'
import { newsHeading, newsPath } from '../../../platform/shared/public-addresses.ts'
import { inWholeWords } from '../../../platform/shared/text.ts'
import {
  author,
  ld,
  publisher,
  type SiteUrl,
  withOrigin,
} from '../../../platform/site-layout/structured-data.ts'
import type { PictureSource } from '../../../platform/ui/picture.tsx'
import { newsTimes } from './news-times.ts'

/** Google cuts headlines there. */
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

export function newsData(item: NewsItem, club: ClubWords, siteUrl: SiteUrl): MetaDescriptor {
  const { published, modified } = newsTimes(item, club.identity.timeZone)
  return ld({
    '@type': 'NewsArticle',
    headline: inWholeWords(newsHeading(item), HEADLINE_MAX),
    description: item.newsDescription,
    datePublished: published,
    dateModified: modified,
    inLanguage: 'es-AR',
    author: author(club, siteUrl),
    publisher: publisher(club, siteUrl),
    ...withOrigin(siteUrl, (origin) => ({
      image: [origin + item.photo.src, origin + item.shareImage],
      url: origin + newsPath(item.newsTitle),
      mainEntityOfPage: origin + newsPath(item.newsTitle),
    })),
  })
}
