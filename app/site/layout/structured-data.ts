/**
 * What the site says to machines about the club, its nights and its news: JSON-LD in the words of schema.org.
 * React Router writes it with `<`, `>` and `&` escaped, so that no text can end the element. What has to be absolute is
 * left out where the site does not know its origin.
 */
import type { MetaDescriptor } from 'react-router'
import { club } from '../../../club/club.ts'
import { icons } from '../../../club/icons.ts'
import { fromTitle, newsImage, newsPath, pageImage } from '../../../contract/share.ts'
import { zonedDate } from '../../../contract/zoned-dates.ts'
import type { PictureSource } from '../../ui/picture.tsx'
import { newsTimes } from '../news/news-times.ts'
import { nightOf } from '../parts/night.ts'
import { socialLinks } from './social.ts'

/** null: unknown. */
type SiteUrl = string | null

/** Google cuts headlines there. */
const HEADLINE_MAX = 110

const ld = (thing: object): MetaDescriptor => ({
  'script:ld+json': { '@context': 'https://schema.org', ...thing },
})

/** Keys that need the origin, or nothing. */
const withOrigin = (siteUrl: SiteUrl, keys: (origin: string) => object): object =>
  siteUrl ? keys(siteUrl) : {}

const address = () => ({
  '@type': 'PostalAddress',
  streetAddress: club.address.street,
  addressLocality: club.city,
  // The line of the address holds both.
  postalCode: club.address.town.replace(club.city, '').trim(),
  addressCountry: club.address.country,
})

/** Where things happen. Repeated in each night: who reads one asks for its place by name and address. */
const place = () => ({ '@type': 'NightClub', name: club.name, address: address() })

/** What else on a page refers to the club by. */
const idOf = (siteUrl: SiteUrl): string => `${siteUrl ?? ''}/#club`

const nightClub = (siteUrl: SiteUrl) => ({
  ...place(),
  '@id': idOf(siteUrl),
  geo: { '@type': 'GeoCoordinates', latitude: club.position.lat, longitude: club.position.lon },
  description: club.description,
  founder: { '@type': 'Person', name: club.founder.name },
  sameAs: socialLinks.map(({ url }) => url),
  ...withOrigin(siteUrl, (origin) => ({
    url: `${origin}/`,
    image: origin + pageImage('home'),
    logo: origin + icons.png512,
  })),
})

/** The club as whoever writes something. */
const author = (siteUrl: SiteUrl) => ({
  '@type': 'Organization',
  name: club.name,
  ...withOrigin(siteUrl, (origin) => ({ url: `${origin}/` })),
})

const publisher = (siteUrl: SiteUrl) => ({
  ...author(siteUrl),
  ...withOrigin(siteUrl, (origin) => ({
    logo: { '@type': 'ImageObject', url: origin + icons.png512, width: 512, height: 512 },
  })),
})

interface Night {
  date: string
  url: string
  flyer: PictureSource
  alt: string | null
}

/** A night has no name of its own: its day names it. */
function musicEvent({ date, url, flyer, alt }: Night, siteUrl: SiteUrl) {
  const { weekday, day, month } = nightOf(date)
  return {
    '@type': 'MusicEvent',
    name: `${club.name}, ${weekday} ${Number(day)} de ${month}`,
    ...(alt && { description: alt }),
    startDate: zonedDate(date, club.timeZone),
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: place(),
    organizer: { '@id': idOf(siteUrl) },
    offers: { '@type': 'Offer', url },
    url,
    ...withOrigin(siteUrl, (origin) => ({ image: origin + flyer.src })),
  }
}

interface Recording {
  intro: string
  url: string
  flyer: PictureSource
}

/** A recording has no name of its own: the first sentence of its introduction stands for one. */
const podcastSeries = (name: string, description: string, recordings: Recording[], siteUrl: SiteUrl) => ({
  '@type': 'PodcastSeries',
  name: `${name} de ${club.name}`,
  description,
  inLanguage: 'es-AR',
  author: { '@id': idOf(siteUrl) },
  ...withOrigin(siteUrl, (origin) => ({ url: `${origin}/`, image: origin + pageImage('home') })),
  hasPart: recordings.map(({ intro, url, flyer }) => ({
    '@type': 'PodcastEpisode',
    name: shortened(/^.+?[.!?…](?=\s|$)/s.exec(intro)?.[0] ?? intro),
    description: intro,
    url,
    ...withOrigin(siteUrl, (origin) => ({ image: origin + flyer.src })),
  })),
})

export const clubData = (siteUrl: SiteUrl): MetaDescriptor => ld(nightClub(siteUrl))

interface HomeData {
  nights: Night[]
  series: { name: string; description: string; recordings: Recording[] }[]
}

export const homeData = ({ nights, series }: HomeData, siteUrl: SiteUrl): MetaDescriptor =>
  ld({
    '@graph': [
      nightClub(siteUrl),
      ...nights.map((night) => musicEvent(night, siteUrl)),
      ...series
        .filter(({ recordings }) => recordings.length > 0)
        .map(({ name, description, recordings }) => podcastSeries(name, description, recordings, siteUrl)),
    ],
  })

interface NewsItem {
  _id: string
  newsTitle: string
  date: string
  updatedAt: string
  newsDescription: string
  photo: PictureSource
}

export function newsData(item: NewsItem, siteUrl: SiteUrl): MetaDescriptor {
  const { published, modified } = newsTimes(item)
  return ld({
    '@type': 'NewsArticle',
    headline: shortened(fromTitle(item.newsTitle)),
    description: item.newsDescription,
    datePublished: published,
    dateModified: modified,
    inLanguage: 'es-AR',
    author: author(siteUrl),
    publisher: publisher(siteUrl),
    ...withOrigin(siteUrl, (origin) => ({
      image: [origin + item.photo.src, origin + newsImage(item._id, item.updatedAt)],
      url: origin + newsPath(item.newsTitle),
      mainEntityOfPage: origin + newsPath(item.newsTitle),
    })),
  })
}

/** Whole words, at most as many characters as a headline may have. */
function shortened(text: string): string {
  if (text.length <= HEADLINE_MAX) return text
  const cut = text.slice(0, HEADLINE_MAX - 1)
  return `${cut.slice(0, cut.lastIndexOf(' ') + 1).trimEnd() || cut}…`
}
