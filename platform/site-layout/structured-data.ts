/**
 * What the site says to machines about the club, its nights and its news: JSON-LD in the words of schema.org.
 * React Router writes it with `<`, `>` and `&` escaped, so that no text can end the element. What has to be absolute is
 * left out where the site does not know its origin.
 */
import type { MetaDescriptor } from 'react-router'
import { icons } from '../../club/icons.ts'
import { newsTimes } from '../../features/news/public/news-times.ts'
import { hoursOf } from '../../features/nights/shared/night-hours.ts'
import { type OfferState, offerEnd, type Sale } from '../../features/nights/shared/night-state.ts'
import { recordingHeading } from '../../features/recordings/shared/recording-resources.ts'
import type { EntityOf } from '../content/shared/resources.ts'
import { plainText } from '../content/shared/richtext.ts'
import { audioOf, audioTypes } from '../media/shared/audio.ts'
import type { ClubWords } from '../pages/club-words.ts'
import { type Language, languageTags, pathIn } from '../shared/languages.ts'
import { inNight, longDate } from '../shared/night-dates.ts'
import { newsHeading, newsPath, nightPath, pageImage } from '../shared/public-addresses.ts'
import { inWholeWords } from '../shared/text.ts'
import { zonedDate } from '../shared/zoned-dates.ts'
import type { PictureSource } from '../ui/picture.tsx'
import { wordsIn } from './page-words.ts'
import type { Embed } from './parts/embeds.ts'
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

function address({ identity: { city }, contact: { address } }: ClubWords) {
  // The line of the address holds both.
  const postalCode = address.town.replace(city, '').trim()
  return {
    '@type': 'PostalAddress',
    streetAddress: address.street,
    addressLocality: city,
    ...(postalCode && { postalCode }),
    ...(address.country !== null && { addressCountry: address.country }),
  }
}

/** Where things happen. Repeated in each night: who reads one asks for its place by name and address. */
const place = (club: ClubWords) => ({
  '@type': 'NightClub',
  name: club.identity.name,
  address: address(club),
})

/** What else on a page refers to the club by. */
const idOf = (siteUrl: SiteUrl): string => `${siteUrl ?? ''}/#club`

const logoOf = ({ look }: ClubWords) => look.logo ?? { src: icons.png512, width: 512, height: 512 }

function logoObject(club: ClubWords, origin: string) {
  const { src, width, height } = logoOf(club)
  return { '@type': 'ImageObject', url: origin + src, width, height }
}

function nightClub(club: ClubWords, siteUrl: SiteUrl) {
  const { description, founder } = club.identity
  const { lat, lon } = club.contact.position
  const profiles = socialLinks(club.links).map(({ url }) => url)
  return {
    ...place(club),
    '@id': idOf(siteUrl),
    ...(lat !== null &&
      lon !== null && { geo: { '@type': 'GeoCoordinates', latitude: lat, longitude: lon } }),
    description,
    ...(founder.name !== null && { founder: { '@type': 'Person', name: founder.name } }),
    ...(profiles.length > 0 && { sameAs: profiles }),
    ...withOrigin(siteUrl, (origin) => ({
      url: `${origin}/`,
      image: origin + pageImage('home'),
      logo: origin + logoOf(club).src,
    })),
  }
}

/** The club as whoever writes something. */
const author = ({ identity }: ClubWords, siteUrl: SiteUrl) => ({
  '@type': 'Organization',
  name: identity.name,
  ...withOrigin(siteUrl, (origin) => ({ url: `${origin}/` })),
})

const publisher = (club: ClubWords, siteUrl: SiteUrl) => ({
  ...author(club, siteUrl),
  ...withOrigin(siteUrl, (origin) => ({
    logo: logoObject(club, origin),
  })),
})

interface Night extends Pick<EntityOf<'events'>, 'date' | 'status'> {
  slug: string
  title: string | null
  previousDate: string | null
  url: string
  square: PictureSource
  /** null: the night is cancelled or over, or all its offers have ended. */
  sale: Sale | null
}

const eventStatus: Record<Night['status'], string> = {
  scheduled: 'EventScheduled',
  cancelled: 'EventCancelled',
  postponed: 'EventPostponed',
  rescheduled: 'EventRescheduled',
}

