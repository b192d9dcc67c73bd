/** Describes a night as plain text, for calendars and feeds. */
import type { EntityOf } from '../../../platform/content/shared/resources.ts'
import { formatDate } from '../../../platform/shared/dates.ts'
import { sortByNightTime } from '../../../platform/shared/night-dates.ts'
import { formatPrice } from '../../../platform/shared/prices.ts'
import {
  computeLastSaleChange,
  computeOfferEnd,
  getSale,
  getStamp,
  stampLabels,
} from '../shared/night-state.ts'
import { formatOfferEnd } from '../shared/offer-end.ts'

/**
 * The moment and time zone for which a text is written. The text depends on them, because a night's sale changes with time.
 */
export interface NightMoment {
  now: number
  /** IANA name of the club's time zone. */
  timeZone: string
}

/**
 * Returns the last time at which the visible night changed: by a write, by a reveal of its line-up, or by the end of an
 * offer. ms since 1970
 */
export const getChangeTime = (night: EntityOf<'events'>, { now, timeZone }: NightMoment): number =>
  Math.max(
    Date.parse(night.updatedAt),
    ...night.lineup.map(({ revealAt }) => (revealAt ? Date.parse(revealAt) : 0)),
    computeLastSaleChange(night, now, timeZone),
  )

/** Puts the stamp of a night (such as CANCELADA) before its name. */
export function addStampToName(
  night: EntityOf<'events'>,
  name: string,
  { now, timeZone }: NightMoment,
): string {
  const stamp = getStamp(night, now, timeZone)
  return stamp ? `${stampLabels[stamp]}: ${name}` : name
}

/** Returns the state, the line-up and the tickets of a night, separated by empty lines. */
export function describeNight(night: EntityOf<'events'>, moment: NightMoment): string {
  const stamp = getStamp(night, moment.now, moment.timeZone)
  const state = [
    stamp && stampLabels[stamp],
    night.previousDate && `antes ${formatDate(night.previousDate)}`,
    night.statusNote,
  ]
  const parts = [
    state.filter(Boolean).join(' · '),
    night.visitNote ?? '',
    sortByNightTime(night.date, night.lineup).map(getLine).join('\n'),
    describeTickets(night, moment),
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}

function getLine({ name, role, room, from, to }: EntityOf<'events'>['lineup'][number]): string {
  const hours = [from, to].filter((hour) => hour !== null).join('–')
  const words = [to !== null && from === null ? `hasta ${hours}` : hours, name, role && `(${role})`]
  return [words.filter(Boolean).join(' '), room].filter(Boolean).join(' · ')
}

const availabilityWords = { available: null, soldout: 'agotada', soon: 'próximamente', door: 'en la puerta' }

/** Lists the tickets. Sold-out offers have no link, as on the night's page. Ended offers are omitted. */
function describeTickets(night: EntityOf<'events'>, { now, timeZone }: NightMoment): string {
  const { url } = night
  const sale = getSale(night, now, timeZone)
  if (sale === null) return ''
  const lines = sale.offers.map((offer) => {
    const end = computeOfferEnd(night, offer, timeZone)
    const says = [
      formatPrice(offer.price, offer.currency),
      availabilityWords[offer.availability],
      end !== null && ['available', 'door'].includes(offer.availability) && formatOfferEnd(night.date, end),
      offer.availability === 'available' && offer.url !== url && offer.url,
    ]
    return [offer.name, says.filter(Boolean).join(' · ')].filter((part) => part !== '').join(': ')
  })
  return (sale.isSoldOut ? lines : [...lines, `Entradas: ${url}`]).join('\n')
}
