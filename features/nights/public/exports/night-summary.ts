/** The fields of a night that lists need, without texts. */

import type { EntityOf } from '../../../../platform/content/shared/resources.ts'
import { fallbackLanguage, localize } from '../../../../platform/content/shared/translations.ts'
import type { Reader } from '../../../../platform/pages/shared/reader.ts'
import { currentNight, untilNextNight } from '../../../../platform/shared/dates.ts'
import type { Language } from '../../../../platform/shared/languages.ts'
import { addDays, sortByNightTime } from '../../../../platform/shared/night-dates.ts'
import { type PictureSource, withoutPlaceholder } from '../../../../platform/ui/picture.tsx'
import { getTicketsPath, NIGHT_URL } from '../../../analytics/shared/visits.ts'
import { computeStage, type NightStage } from '../../shared/night-hours.ts'
import { areTicketsSold, computeNextSaleChange, getStamp, type Stamp } from '../../shared/night-state.ts'
import type { OpenSignUpOffers, SignUpOffer } from '../../shared/sign-up-offers.ts'
import { listTickets } from '../tickets.ts'

interface Flyer {
  picture: PictureSource
  alt: string | null
}

export interface NightSummary {
  _id: string
  slug: string
  date: string
  title: string | null
  /** 'es' when the title is Spanish on a page in another language. */
  titleLang: 'es' | undefined
  /** Names of the artists, in the order in which they play. */
  lineup: string[]
  stamp: Stamp | null
  /** The date before a change of the date. null when it never changed. */
  previousDate: string | null
  stage: NightStage['stage']
  isPast: boolean
  /** Address of the ticket seller. null when no tickets are on sale. */
  tickets: string | null
  /** The lowest price of these tickets: '$ 10.000', or 'desde $ 10.000' when others cost more. null when it is unknown */
  price: string | null
  /** null while sign-up is closed. */
  signUp: SignUpOffer | null
  /** The flyer in its own aspect ratio. `square` is its square version. */
  whole: Flyer
  square: Flyer
}

/** True from the end of a night. */
export const isStageOver = (stage: NightStage['stage']): boolean => stage === 'closed' || stage === 'over'

/** Returns the state of a night at a moment. A cancelled or postponed night is never tonight. */
export function getStageNow(night: EntityOf<'events'>, now: Date, timeZone: string): NightStage {
  const stage = computeStage(night, now.getTime(), timeZone)
  return isOff(night) ? { ...stage, stage: stage.isPast ? 'over' : 'ahead', playing: [] } : stage
}

/**
 * Finds the sign-up offers of all nights with one call. The page expires at the end of an offer, and with each write that
 * begins, fills or ends one.
 */
export async function readSignUpOffers(
  { features, reads, expiresIn }: Reader,
  nights: readonly EntityOf<'events'>[],
  language: Language,
): Promise<OpenSignUpOffers> {
  const ids = nights.map(({ _id }) => _id)
  const found = await features.signUpOffers?.find(ids, language)
  if (!found) return { offers: new Map(), changesIn: Number.POSITIVE_INFINITY }
  reads('guestLists')
  reads('settings')
  expiresIn(found.changesIn)
  return found
}

/** @param offers to sign up, by the id of the night. Without them the summary has none */
export function summariseNight(
  night: EntityOf<'events'>,
  now: Date,
  timeZone: string,
  language: Language = 'es',
  offers?: OpenSignUpOffers['offers'],
): NightSummary {
  const { _id, slug, date, images, alt } = night
  const localized = localize(language, night)
  const { stage, isPast } = getStageNow(night, now, timeZone)
  return {
    _id,
    slug,
    date,
    title: localized.title,
    titleLang: fallbackLanguage(localized, 'title'),
    lineup: sortByNightTime(date, night.lineup).map(({ name }) => name),
    stamp: getStamp(night, now.getTime(), timeZone),
    previousDate: night.previousDate,
    stage,
    isPast,
    tickets: areTicketsSold(night, now.getTime(), timeZone) ? getTicketsPath(_id, NIGHT_URL) : null,
    price: listTickets(night, now.getTime(), timeZone, { language }).button?.price ?? null,
    signUp: (!isPast && !isStageOver(stage) && offers?.get(_id)) || null,
    whole: { picture: withoutPlaceholder(images.flyerLarge), alt: alt.flyerLarge },
    square: { picture: withoutPlaceholder(images.flyerGrid), alt: alt.flyerGrid },
  }
}

/** True for a cancelled night, and for a postponed one without a new date. */
export const isOff = <N extends Pick<EntityOf<'events'>, 'status'>>(
  night: N,
): night is N & { status: 'cancelled' | 'postponed' } =>
  night.status === 'cancelled' || night.status === 'postponed'

/** Returns the days that separate coming nights from past nights in lists. `YYYY-MM-DD` */
export function getNightBounds(now: Date, timeZone: string): { tonight: string; lastNight: string } {
  const tonight = currentNight(now, timeZone)
  return { tonight, lastNight: addDays(tonight, -1) }
}

/** Maximum number of coming nights on the home page. */
export const HOME_NIGHTS = 12

/**
 * Reads the coming nights for the home page, the earliest first. The nights of the last night are included, because a night
 * can last longer than until 08:00.
 */
export async function readHomeNights(reader: Reader, now: Date, timeZone: string) {
  const { lastNight } = getNightBounds(now, timeZone)
  const { items } = await reader.list('events', { from: lastNight, order: 'oldest', limit: HOME_NIGHTS + 1 })
  return items
}

/**
 * Returns the time until the state of one of these nights changes, or until a night enters or leaves the list of coming
 * nights. ms
 */
export function computeMsUntilChange(
  nights: readonly EntityOf<'events'>[],
  now: Date,
  timeZone: string,
): number {
  const changes = nights.flatMap((night) =>
    [
      getStageNow(night, now, timeZone).changesAt ?? [],
      computeNextSaleChange(night, now.getTime(), timeZone),
    ].flat(),
  )
  return Math.min(untilNextNight(now, timeZone), ...changes.map((at) => at - now.getTime()))
}
