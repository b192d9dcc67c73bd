/** Writes nights as iCalendar (RFC 5545), with the properties of RFC 7986 for subscribed calendars. */
import ical, { ICalEventStatus } from 'ical-generator'
import type { EntityOf } from '../../../platform/content/shared/resources.ts'
import type { SettingsChange } from '../../../platform/settings/server/settings-service.ts'
import type { SiteSettings } from '../../../platform/settings/shared/site-settings.ts'
import { formatDate } from '../../../platform/shared/dates.ts'
import { addDays } from '../../../platform/shared/night-dates.ts'
import { NIGHTS_CALENDAR_PATH, NIGHTS_PATH, nightPath } from '../../../platform/shared/public-paths.ts'
import { fold } from '../../../platform/shared/text/fold.ts'
import { computeHours } from '../shared/night-hours.ts'
import { addStampToName, describeNight, getChangeTime } from './night-text.ts'

/**
 * Interval at which calendar programs fetch the calendar again. A cancellation reaches subscribers within an hour. Seconds
 */
const REFRESH_SECONDS = 3_600

export interface CalendarNight {
  /** The night with the fields that visitors see. */
  night: EntityOf<'events'>
  slug: string
  /** Edit counter of the night. */
  version: number
}

export interface CalendarClub extends Pick<SiteSettings, 'identity' | 'contact'> {
  /** The last change of `identity` or `contact`, because every entry contains them. */
  change: SettingsChange
}

/** @param siteUrl null when SITE_URL is not set @param now ms since 1970 */
export function writeCalendar(
  nights: CalendarNight[],
  siteUrl: string | null,
  { identity, contact, change }: CalendarClub,
  now: number,
): string {
  const { name, timeZone } = identity
  const { lat, lon } = contact.position
  const place = describePlace(name, contact.address)
  const calendarFile = ical({
    prodId: { company: escapeText(name), product: 'Fechas', language: 'ES' },
    name: escapeText(`${name} · Fechas`),
    ttl: REFRESH_SECONDS,
    ...(siteUrl !== null && { url: siteUrl + NIGHTS_PATH, source: siteUrl + NIGHTS_CALENDAR_PATH }),
  })
  for (const { night, slug, version } of nights) {
    // A file without METHOD has the time of the last change as DTSTAMP (RFC 5545 §3.8.7.2). So all requests get the same
    // file.
    const changed = new Date(Math.max(getChangeTime(night, { now, timeZone }), change.changedAt))
    calendarFile.createEvent({
      // The id contains neither host nor address, because both can change, and a changed id would duplicate the entry.
      id: night._id,
      sequence: version + change.version,
      stamp: changed,
      lastModified: changed,
      ...getCalendarTimes(night, timeZone),
      summary: removeControlCharacters(
        addStampToName(night, night.title ?? `${name} · ${formatDate(night.date)}`, { now, timeZone }),
      ),
      description: removeControlCharacters(describeNight(night, { now, timeZone })),
      status: getCalendarStatus(night),
      location: {
        title: place,
        ...(lat !== null && lon !== null && { geo: { lat, lon } }),
      },
      url: siteUrl === null ? null : siteUrl + nightPath(slug),
    })
  }
  // The library omits the end of the last line, which RFC 5545 §3.1 requires.
  return `${calendarFile.toString()}\r\n`
}

/**
 * Returns name and address on one line, because many calendar programs show only the first line of LOCATION. An address
 * that repeats the name of the club, or the end of the field before it, does so only once.
 */
function describePlace(name: string, { street, town, country }: SiteSettings['contact']['address']): string {
  const parts = [name]
  for (const field of [street, town, country]) {
    const own = (field ?? '').split(/[,\n]/).map((part) => part.trim())
    const repeated = [fold(name), fold(parts.at(-1) ?? '')]
    if (repeated.includes(fold(own[0] ?? ''))) own.shift()
    parts.push(...own.filter((part) => part !== ''))
  }
  return removeControlCharacters(parts.join(', '))
}

/** Removes control characters, because iCalendar neither allows nor escapes them (RFC 5545 §3.1). */
const removeControlCharacters = (text: string): string =>
  text.replaceAll('\r\n', '\n').replace(/(?![\t\n])\p{Cc}/gu, '')

/** Escapes a value that the library writes without escaping (RFC 5545 §3.3.11). */
const escapeText = (text: string): string => removeControlCharacters(text).replace(/[\\;,]/g, '\\$&')

function getCalendarTimes(night: EntityOf<'events'>, timeZone: string) {
  const { doors, end } = computeHours(night, timeZone)
  if (doors !== null && end !== null) return { start: new Date(doors), end: new Date(end) }
  const day = night.date.slice(0, 10)
  return { start: parseDay(day), end: parseDay(addDays(day)), allDay: true }
}

/** Creates the Date of a day without an hour, in UTC as the library expects. */
const parseDay = (day: string): Date => new Date(`${day}T00:00:00Z`)

function getCalendarStatus({ status }: EntityOf<'events'>): ICalEventStatus {
  if (status === 'cancelled') return ICalEventStatus.CANCELLED
  return status === 'postponed' ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED
}
