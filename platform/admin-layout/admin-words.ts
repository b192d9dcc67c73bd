/** Spanish wording that screens share: counts, changes, names and instants. */

import { formatEmail, formatPerson } from '../auth/shared/emails.ts'
import { auditActions, getWordsWithArticle } from '../content/shared/audit-log.ts'
import type { AuditLogEntry } from '../content/shared/audit-log-answers.ts'
import type { ResourceWords } from '../content/shared/fields.ts'
import { useClub } from '../pages/club-settings.ts'
import { formatDate, wallClock } from '../shared/dates.ts'

/** '1 novedad', '3 novedades' */
export const countOf = (count: number, { one, many, several = many.toLowerCase() }: ResourceWords): string =>
  `${count} ${count === 1 ? one : several}`

/** The name that the item had then. Users are named by their e-mail. */
export const shownLabel = ({ resource, label }: Pick<AuditLogEntry, 'resource' | 'label'>): string =>
  resource === 'users' ? formatEmail(label) : label

/** The author of a change, with the name of that time. */
export const actorOf = ({ by, byName }: Pick<AuditLogEntry, 'by' | 'byName'>): string =>
  by === null ? (byName ?? 'El sistema') : formatPerson({ name: byName, email: by })

/** 'modificó la novedad «Vuelve la noche»' */
export function describeEntry({
  action,
  resource,
  label,
}: Pick<AuditLogEntry, 'action' | 'resource' | 'label'>): string {
  const sentence = `${auditActions[action]} ${getWordsWithArticle(resource)}`.replace(' de el ', ' del ')
  return label ? `${sentence} «${shownLabel({ resource, label })}»` : sentence
}

/** DD-MM-YYYY HH:mm. @param instant ISO 8601, or ms since 1970 */
export function moment(instant: string | number, timeZone: string): string {
  const clock = wallClock(new Date(instant), timeZone)
  return `${formatDate(clock)} ${clock.slice(11)}`
}

const DAY_MS = 86_400_000

/**
 * 'hoy 23:05', 'ayer 23:05', or as `moment`.
 * @param instant ISO 8601
 * @param now ms since 1970
 */
export function recently(instant: string, now: number, timeZone: string): string {
  const clock = wallClock(new Date(instant), timeZone)
  const isOn = (day: number) => wallClock(day, timeZone).slice(0, 10) === clock.slice(0, 10)
  const day = isOn(now) ? 'hoy' : isOn(now - DAY_MS) ? 'ayer' : formatDate(clock)
  return `${day} ${clock.slice(11)}`
}

/** `moment` in the club's time zone. */
export function useMoment(): (instant: string | number) => string {
  const { timeZone } = useClub().identity
  return (instant) => moment(instant, timeZone)
}
