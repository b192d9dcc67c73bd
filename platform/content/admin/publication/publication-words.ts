/** Spanish sentences about the publication of an item. */

import { wallClock } from '../../../shared/dates.ts'
import { parseNightDate } from '../../../shared/night-dates.ts'
import { getPublicationState, type Publication, type PublicationState } from '../../shared/publication.ts'

const NEAR_MS = 14 * 86_400_000

/**
 * Formats a moment such as 'viernes 28 a las 20:00'. The text includes the month for distant moments, and the year for
 * moments in another year.
 * @param instant ms since 1970
 * @param now ms since 1970
 * @param timeZone IANA name
 */
export function formatDayAndHour(instant: number, now: number, timeZone: string): string {
  const [clock, today] = [wallClock(instant, timeZone), wallClock(now, timeZone)]
  const { weekday, day, month } = parseNightDate(clock)
  const isPlain = clock.slice(0, 7) === today.slice(0, 7) || Math.abs(instant - now) < NEAR_MS
  const ofMonth = isPlain ? '' : ` de ${month}`
  const ofYear = isPlain || clock.slice(0, 4) === today.slice(0, 4) ? '' : ` de ${clock.slice(0, 4)}`
  const hour = clock.slice(11)
  return `${weekday} ${Number(day)}${ofMonth}${ofYear} ${hour.startsWith('01') ? 'a la' : 'a las'} ${hour}`
}

const stateWords: Record<PublicationState, string> = {
  published: 'Publicado',
  draft: 'Borrador',
  scheduled: 'Programado',
  ended: 'Terminó',
}

/** Returns the state of an item, with the moment of its next or last change. */
export function describeState(item: Publication, now: number, timeZone: string): string {
  const state = getPublicationState(item, now)
  const at = (instant: string | null) =>
    instant === null ? '' : formatDayAndHour(Date.parse(instant), now, timeZone)
  if (state === 'scheduled') return `Programado: sale el ${at(item.publishAt)}`
  if (state === 'ended') return `Terminó: dejó de verse el ${at(item.unpublishAt)}`
  if (state === 'published' && item.unpublishAt !== null)
    return `Publicado: deja de verse el ${at(item.unpublishAt)}`
  return stateWords[state]
}