/** What a night is for whoever lists it; its own page says more. A night without a name is called by its day. */
function musicEvent(night: Night, club: ClubWords, siteUrl: SiteUrl, language: Language) {
  const { name, timeZone } = club.identity
  const { slug, date, title, status, previousDate, url, square, sale } = night
  const path = nightPath(slug)
  return {
    '@type': 'MusicEvent',
    '@id': `${siteUrl ?? ''}${path}#night`,
    name: title ?? `${name}, ${longDate(date, { language })}`,
    ...(language !== 'es' && { inLanguage: languageTags[language] }),
    startDate: zonedDate(date, timeZone),
    eventStatus: `https://schema.org/${eventStatus[status]}`,
    ...(previousDate !== null && { previousStartDate: zonedDate(previousDate, timeZone) }),
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: place(club),
    organizer: { '@id': idOf(siteUrl) },
    ...(sale !== null && {
      offers: {
        '@type': 'Offer',
        url,
        ...(sale.offers.length > 0 && {
          availability: `https://schema.org/${sale.isSoldOut ? 'SoldOut' : 'InStock'}`,
        }),
      },
    }),
    ...withOrigin(siteUrl, (origin) => ({
      url: origin + pathIn(language, path),
      image: origin + square.src,
    })),
  }
}

interface WholeNight extends Omit<Night, 'sale'> {
  /** Path of the picture that its link shows. */
  shareImage: string
  endsAt: string | null
  ageMin: number | null
  description: string | null
  statusNote: string | null
  flyer: PictureSource
  sale: Sale<Offer> | null
  slots: { name: string; path: string | null }[]
}

type Offer = OfferState & {
  name: string
  price: number | null
  currency: string
  url: string | null
}

const availabilities: Record<Offer['availability'], string> = {
  available: 'InStock',
  soldout: 'SoldOut',
  soon: 'PreOrder',
}

export function nightData(
  night: WholeNight,
  club: ClubWords,
  siteUrl: SiteUrl,
  language: Language,
): MetaDescriptor {
  const { timeZone } = club.identity
  const { shareImage, date, endsAt, ageMin, description, statusNote, flyer, square, slots, url, sale } = night
  const words = [statusNote, plainText(description ?? '')].filter(Boolean).join(' ')
  const { doors } = hoursOf(night, timeZone)
  const general = musicEvent(night, club, siteUrl, language)
  return ld({
    ...general,
    ...(words && { description: words }),
    ...(doors !== null && { doorTime: general.startDate }),
    ...(endsAt !== null && { endDate: zonedDate(inNight(date, endsAt), timeZone) }),
    ...(ageMin !== null && { typicalAgeRange: `${ageMin}-` }),
    organizer: author(club, siteUrl),
    ...(slots.length > 0 && {
      performer: slots.map(({ name, path }) => ({
        '@type': 'MusicGroup',
        name,
        ...(path !== null && {
          '@id': `${siteUrl ?? ''}${path}#artist`,
          ...withOrigin(siteUrl, (origin) => ({ url: origin + path })),
        }),
      })),
    }),
    ...(sale !== null &&
      sale.offers.length > 0 && {
        offers: sale.offers.map((offer) => {
          const end = offerEnd(night, offer, timeZone)
          return {
            '@type': 'Offer',
            name: offer.name,
            ...(offer.price !== null && { price: offer.price, priceCurrency: offer.currency }),
            availability: `https://schema.org/${availabilities[offer.availability]}`,
            ...(end !== null && { availabilityEnds: zonedDate(end, timeZone) }),
            // The offer's own URL is hidden while the offer cannot be bought. The night's URL is public.
            url: offer.url ?? url,
          }
        }),
      }),
    ...withOrigin(siteUrl, (origin) => ({
      image: [origin + flyer.src, origin + square.src, origin + shareImage],
    })),
  })
}

interface ArtistItem {
  name: string
  path: string
  biography: string | null
  nationality: string | null
  photo: PictureSource | null
  links: string[]
}

/** One who plays alone is a MusicGroup too, in these words. */
export const artistData = (artist: ArtistItem, siteUrl: SiteUrl): MetaDescriptor =>
  ld({
    '@type': 'MusicGroup',
    '@id': `${siteUrl ?? ''}${artist.path}#artist`,
    name: artist.name,
    genre: 'Techno',
    ...(artist.biography && { description: artist.biography }),
    ...(artist.links.length > 0 && { sameAs: artist.links }),
    ...withOrigin(siteUrl, (origin) => ({
      url: origin + artist.path,
      ...(artist.photo && { image: origin + artist.photo.src }),
    })),
  })

