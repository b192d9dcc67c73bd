/** Decides when the form of a night offers to announce a changed day as NUEVA FECHA. */
import { getPublicationState, type Publication } from '../../../platform/content/shared/publication.ts'
import { isDate } from '../../../platform/shared/dates.ts'
import { nightDay } from '../../../platform/shared/night-dates.ts'
import { computeMorningAfter } from '../shared/night-hours.ts'

/**
 * True when the form has another day than the stored night, and visitors know the stored day: the night is published and
 * neither day is over.
 * @param stored undefined for a new night
 * @param typed the date in the form
 * @param now ms since 1970
 */
export function isDayMoved(
  stored: (Publication & { date: string }) | undefined,
  typed: string,
  now: number,
  timeZone: string,
): boolean {
  return (
    stored !== undefined &&
    getPublicationState(stored, now) === 'published' &&
    isDate(typed) &&
    nightDay(typed) !== nightDay(stored.date) &&
    now < computeMorningAfter(stored.date, timeZone) &&
    now < computeMorningAfter(typed, timeZone)
  )
}
