/**
 * The club as JSON-LD (schema.org). Features describe their items beside their pages. The document escapes `<`, `>` and `&`,
 * so that no text can end the element. Absolute addresses are left out when the site does not know its origin.
 */
import type { MetaDescriptor } from 'react-router'
import { icons } from '../../club/icons.ts'
import { type ClubSettings, listSocialLinks } from '../pages/club-settings.ts'
import { pageImagePath } from '../shared/public-paths.ts'

/** null without SITE_URL. */
export type SiteUrl = string | null

export const createJsonLd = (thing: object): MetaDescriptor => ({
  'script:ld+json': { '@context': 'https://schema.org', ...thing },
})

/** Properties that need the origin. None when it is unknown. */
export const withOrigin = (siteUrl: SiteUrl, keys: (origin: string) => object): object =>
  siteUrl ? keys(siteUrl) : {}

function address({ identity: { city }, contact: { address } }: ClubSettings) {
  // The line of the address contains postal code and city.
  const postalCode = address.town.replace(city, '').trim()
  return {
    '@type': 'PostalAddress',
    streetAddress: address.street,
    addressLocality: city,
    ...(postalCode && { postalCode }),
    ...(address.country !== null && { addressCountry: address.country }),
  }
}

/** The venue. Each night repeats it, because programs that read one event look for its name and address there. */
export const describeVenue = (club: ClubSettings) => ({
  '@type': 'NightClub',
  name: club.identity.name,
  address: address(club),
})

/** The `@id` by which other objects on a page refer to the club. */
export const getClubId = (siteUrl: SiteUrl): string => `${siteUrl ?? ''}/#club`

const logoOf = ({ look }: ClubSettings) => look.logo ?? { src: icons.png512, width: 512, height: 512 }

function logoObject(club: ClubSettings, origin: string) {
  const { src, width, height } = logoOf(club)
  return { '@type': 'ImageObject', url: origin + src, width, height }
}

export function describeClub(club: ClubSettings, siteUrl: SiteUrl) {
  const { description, founder } = club.identity
  const { lat, lon } = club.contact.position
  const profiles = listSocialLinks(club.links).map(({ url }) => url)
  return {
    ...describeVenue(club),
    '@id': getClubId(siteUrl),
    ...(lat !== null &&
      lon !== null && { geo: { '@type': 'GeoCoordinates', latitude: lat, longitude: lon } }),
    description,
    ...(founder.name !== null && { founder: { '@type': 'Person', name: founder.name } }),
    ...(profiles.length > 0 && { sameAs: profiles }),
    ...withOrigin(siteUrl, (origin) => ({
      url: `${origin}/`,
      image: origin + pageImagePath('home'),
      logo: origin + logoOf(club).src,
    })),
  }
}

/** The club as the author of a text. */
export const describeAuthor = ({ identity }: ClubSettings, siteUrl: SiteUrl) => ({
  '@type': 'Organization',
  name: identity.name,
  ...withOrigin(siteUrl, (origin) => ({ url: `${origin}/` })),
})

export const describePublisher = (club: ClubSettings, siteUrl: SiteUrl) => ({
  ...describeAuthor(club, siteUrl),
  ...withOrigin(siteUrl, (origin) => ({
    logo: logoObject(club, origin),
  })),
})

export const createClubJsonLd = (club: ClubSettings, siteUrl: SiteUrl): MetaDescriptor =>
  createJsonLd(describeClub(club, siteUrl))
