/** Changes of a night that need one tap. platform/content/admin/item/changes.ts makes and undoes them. */
import type { CreateChange } from '../../../../platform/content/admin/item/changes.ts'
import type { AnyEntity, EntityOf } from '../../../../platform/content/shared/resources.ts'
import { wallClock } from '../../../../platform/shared/dates.ts'
import { findNextPhase } from '../../shared/night-state.ts'

/**
 * Returns the undo of a change of status. A new status removes `previousDate`, the former date of a moved night. Only the
 * server can write that date, so in this case the undo restores an audit log version.
 */
const statusBack = ({ status, statusNote, en, previousDate }: AnyEntity) => ({
  back: {
    status,
    statusNote,
    en: { statusNote: (en as { statusNote?: unknown } | undefined)?.statusNote ?? null },
  },
  isLossy: typeof previousDate === 'string',
})

/** Part of a body that removes the English note, because the note belongs to the earlier status. */
const NO_NOTE = { statusNote: null }

/** Returns the change that cancels a night. @param reason may be blank */
export const cancelNight =
  (reason: string): CreateChange =>
  (item) => ({
    body: { status: 'cancelled', statusNote: reason.trim() === '' ? null : reason, en: NO_NOTE },
    ...statusBack(item),
  })

/** Returns the change that undoes the cancellation or the postponement of a night. */
export const resumeNight: CreateChange = (item) => ({
  body: { status: 'scheduled', statusNote: null, en: NO_NOTE },
  ...statusBack(item),
})

interface Offer {
  name: string
  availability?: string
  endsAt?: string | null
}

/** The offer of a sold-out night that had no offers, because only offers can be sold out. */
export const SOLD_OUT_OFFER: Offer = { name: 'Entradas' }

const isAtDoor = ({ availability }: Offer): boolean => availability === 'door'

const MINUTE_MS = 60_000

/**
 * Returns the change that ends the phase on sale at the minute before now, so that the next one is on sale.
 * @param now ms since 1970
 */
export const endCurrentPhase =
  (now: number, timeZone: string): CreateChange =>
  (item) => {
    const night = item as EntityOf<'events'> & AnyEntity
    const { offers } = night
    const current = findNextPhase(night, now, timeZone)?.current._id
    const endsAt = wallClock(now - MINUTE_MS, timeZone)
    return {
      body: {
        offers: offers.map((offer) => (offer._id === current ? { ...offer, endsAt, until: null } : offer)),
      },
      back: { offers },
    }
  }

/**
 * Returns the change that marks all offers as sold out, or as available. Offers at the door stay as they are, unless the
 * night has no others.
 */
export const setOffersAvailability =
  (availability: 'soldout' | 'available'): CreateChange =>
  (item) => {
    const offers = item.offers as Offer[]
    const changed = offers.length === 0 && availability === 'soldout' ? [SOLD_OUT_OFFER] : offers
    const isKept = changed.every(isAtDoor) ? () => false : isAtDoor
    return {
      body: {
        offers: changed.map((offer, index) => {
          if (isKept(offer)) return offer
          // A phase waits for the end of the one before.
          const isPhase = availability === 'available' && changed[index - 1]?.endsAt
          return { ...offer, availability: isPhase ? 'soon' : availability }
        }),
      },
      back: { offers },
    }
  }

/** Returns the change that reveals all artists of a night at the same moment. @param at ISO 8601, or null for now */
export const revealLineUp =
  (at: string | null): CreateChange =>
  ({ lineup }) => ({
    body: { lineup: (lineup as object[]).map((row) => ({ ...row, revealAt: at })) },
    back: { lineup },
  })
