/** A night's offers and stamp at an instant. Used by its page, cards, share image, feeds and calendars. */
import type { EntityOf } from '../../../platform/content/shared/resources.ts'
import { offerEndInNight } from '../../../platform/shared/night-dates.ts'
import { toInstant } from '../../../platform/shared/zoned-dates.ts'
import { computeHours, computeMorningAfter } from './night-hours.ts'

export type Stamp = 'cancelled' | 'postponed' | 'rescheduled' | 'soldout'

export const stampLabels: Record<Stamp, string> = {
  cancelled: 'CANCELADA',
  postponed: 'POSTERGADA',
  rescheduled: 'NUEVA FECHA',
  soldout: 'AGOTADA',
}

type Night = EntityOf<'events'>

/** The fields of an offer row that decide whether it is sold. */
export type OfferState = Pick<Night['offers'][number], 'availability' | 'until'>

export type NightState<O extends OfferState = OfferState> = Pick<Night, 'date' | 'endsAt' | 'status'> & {
  offers: readonly O[]
}

export interface Sale<O extends OfferState = OfferState> {
  /** Offers that have not ended. Empty when the night has no offers and sells its tickets at its own URL. */
  offers: O[]
  isSoldOut: boolean
}

/** When a night stops selling: at `endsAt`, but not after 08:00 of the next morning, the default. ms since 1970 */
function salesEnd({ date, endsAt }: Pick<Night, 'date' | 'endsAt'>, timeZone: string): number {
  const morning = computeMorningAfter(date, timeZone)
  const { end } = computeHours({ date, endsAt }, timeZone)
  return endsAt === null || end === null ? morning : Math.min(end, morning)
}

/** When an offer ends by its own hour, also if the night ends earlier. ms since 1970 */
const untilInstant = (date: string, { until }: OfferState, timeZone: string): number =>
  until === null ? Number.POSITIVE_INFINITY : toInstant(offerEndInNight(date, until), timeZone)

/** When an offer ends before its night does, `YYYY-MM-DDTHH:mm`. null when it ends with the night. */
export function computeOfferEnd(
  night: Pick<Night, 'date' | 'endsAt'>,
  offer: OfferState,
  timeZone: string,
): string | null {
  if (offer.until === null || untilInstant(night.date, offer, timeZone) >= salesEnd(night, timeZone))
    return null
  return offerEndInNight(night.date, offer.until)
}

/** The offers that have not ended by their own hour. The result is constant once the night is over. */
function offersLeft<O extends OfferState>(night: NightState<O>, now: number, timeZone: string): O[] {
  const { date, offers } = night
  if (offers.every(({ until }) => until === null)) return [...offers]
  const at = Math.min(now, salesEnd(night, timeZone))
  return offers.filter((offer) => untilInstant(date, offer, timeZone) > at)
}

const areAllSoldOut = (offers: readonly OfferState[]): boolean =>
  offers.length > 0 && offers.every(({ availability }) => availability === 'soldout')

/**
 * True when all offers, or all offers that have not ended, are sold out. A night without offers is never sold out: the club
 * does not know how many tickets the seller has left.
 * @param now ms since 1970; @param timeZone the club's IANA time zone
 */
export const isSoldOut = (night: NightState, now: number, timeZone: string): boolean =>
  areAllSoldOut(night.offers) || areAllSoldOut(offersLeft(night, now, timeZone))

/** The most important state of a night. null: it takes place as announced. */
export const getStamp = (night: NightState, now: number, timeZone: string): Stamp | null =>
  chooseStamp(night.status, isSoldOut(night, now, timeZone))

export const chooseStamp = (status: Night['status'], soldOut: boolean): Stamp | null =>
  status !== 'scheduled' ? status : soldOut ? 'soldout' : null

/** The current sale of a night, sold out or not. null when the night is cancelled or over, or all its offers have ended. */
export function getSale<O extends OfferState>(
  night: NightState<O>,
  now: number,
  timeZone: string,
): Sale<O> | null {
  if (night.status === 'cancelled' || now >= salesEnd(night, timeZone)) return null
  const offers = offersLeft(night, now, timeZone)
  if (night.offers.length > 0 && offers.length === 0) return null
  return { offers, isSoldOut: isSoldOut(night, now, timeZone) }
}

/** True while tickets can be bought. */
export function areTicketsSold(night: NightState, now: number, timeZone: string): boolean {
  const sale = getSale(night, now, timeZone)
  return sale !== null && !sale.isSoldOut
}

/** Offers that can be bought now. */
export const listOffersOnSale = <O extends OfferState>(
  night: NightState<O>,
  now: number,
  timeZone: string,
): O[] =>
  getSale(night, now, timeZone)?.offers.filter(({ availability }) => availability === 'available') ?? []

/** The next end of an offer or of the night's sale, ms since 1970. Infinity when no end follows. */
export function computeNextSaleChange(night: NightState, now: number, timeZone: string): number {
  const end = salesEnd(night, timeZone)
  const ends = night.offers.map((offer) => Math.min(end, untilInstant(night.date, offer, timeZone)))
  return Math.min(...[end, ...ends].filter((at) => at > now))
}
