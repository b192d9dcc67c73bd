/** Describes a night as JSON-LD (schema.org MusicEvent). */
import type { MetaDescriptor } from 'react-router'
import type { EntityOf } from '../../../../platform/content/shared/resources.ts'
import { plainText } from '../../../../platform/content/shared/richtext.ts'
import type { ClubSettings } from '../../../../platform/pages/club-settings.ts'
import { type Language, languageTags, localizePath } from '../../../../platform/shared/languages.ts'
import { formatLongDate, placeInNight } from '../../../../platform/shared/night-dates.ts'
import { nightPath } from '../../../../platform/shared/public-paths.ts'
import { addZoneOffset } from '../../../../platform/shared/zoned-dates.ts'
import {
  createJsonLd,
  describeAuthor,
  describeVenue,
  getClubId,
  type SiteUrl,
  withOrigin,
} from '../../../../platform/site-layout/structured-data.ts'
import type { PictureSource } from '../../../../platform/ui/picture.tsx'
import { describeVisit } from '../../../visit/public/exports/visit-structured-data.ts'
import { computeHours } from '../../shared/night-hours.ts'
import { computeOfferEnd, type OfferState, type Sale } from '../../shared/night-state.ts'
import { translateOffer } from '../../shared/offer-words.ts'

export interface NightData extends Pick<EntityOf<'events'>, 'date' | 'status'> {
  slug: string
  title: string | null
  previousDate: string | null
  url: string
  square: PictureSource
  /** null when the night is cancelled or over, or all its offers have ended. */
  sale: Sale<OfferState & Price> | null
}

type Price = Pick<EntityOf<'events'>['offers'][number], 'price' | 'currency'>

/**
 * Describes the lowest and the highest known price, such as `ARS 8000-12000`. Prices in another currency than the first are
 * left out, because they cannot be compared.
 */
export function describePriceRange(offers: readonly Price[]): { priceRange: string } | null {
  const known = offers.filter(({ price }) => price !== null)
  const [first] = known
  if (!first) return null
  const prices = known.flatMap(({ price, currency }) => (currency === first.currency ? [Number(price)] : []))
  const range = [...new Set([Math.min(...prices), Math.max(...prices)])].join('-')
  return { priceRange: `${first.currency} ${range}` }
}

const eventStatus: Record<NightData['status'], string> = {
  scheduled: 'EventScheduled',
  cancelled: 'EventCancelled',
  postponed: 'EventPostponed',
  rescheduled: 'EventRescheduled',
}

/**
 * Returns the properties of a night that every page with nights includes. `createNightJsonLd` adds those of the night's own
 * page. A night without a title is named after its day.
 */
export function describeNight(night: NightData, club: ClubSettings, siteUrl: SiteUrl, language: Language) {
  const { name, timeZone } = club.identity
  const { slug, date, title, status, previousDate, url, square, sale } = night
  const path = nightPath(slug)
  return {
    '@type': 'MusicEvent',
    '@id': `${siteUrl ?? ''}${path}#night`,
    name: title ?? `${name}, ${formatLongDate(date, { language })}`,
    ...(language !== 'es' && { inLanguage: languageTags[language] }),
    startDate: addZoneOffset(date, timeZone),
    eventStatus: `https://schema.org/${eventStatus[status]}`,
    ...(previousDate !== null && { previousStartDate: addZoneOffset(previousDate, timeZone) }),
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: { ...describeVenue(club), ...describePriceRange(sale?.offers ?? []) },
    organizer: { '@id': getClubId(siteUrl) },
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
      url: origin + localizePath(language, path),
      image: origin + square.src,
    })),
  }
}

interface WholeNight extends Omit<NightData, 'sale'> {
  /** Path of the share image of the night. */
  shareImage: string
  endsAt: string | null
  ageMin: number | null
  description: string | null
  statusNote: string | null
  visitNote: string | null
  flyer: PictureSource
  sale: Sale<Offer> | null
  slots: { name: string; path: string | null }[]
}

type Offer = OfferState & Price & { name: string; url: string | null }

const availabilities: Record<Offer['availability'], string> = {
  available: 'InStock',
  soldout: 'SoldOut',
  soon: 'PreOrder',
  door: 'InStoreOnly',
}

export function createNightJsonLd(
  night: WholeNight,
  club: ClubSettings,
  siteUrl: SiteUrl,
  language: Language,
): MetaDescriptor {
  const { timeZone } = club.identity
  const {
    shareImage,
    date,
    endsAt,
    ageMin,
    description,
    statusNote,
    visitNote,
    flyer,
    square,
    slots,
    url,
    sale,
  } = night
  const words = [statusNote, visitNote, plainText(description ?? '')].filter(Boolean).join(' ')
  const { doors } = computeHours(night, timeZone)
  const general = describeNight(night, club, siteUrl, language)
  return createJsonLd({
    ...general,
    location: { ...general.location, ...describeVisit(club, language) },
    ...(words && { description: words }),
    ...(doors !== null && { doorTime: general.startDate }),
    ...(endsAt !== null && { endDate: addZoneOffset(placeInNight(date, endsAt), timeZone) }),
    ...(ageMin !== null && { typicalAgeRange: `${ageMin}-` }),
    organizer: describeAuthor(club, siteUrl),
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
          const end = computeOfferEnd(night, offer, timeZone)
          return {
            '@type': 'Offer',
            name: translateOffer(offer.name, language).text,
            ...(offer.price !== null && { price: offer.price, priceCurrency: offer.currency }),
            availability: `https://schema.org/${availabilities[offer.availability]}`,
            ...(end !== null && { availabilityEnds: addZoneOffset(end, timeZone) }),
            // The offer's own URL is hidden while the offer cannot be bought, so the public URL of the night takes its
            // place.
            url: offer.url ?? url,
          }
        }),
      }),
    ...withOrigin(siteUrl, (origin) => ({
      image: [origin + flyer.src, origin + square.src, origin + shareImage],
    })),
  })
}
