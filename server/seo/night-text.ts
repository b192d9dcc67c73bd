/** A night in plain text: for calendars and feeds. */
import type { EntityOf } from '../../contract/content/resources.ts'
import { showDate } from '../../contract/dates.ts'
import { isSoldOut, stampOf, stampWords } from '../../contract/night-state.ts'
import { inOrderOfNight } from '../../contract/nights.ts'
import { showPrice } from '../../contract/prices.ts'

/** When visitors last saw it change, ms since 1970: written, or part of its line-up revealed. */
export const changedAt = ({ updatedAt, lineup }: EntityOf<'events'>): number =>
  Math.max(Date.parse(updatedAt), ...lineup.map(({ revealAt }) => (revealAt ? Date.parse(revealAt) : 0)))

/** A name of the night, with what must not be overlooked before it. */
export function named(night: EntityOf<'events'>, name: string): string {
  const stamp = stampOf(night)
  return stamp ? `${stampWords[stamp]}: ${name}` : name
}

/** What became of the night, who plays, tickets: parts with an empty line between them. */
export function descriptionOf(night: EntityOf<'events'>): string {
  const stamp = stampOf(night)
  const state = [
    stamp && stampWords[stamp],
    night.previousDate && `antes ${showDate(night.previousDate)}`,
    night.statusNote,
  ]
  const parts = [
    state.filter(Boolean).join(' · '),
    inOrderOfNight(night.date, night.lineup).map(lineOf).join('\n'),
    ...(night.status === 'cancelled' ? [] : [ticketsOf(night)]),
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}

function lineOf({ name, role, room, from, to }: EntityOf<'events'>['lineup'][number]): string {
  const hours = [from, to].filter((hour) => hour !== null).join('–')
  const words = [to !== null && from === null ? `hasta ${hours}` : hours, name, role && `(${role})`]
  return [words.filter(Boolean).join(' '), room].filter(Boolean).join(' · ')
}

const availabilityWords = { available: null, soldout: 'agotada', soon: 'próximamente' }

/** What is sold out leads nowhere, as on the night's page. */
function ticketsOf({ url, offers }: EntityOf<'events'>): string {
  const lines = offers.map((offer) => {
    const says = [
      showPrice(offer.price, offer.currency),
      availabilityWords[offer.availability],
      offer.availability !== 'soldout' && offer.url !== url && offer.url,
    ]
    return [offer.name, says.filter(Boolean).join(' · ')].filter((part) => part !== '').join(': ')
  })
  return (isSoldOut({ offers }) ? lines : [...lines, `Entradas: ${url}`]).join('\n')
}
