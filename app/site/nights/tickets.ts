/** What a night's tickets cost, as one reads it, and where one gets them. */
import type { EntityOf } from '../../../contract/content/resources.ts'
import type { Language } from '../../../contract/languages.ts'
import { leastPrice, showPrice } from '../../../contract/prices.ts'
import { NIGHT_URL, ticketsPath } from '../../../contract/visits.ts'
import { wordsIn } from '../words.ts'

type Night = EntityOf<'events'>
type Offer = Night['offers'][number]

export interface OfferLine {
  _id: string
  name: string
  price: string | null
  /** Why it cannot be bought; null: it can. */
  state: string | null
  isGone: boolean
  /** null: it cannot be bought. */
  href: string | null
}

export interface Tickets {
  /** The one button: where it leads, and the price that it tells. */
  button: { href: string; price: string | null } | null
  lines: OfferLine[]
}

interface TicketsOptions {
  language?: Language
  /** Links lead to the seller at once. */
  isDirect?: boolean
}

/**
 * Links count who follows them, and lead on.
 * @param areSold nothing is sold for a night that is over or off, nor one that is sold out
 */
export function ticketsOf(
  { _id, offers, url }: Pick<Night, '_id' | 'offers' | 'url'>,
  areSold: boolean,
  { language = 'es', isDirect = false }: TicketsOptions = {},
): Tickets {
  const wayTo = (offer: Offer | undefined) =>
    isDirect ? (offer?.url ?? url) : ticketsPath(_id, offer?._id ?? NIGHT_URL)
  const { offerStates } = wordsIn(language)
  const lines = offers.map((offer) => ({
    _id: offer._id,
    name: offer.name,
    price: showPrice(offer.price, offer.currency, language),
    state: offerStates[offer.availability],
    isGone: offer.availability === 'soldout',
    href: areSold && offer.availability === 'available' ? wayTo(offer) : null,
  }))
  if (!areSold) return { button: null, lines }
  if (offers.length === 0) return { button: { href: wayTo(undefined), price: null }, lines }
  const available = offers.filter(({ availability }) => availability === 'available')
  // What costs nothing is on its own conditions: the button sells, where anything is sold.
  const sold = available.find(({ price }) => price !== 0) ?? available[0]
  if (!sold) return { button: null, lines }
  return { button: { href: wayTo(sold), price: priceWords(available, language) }, lines }
}

function priceWords(offers: Offer[], language: Language): string | null {
  const least = leastPrice(offers)
  if (least === null) return null
  if (least === 'free') return showPrice(0, '', language)
  const text = showPrice(least.price, least.currency, language)
  return least.isFrom && text !== null ? wordsIn(language).from(text) : text
}
