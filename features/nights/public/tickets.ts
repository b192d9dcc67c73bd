/** Prepares the prices of a night's tickets, and the links to their sellers, for pages. */

import type { EntityOf } from '../../../platform/content/shared/resources.ts'
import type { Language } from '../../../platform/shared/languages.ts'
import { findLowestPrice, formatPrice } from '../../../platform/shared/prices.ts'
import { getPageTexts } from '../../../platform/site-layout/page-texts.ts'
import { getTicketsPath, NIGHT_URL } from '../../analytics/shared/visits.ts'
import {
  areTicketsSold,
  computeOfferEnd,
  getSale,
  listOffersOnSale,
  openPhases,
} from '../shared/night-state.ts'
import { formatOfferEnd } from '../shared/offer-end.ts'
import { type OfferText, translateOffer } from '../shared/offer-words.ts'

type Night = EntityOf<'events'>
type Offer = Night['offers'][number]

export interface OfferLine {
  _id: string
  name: OfferText
  price: string | null
  /** The reason why the offer cannot be bought, for visitors. null when it can be bought. */
  state: string | null
  /** When the offer ends, in words. null when it ends with the night. */
  until: string | null
  /** True when the offer is sold out or has ended. */
  isGone: boolean
  /** True when the offer is only sold at the door. */
  isAtDoor: boolean
  /** null when the offer cannot be bought. */
  href: string | null
}

export interface Tickets {
  /** Address and price of the main ticket button. null when nothing can be bought. */
  button: { href: string; price: string | null } | null
  /** All offers. Ended offers are included while the night lasts, because a flyer may still name them. */
  lines: OfferLine[]
}

interface TicketsOptions {
  language?: Language
  /** True when links lead directly to the seller, instead of through the redirect that counts clicks. */
  isDirect?: boolean
}

/**
 * Lists the tickets of a night. By default, links lead through the redirect that counts clicks. A cancelled or past night
 * has no offers.
 * @param now ms since 1970
 * @param timeZone IANA name of the club's time zone
 */
export function listTickets(
  night: Pick<Night, '_id' | 'offers' | 'url' | 'date' | 'endsAt' | 'status'>,
  now: number,
  timeZone: string,
  { language = 'es', isDirect = false }: TicketsOptions = {},
): Tickets {
  const { _id, url } = night
  const offers = openPhases(night.offers, now, timeZone)
  // A night without offers sells tickets at its own URL, until it is cancelled or over.
  if (getSale({ ...night, offers: [] }, now, timeZone) === null) return { button: null, lines: [] }
  const wayTo = (offer: Offer | undefined) =>
    isDirect ? (offer?.url ?? url) : getTicketsPath(_id, offer?._id ?? NIGHT_URL)
  const words = getPageTexts(language)
  const left = getSale({ ...night, offers }, now, timeZone)?.offers ?? []
  const available = listOffersOnSale({ ...night, offers }, now, timeZone)
  const lines = offers.map((offer) => {
    const hasEnded = !left.includes(offer)
    const canBuy = available.includes(offer)
    const isGone = hasEnded || offer.availability === 'soldout'
    const isAtDoor = offer.availability === 'door'
    const end = computeOfferEnd(night, offer, timeZone)
    return {
      _id: offer._id,
      name: translateOffer(offer.name, language),
      price: formatPrice(offer.price, offer.currency, language),
      state:
        hasEnded && offer.availability !== 'soldout'
          ? words.offerEnded
          : words.offerStates[offer.availability],
      until:
        (canBuy || (isAtDoor && !hasEnded)) && end !== null
          ? formatOfferEnd(night.date, end, language)
          : null,
      isGone,
      isAtDoor,
      href: canBuy ? wayTo(offer) : null,
    }
  })
  if (!areTicketsSold(night, now, timeZone)) return { button: null, lines }
  if (offers.length === 0) return { button: { href: wayTo(undefined), price: null }, lines }
  // Free offers usually have a condition, so the main button prefers an offer with a price.
  const sold = available.find(({ price }) => price !== 0) ?? available[0]
  if (!sold) return { button: null, lines }
  return { button: { href: wayTo(sold), price: priceWords(available, language) }, lines }
}

function priceWords(offers: Offer[], language: Language): string | null {
  const least = findLowestPrice(offers)
  if (least === null) return null
  if (least === 'free') return formatPrice(0, '', language)
  const text = formatPrice(least.price, least.currency, language)
  return least.isFrom && text !== null ? getPageTexts(language).from(text) : text
}
