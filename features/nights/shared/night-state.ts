/** Computes a night's offers and stamp at a moment. Pages, cards, share images, feeds and calendars use it. */
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

/** The fields of an offer that decide whether it is on sale. */
export type OfferState = Pick<Night['offers'][number], 'availability' | 'endsAt' | 'until'>

export type NightState<O extends OfferState = OfferState> = Pick<Night, 'date' | 'endsAt' | 'status'> & {
  offers: readonly O[]
}

export interface Sale<O extends OfferState = OfferState> {
  /** Offers that have not ended. Empty when the night has no offers and sells tickets at its own URL. */
  offers: O[]
  isSoldOut: boolean
}

/**
 * Returns when a night stops selling: at `endsAt`, but at 08:00 of the next morning at the latest. Without `endsAt` it is
 * 08:00. ms since 1970
 */
function computeSalesEnd({ date, endsAt }: Pick<Night, 'date' | 'endsAt'>, timeZone: string): number {
  const morning = computeMorningAfter(date, timeZone)
  const { end } = computeHours({ date, endsAt }, timeZone)
  return endsAt === null || end === null ? morning : Math.min(end, morning)
}

const MINUTE_MS = 60_000

/** Returns when an offer ends by its own time, even if the night ends before. ms since 1970 */
function computeOwnEnd(date: string, { endsAt, until }: OfferState, timeZone: string): number {
  // `endsAt` is the last minute on sale.
  if (endsAt !== null) return toInstant(endsAt, timeZone) + MINUTE_MS
  return until === null ? Number.POSITIVE_INFINITY : toInstant(offerEndInNight(date, until), timeZone)
}

/**
 * Puts the next phase on sale: an offer that is 'soon' becomes available when the offer before it has ended by `endsAt`.
 * Offers at the door are no phases. Returns offers that do not change as they are.
 */
export function openPhases<O extends OfferState>(
  offers: readonly O[],
  now: number,
  timeZone: string,
): readonly O[] {
  let before: O | null = null
  return offers.map((offer) => {
    if (offer.availability === 'door') return offer
    const hasEnded = before !== null && before.endsAt !== null && computeOwnEnd('', before, timeZone) <= now
    before = offer
    return hasEnded && offer.availability === 'soon' ? { ...offer, availability: 'available' } : offer
  })
}

/** Returns the end of an offer that ends before its night: `YYYY-MM-DDTHH:mm`. null when it ends with the night. */
export function computeOfferEnd(
  night: Pick<Night, 'date' | 'endsAt'>,
  offer: OfferState,
  timeZone: string,
): string | null {
  const { endsAt, until } = offer
  if (computeOwnEnd(night.date, offer, timeZone) >= computeSalesEnd(night, timeZone)) return null
  return endsAt ?? (until === null ? null : offerEndInNight(night.date, until))
}

/** Returns the offers that have not ended by their own time, with open phases. Once the night is over, the result no longer changes. */
function listRemainingOffers<O extends OfferState>(night: NightState<O>, now: number, timeZone: string): O[] {
  const at = Math.min(now, computeSalesEnd(night, timeZone))
  return openPhases(night.offers, at, timeZone).filter(
    (offer) => computeOwnEnd(night.date, offer, timeZone) > at,
  )
}

const areAllSoldOut = (offers: readonly OfferState[]): boolean => {
  const inAdvance = offers.filter(({ availability }) => availability !== 'door')
  return inAdvance.length > 0 && inAdvance.every(({ availability }) => availability === 'soldout')
}

/**
 * True when every offer that can still be sold in advance is sold out. Also true when all of them are sold out, even if their
 * hours have passed. Offers at the door do not count, because they remain when the others are gone. A night without offers is
 * never sold out, because the club does not know how many tickets the seller has left.
 * @param now ms since 1970
 * @param timeZone IANA name of the club's time zone
 */
export const isSoldOut = (night: NightState, now: number, timeZone: string): boolean =>
  areAllSoldOut(night.offers) || areAllSoldOut(listRemainingOffers(night, now, timeZone))

/**
 * Returns all stamps of a night, the most important first. A moved or postponed night can also be sold out. A cancelled
 * night sells nothing, so it has one stamp.
 */
export const listStamps = (status: Night['status'], soldOut: boolean): Stamp[] => [
  ...(status === 'scheduled' ? [] : [status]),
  ...(soldOut && status !== 'cancelled' ? (['soldout'] as const) : []),
]

/** Returns the stamp for the most important state of a night. null when it takes place as announced. */
export const getStamp = (night: NightState, now: number, timeZone: string): Stamp | null =>
  listStamps(night.status, isSoldOut(night, now, timeZone))[0] ?? null

/**
 * Returns the current sale of a night, sold out or not. null when the night is cancelled, postponed or over, or all its
 * offers have ended.
 */
export function getSale<O extends OfferState>(
  night: NightState<O>,
  now: number,
  timeZone: string,
): Sale<O> | null {
  if (['cancelled', 'postponed'].includes(night.status) || now >= computeSalesEnd(night, timeZone))
    return null
  const offers = listRemainingOffers(night, now, timeZone)
  if (night.offers.length > 0 && offers.length === 0) return null
  return { offers, isSoldOut: isSoldOut(night, now, timeZone) }
}

/** True while the night sells tickets in advance. False when they are sold out, or when all offers are sold at the door. */
export function areTicketsSold(night: NightState, now: number, timeZone: string): boolean {
  const sale = getSale(night, now, timeZone)
  if (sale === null || sale.isSoldOut) return false
  return sale.offers.length === 0 || sale.offers.some(({ availability }) => availability !== 'door')
}

/** Returns the offers that can be bought now. */
export const listOffersOnSale = <O extends OfferState>(
  night: NightState<O>,
  now: number,
  timeZone: string,
): O[] =>
  getSale(night, now, timeZone)?.offers.filter(({ availability }) => availability === 'available') ?? []

/**
 * Returns the phase that is on sale or sold out, and the one that an administrator can open after it. null when no phase
 * follows.
 */
export function findNextPhase<O extends OfferState>(
  night: NightState<O>,
  now: number,
  timeZone: string,
): { current: O; next: O } | null {
  const phases =
    getSale(night, now, timeZone)?.offers.filter(({ availability }) => availability !== 'door') ?? []
  for (const [index, current] of phases.entries()) {
    const next = phases[index + 1]
    if (next?.availability === 'soon' && current.availability !== 'soon') return { current, next }
  }
  return null
}

/** Lists the times at which an offer or the sale of the night ends. ms since 1970 */
function listSaleChanges(night: NightState, timeZone: string): number[] {
  const end = computeSalesEnd(night, timeZone)
  return [end, ...night.offers.map((offer) => Math.min(end, computeOwnEnd(night.date, offer, timeZone)))]
}

/**
 * Returns the next time at which an offer or the sale of the night ends. ms since 1970. Infinity when nothing ends any more
 */
export const computeNextSaleChange = (night: NightState, now: number, timeZone: string): number =>
  Math.min(...listSaleChanges(night, timeZone).filter((at) => at > now))

/** Returns the last time at which an offer or the sale of the night ended. ms since 1970. 0 when nothing has ended */
export const computeLastSaleChange = (night: NightState, now: number, timeZone: string): number =>
  Math.max(0, ...listSaleChanges(night, timeZone).filter((at) => at <= now))
