/** What is stamped across a night: on its page, its cards, its share image, and in what programs read of it. */
import type { EntityOf } from './content/resources.ts'

export type Stamp = 'cancelled' | 'postponed' | 'rescheduled' | 'soldout'

export const stampWords: Record<Stamp, string> = {
  cancelled: 'CANCELADA',
  postponed: 'POSTERGADA',
  rescheduled: 'NUEVA FECHA',
  soldout: 'AGOTADA',
}

export type NightState = Pick<EntityOf<'events'>, 'status'> & {
  offers: readonly Pick<EntityOf<'events'>['offers'][number], 'availability'>[]
}

/** A night without offers sells elsewhere: nobody here knows what is left. */
export const isSoldOut = ({ offers }: Pick<NightState, 'offers'>): boolean =>
  offers.length > 0 && offers.every(({ availability }) => availability === 'soldout')

/** The one that matters most to who wants to go; null: the night is as it was announced. */
export const stampOf = (night: NightState): Stamp | null => stampFor(night.status, isSoldOut(night))

export const stampFor = (status: NightState['status'], soldOut: boolean): Stamp | null =>
  status !== 'scheduled' ? status : soldOut ? 'soldout' : null

/** Whether tickets can still be had of anybody. @param isPast as `standingOf` tells it */
export const areSold = (night: NightState, isPast: boolean): boolean =>
  !isPast && night.status !== 'cancelled' && !isSoldOut(night)
