/** Nights as iCalendar (RFC 5545), with the properties of RFC 7986 for subscribed calendars. */
import ical, { ICalEventStatus } from 'ical-generator'
import type { EntityOf } from '../../../platform/content/shared/resources.ts'
import type { SiteSettings } from '../../../platform/settings/shared/site-settings.ts'
import { formatDate } from '../../../platform/shared/dates.ts'
import { addDays } from '../../../platform/shared/night-dates.ts'
import { NIGHTS_CALENDAR_PATH, NIGHTS_PATH, nightPath } from '../../../platform/shared/public-paths.ts'
import { computeHours } from '../shared/night-hours.ts'
import { addStampToName, describeNight, getChangeTime } from './night-text.ts'

/** How often programs update the calendar. A cancellation reaches subscribers within an hour. Seconds. */
const REFRESH_SECONDS = 3_600

export interface CalendarNight {
  /** As visitors see it. */
  night: EntityOf<'events'>
  slug: string
  /** The edit counter. */
  version: number
}

/** @param siteUrl null when the club's address is not known; @param now ms since 1970 */
export function writeCalendar(
  nights: CalendarNight[],
  siteUrl: string | null,
  { identity, contact }: Pick<SiteSettings, 'identity' | 'contact'>,
  now: number,
): string {
  const { name, timeZone } = identity
  const { street, town, country } = contact.address
  const { lat, lon } = contact.position
  const calendarFile = ical({
    prodId: { company: escaped(name), product: 'Fechas', language: 'ES' },
    name: escaped(`${name} · Fechas`),
    ttl: REFRESH_SECONDS,
    ...(siteUrl !== null && { url: siteUrl + NIGHTS_PATH, source: siteUrl + NIGHTS_CALENDAR_PATH }),
  })
  for (const { night, slug, version } of nights) {
    // Without a METHOD, DTSTAMP is when the entry was last revised (RFC 5545 §3.8.7.2): the same file for everybody.
    const changed = new Date(getChangeTime(night))
    calendarFile.createEvent({
      // Without host and address, because both can change.
      id: night._id,
      sequence: version,
      stamp: changed,
      lastModified: changed,
      ...timesOf(night, timeZone),
      summary: printable(
        addStampToName(night, night.title ?? `${name} · ${formatDate(night.date)}`, { now, timeZone }),
      ),
      description: printable(describeNight(night, { now, timeZone })),
      status: statusOf(night),
      location: {
        title: printable(name),
        address: printable([street, town, country].filter((part) => part !== null).join(', ')),
        ...(lat !== null && lon !== null && { geo: { lat, lon } }),
      },
      url: siteUrl === null ? null : siteUrl + nightPath(slug),
    })
  }
  // The library leaves out the end of the last line, which is part of it (RFC 5545 §3.1).
  return `${calendarFile.toString()}\r\n`
}

/** iCalendar has no place for control characters, and no way to escape them (RFC 5545 §3.1). */
const printable = (text: string): string => text.replaceAll('\r\n', '\n').replace(/(?![\t\n])\p{Cc}/gu, '')

/** Escapes a value that the library writes unchanged (RFC 5545 §3.3.11). */
const escaped = (text: string): string => printable(text).replace(/[\\;,]/g, '\\$&')

function timesOf(night: EntityOf<'events'>, timeZone: string) {
  const { doors, end } = computeHours(night, timeZone)
  if (doors !== null && end !== null) return { start: new Date(doors), end: new Date(end) }
  const day = night.date.slice(0, 10)
  return { start: midnight(day), end: midnight(addDays(day)), allDay: true }
}

/** A day without an hour. The library reads it in UTC. */
const midnight = (day: string): Date => new Date(`${day}T00:00:00Z`)

function statusOf({ status }: EntityOf<'events'>): ICalEventStatus {
  if (status === 'cancelled') return ICalEventStatus.CANCELLED
  return status === 'postponed' ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED
}
