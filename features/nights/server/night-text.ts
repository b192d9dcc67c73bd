/** A night in plain text: for calendars and feeds. */
import type { EntityOf } from '../../../platform/content/shared/resources.ts'
import { formatDate } from '../../../platform/shared/dates.ts'
import { formatUntilHour, sortByNightTime } from '../../../platform/shared/night-dates.ts'
import { formatPrice } from '../../../platform/shared/prices.ts'
import { computeOfferEnd, getSale, getStamp, stampLabels } from '../shared/night-state.ts'

/** The instant for which a text is written, because a night's sale changes with time. */
export interface NightMoment {
  /** ms since 1970 */
  now: number
  /** The club's IANA time zone. */
  timeZone: string
}

/** When visitors last saw it change, ms since 1970: written, or part of its line-up revealed. */
export const getChangeTime = ({ updatedAt, lineup }: EntityOf<'events'>): number =>
  Math.max(Date.parse(updatedAt), ...lineup.map(({ revealAt }) => (revealAt ? Date.parse(revealAt) : 0)))

/** A name of the night, with what must not be overlooked before it. */
export function addStampToName(
  night: EntityOf<'events'>,
  name: string,
  { now, timeZone }: NightMoment,
): string {
  const stamp = getStamp(night, now, timeZone)
  return stamp ? `${stampLabels[stamp]}: ${name}` : name
}

/** State, line-up and tickets of a night, with empty lines between them. */
export function describeNight(night: EntityOf<'events'>, moment: NightMoment): string {
  const stamp = getStamp(night, moment.now, moment.timeZone)
  const state = [
    stamp && stampLabels[stamp],
    night.previousDate && `antes ${formatDate(night.previousDate)}`,
    night.statusNote,
  ]
  const parts = [
    state.filter(Boolean).join(' · '),
    sortByNightTime(night.date, night.lineup).map(lineOf).join('\n'),
    ticketsOf(night, moment),
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}

function lineOf({ name, role, room, from, to }: EntityOf<'events'>['lineup'][number]): string {
  const hours = [from, to].filter((hour) => hour !== null).join('–')
  const words = [to !== null && from === null ? `hasta ${hours}` : hours, name, role && `(${role})`]
  return [words.filter(Boolean).join(' '), room].filter(Boolean).join(' · ')
}

const availabilityWords = { available: null, soldout: 'agotada', soon: 'próximamente' }

/** Sold-out offers have no link, as on the night's page. Ended offers are omitted. */
function ticketsOf(night: EntityOf<'events'>, { now, timeZone }: NightMoment): string {
  const { url } = night
  const sale = getSale(night, now, timeZone)
  if (sale === null) return ''
  const lines = sale.offers.map((offer) => {
    const end = computeOfferEnd(night, offer, timeZone)
    const says = [
      formatPrice(offer.price, offer.currency),
      availabilityWords[offer.availability],
      end !== null && offer.availability === 'available' && formatUntilHour(end.slice(11)),
      offer.availability === 'available' && offer.url !== url && offer.url,
    ]
    return [offer.name, says.filter(Boolean).join(' · ')].filter((part) => part !== '').join(': ')
  })
  return (sale.isSoldOut ? lines : [...lines, `Entradas: ${url}`]).join('\n')
}
