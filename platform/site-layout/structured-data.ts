/**
 * Describes the club as JSON-LD (schema.org). Features describe their items themselves. meta.tsx escapes `<`, `>` and `&`, so
 * that no text can end the element. Absolute URLs are left out without SITE_URL.
 */
import type { MetaDescriptor } from 'react-router'
import { icons } from '../../club/icons.ts'
import { type ClubSettings, listSocialLinks } from '../pages/club-settings.ts'
import { findCountryCode } from '../shared/countries.ts'
import { pageImagePath } from '../shared/public-paths.ts'

/** The public origin. null without SITE_URL. */
export type SiteUrl = string | null

export const createJsonLd = (thing: object): MetaDescriptor => ({
  'script:ld+json': { '@context': 'https://schema.org', ...thing },
})

/** @returns the properties that `keys` creates with the origin, or none without SITE_URL */
export const withOrigin = (siteUrl: SiteUrl, keys: (origin: string) => object): object =>
  siteUrl ? keys(siteUrl) : {}

function describeAddress({ identity: { city }, contact: { address } }: ClubSettings) {
  // `town` contains postal code and city, so `town` without the city is the postal code.
  const postalCode = address.town.replace(city, '').trim()
  return {
    '@type': 'PostalAddress',
    streetAddress: address.street,
    addressLocality: city,
    ...(postalCode && { postalCode }),
    ...(address.country !== null && { addressCountry: findCountryCode(address.country) ?? address.country }),
  }
}

/** Describes the venue. Each night contains it, because programs that read an event look for the place inside it. */
export function describeVenue(club: ClubSettings) {
  const { lat, lon } = club.contact.position
  const { telephone } = club.visit
  return {
    '@type': 'NightClub',
    name: club.identity.name,
    address: describeAddress(club),
    ...(lat !== null &&
      lon !== null && { geo: { '@type': 'GeoCoordinates', latitude: lat, longitude: lon } }),
    ...(telephone !== null && { telephone }),
  }
}

/** Other objects on a page refer to the club by this `@id`. */
export const getClubId = (siteUrl: SiteUrl): string => `${siteUrl ?? ''}/#club`

const getLogo = ({ look }: ClubSettings) => look.logo ?? { src: icons.png512, width: 512, height: 512 }

function describeLogo(club: ClubSettings, origin: string) {
  const { src, width, height } = getLogo(club)
  return { '@type': 'ImageObject', url: origin + src, width, height }
}

export function describeClub(club: ClubSettings, siteUrl: SiteUrl) {
  const { description, founder } = club.identity
  const profiles = listSocialLinks(club.links).map(({ url }) => url)
  return {
    ...describeVenue(club),
    '@id': getClubId(siteUrl),
    description,
    ...(founder.name !== null && { founder: { '@type': 'Person', name: founder.name } }),
    ...(profiles.length > 0 && { sameAs: profiles }),
    ...withOrigin(siteUrl, (origin) => ({
      url: `${origin}/`,
      image: origin + pageImagePath('home'),
      logo: origin + getLogo(club).src,
    })),
  }
}

/** Describes the club as the author of a text. */
export const describeAuthor = ({ identity }: ClubSettings, siteUrl: SiteUrl) => ({
  '@type': 'Organization',
  name: identity.name,
  ...withOrigin(siteUrl, (origin) => ({ url: `${origin}/` })),
})

export const describePublisher = (club: ClubSettings, siteUrl: SiteUrl) => ({
  ...describeAuthor(club, siteUrl),
  ...withOrigin(siteUrl, (origin) => ({
    logo: describeLogo(club, origin),
  })),
})
