/** Spanish wording that several screens share: counts, changes, names and times. */

import { formatEmail, formatPerson } from '../auth/shared/emails.ts'
import { auditActions, getWordsWithArticle } from '../content/shared/audit-log.ts'
import type { AuditLogEntry } from '../content/shared/audit-log-answers.ts'
import type { ResourceWords } from '../content/shared/fields.ts'
import { useClub } from '../pages/club-settings.ts'
import { formatDate, wallClock } from '../shared/dates.ts'

/** Formats a number of items: '1 novedad', '3 novedades'. */
export const formatItemCount = (
  count: number,
  { one, many, several = many.toLowerCase() }: ResourceWords,
): string => `${count} ${count === 1 ? one : several}`

/** Returns the name that the changed item had at the time of the change. Users are named by their e-mail address. */
export const getShownLabel = ({ resource, label }: Pick<AuditLogEntry, 'resource' | 'label'>): string =>
  resource === 'users' ? formatEmail(label) : label

/** Returns the name that the author of a change had at that time. */
export const getActorName = ({ by, byName }: Pick<AuditLogEntry, 'by' | 'byName'>): string =>
  by === null ? (byName ?? 'El sistema') : formatPerson({ name: byName, email: by })

/** Describes a change: 'modificó la novedad «Vuelve la noche»'. */
export function describeEntry({
  action,
  resource,
  label,
}: Pick<AuditLogEntry, 'action' | 'resource' | 'label'>): string {
  const sentence = `${auditActions[action]} ${getWordsWithArticle(resource)}`.replace(' de el ', ' del ')
  return label ? `${sentence} «${getShownLabel({ resource, label })}»` : sentence
}

/** Formats a time as DD-MM-YYYY HH:mm. @param instant ISO 8601, or ms since 1970 */
export function formatMoment(instant: string | number, timeZone: string): string {
  const clock = wallClock(new Date(instant), timeZone)
  return `${formatDate(clock)} ${clock.slice(11)}`
}

const DAY_MS = 86_400_000

/**
 * Formats a time as 'hoy 23:05' or 'ayer 23:05', and older times as `formatMoment` does.
 * @param instant ISO 8601
 * @param now ms since 1970
 */
export function formatRecent(instant: string, now: number, timeZone: string): string {
  const clock = wallClock(new Date(instant), timeZone)
  const isOn = (day: number) => wallClock(day, timeZone).slice(0, 10) === clock.slice(0, 10)
  const day = isOn(now) ? 'hoy' : isOn(now - DAY_MS) ? 'ayer' : formatDate(clock)
  return `${day} ${clock.slice(11)}`
}

/** Returns `formatMoment` with the club's time zone. */
export function useMoment(): (instant: string | number) => string {
  const { timeZone } = useClub().identity
  return (instant) => formatMoment(instant, timeZone)
}
