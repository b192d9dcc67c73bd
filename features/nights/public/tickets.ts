/** Prices of a night's tickets and links to their sellers. */

import type { EntityOf } from '../../../platform/content/shared/resources.ts'
import type { Language } from '../../../platform/shared/languages.ts'
import { findLowestPrice, formatPrice } from '../../../platform/shared/prices.ts'
import { getPageTexts } from '../../../platform/site-layout/page-texts.ts'
import { NIGHT_URL, ticketsPath } from '../../analytics/shared/visits.ts'
import { areTicketsSold, computeOfferEnd, getSale, listOffersOnSale } from '../shared/night-state.ts'

type Night = EntityOf<'events'>
type Offer = Night['offers'][number]

export interface OfferLine {
  _id: string
  name: string
  price: string | null
  /** The reason why the offer cannot be bought, or null. */
  state: string | null
  /** Hour at which the offer ends. null when it ends with the night. */
  until: string | null
  /** Sold out or ended. */
  isGone: boolean
  /** null: it cannot be bought. */
  href: string | null
}

export interface Tickets {
  /** The button: its address and its price. */
  button: { href: string; price: string | null } | null
  /** Includes ended offers while the night lasts, because a flyer may still name them. */
  lines: OfferLine[]
}

interface TicketsOptions {
  language?: Language
  /** Links lead to the seller at once. */
  isDirect?: boolean
}

/**
 * Links count clicks and redirect to the seller. A cancelled or finished night shows no offers.
 * @param now ms since 1970; @param timeZone the club's IANA time zone
 */
export function listTickets(
  night: Pick<Night, '_id' | 'offers' | 'url' | 'date' | 'endsAt' | 'status'>,
  now: number,
  timeZone: string,
  { language = 'es', isDirect = false }: TicketsOptions = {},
): Tickets {
  const { _id, offers, url } = night
  // Without offers, the night sells at its own URL until it is cancelled or over.
  if (getSale({ ...night, offers: [] }, now, timeZone) === null) return { button: null, lines: [] }
  const wayTo = (offer: Offer | undefined) =>
    isDirect ? (offer?.url ?? url) : ticketsPath(_id, offer?._id ?? NIGHT_URL)
  const words = getPageTexts(language)
  const left = getSale(night, now, timeZone)?.offers ?? []
  const available = listOffersOnSale(night, now, timeZone)
  const lines = offers.map((offer) => {
    const hasEnded = !left.includes(offer)
    const canBuy = available.includes(offer)
    const isGone = hasEnded || offer.availability === 'soldout'
    const end = computeOfferEnd(night, offer, timeZone)
    return {
      _id: offer._id,
      name: offer.name,
      price: formatPrice(offer.price, offer.currency, language),
      state:
        hasEnded && offer.availability !== 'soldout'
          ? words.offerEnded
          : words.offerStates[offer.availability],
      until: canBuy && end !== null ? words.until(end.slice(11)) : null,
      isGone,
      href: canBuy ? wayTo(offer) : null,
    }
  })
  if (!areTicketsSold(night, now, timeZone)) return { button: null, lines }
  if (offers.length === 0) return { button: { href: wayTo(undefined), price: null }, lines }
  // Free offers usually have a condition, so the button prefers an offer with a price.
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