interface Recording {
  path: string
  title: string | null
  artist: { name: string; path: string } | null
  intro: string
  url: string
  flyer: PictureSource
}

interface Series {
  name: string
  description: string | null
  recordings: Recording[]
}

const recordingId = (path: string, siteUrl: SiteUrl): string => `${siteUrl ?? ''}${path}#recording`

const podcastSeries = (
  { name, description, recordings }: Series,
  { identity }: ClubWords,
  siteUrl: SiteUrl,
  language: Language,
) => ({
  '@type': 'PodcastSeries',
  name: wordsIn(language).seriesOf(name, identity.name),
  ...(description !== null && { description }),
  inLanguage: 'es-AR',
  author: { '@id': idOf(siteUrl) },
  ...withOrigin(siteUrl, (origin) => ({ url: `${origin}/`, image: origin + pageImage('home') })),
  hasPart: recordings.map(({ title, artist, intro, url, path, flyer }) => ({
    '@type': 'PodcastEpisode',
    '@id': recordingId(path, siteUrl),
    name: recordingHeading({ title, intro }),
    description: intro,
    url,
    ...(artist && { creator: { '@type': 'MusicGroup', name: artist.name } }),
    ...withOrigin(siteUrl, (origin) => ({ image: origin + flyer.src })),
  })),
})

interface WholeRecording extends Recording {
  updatedAt: string
  publishedAt: string
  /** Of the series of which it is one. */
  series: string
  embed: Embed | null
  /** Path of its own file. */
  audio: string | null
  image: string
}

export function recordingData(recording: WholeRecording, club: ClubWords, siteUrl: SiteUrl): MetaDescriptor {
  const { path, intro, url, artist, flyer, publishedAt, updatedAt, series, embed, audio, image } = recording
  const name = recordingHeading(recording)
  return ld({
    '@type': 'PodcastEpisode',
    '@id': recordingId(path, siteUrl),
    name,
    description: intro,
    datePublished: publishedAt,
    dateModified: updatedAt,
    inLanguage: 'es-AR',
    ...(artist && {
      creator: {
        '@type': 'MusicGroup',
        '@id': `${siteUrl ?? ''}${artist.path}#artist`,
        name: artist.name,
        ...withOrigin(siteUrl, (origin) => ({ url: origin + artist.path })),
      },
    }),
    partOfSeries: {
      '@type': 'PodcastSeries',
      name: `${series} de ${club.identity.name}`,
      ...withOrigin(siteUrl, (origin) => ({ url: `${origin}/` })),
    },
    publisher: publisher(club, siteUrl),
    sameAs: url,
    ...(audio !== null && {
      associatedMedia: {
        '@type': 'AudioObject',
        name,
        description: intro,
        uploadDate: publishedAt,
        encodingFormat: audioTypes[audioOf(audio)?.format ?? 'mp3'],
        ...withOrigin(siteUrl, (origin) => ({
          contentUrl: origin + audio,
          thumbnailUrl: origin + flyer.src,
        })),
      },
    }),
    ...(audio === null &&
      embed && {
        associatedMedia: {
          '@type': embed.player === 'YouTube' ? 'VideoObject' : 'AudioObject',
          name,
          description: intro,
          uploadDate: publishedAt,
          embedUrl: embed.frame,
          ...withOrigin(siteUrl, (origin) => ({ thumbnailUrl: origin + flyer.src })),
        },
      }),
    ...withOrigin(siteUrl, (origin) => ({
      url: origin + path,
      image: [origin + flyer.src, origin + image],
    })),
  })
}

export const clubData = (club: ClubWords, siteUrl: SiteUrl): MetaDescriptor => ld(nightClub(club, siteUrl))

interface HomeData {
  nights: Night[]
  series: Series[]
}

export const homeData = (
  { nights, series }: HomeData,
  club: ClubWords,
  siteUrl: SiteUrl,
  language: Language,
): MetaDescriptor =>
  ld({
    '@graph': [
      nightClub(club, siteUrl),
      ...nights.map((night) => musicEvent(night, club, siteUrl, language)),
      ...series
        .filter(({ recordings }) => recordings.length > 0)
        .map((one) => podcastSeries(one, club, siteUrl, language)),
    ],
  })

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
