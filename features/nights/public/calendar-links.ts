/**
 * Links that add nights to a visitor's own calendar. A subscribed calendar updates itself; a night that was added once does
 * not.
 */

import { addDays } from '../../../platform/shared/night-dates.ts'
import type { PageTexts } from '../../../platform/site-layout/page-texts.ts'
import { computeHours } from '../shared/night-hours.ts'

export interface CalendarLink {
  href: string
  label: string
  /** True when the link leads to another site. */
  isOutside?: true
}

/**
 * Returns the addresses that subscribe to a calendar of one night or of all nights. A subscription needs an absolute
 * address.
 * @param path of the calendar file
 * @param siteUrl null when SITE_URL is not set
 */
function createSubscriptionLinks(
  path: string,
  siteUrl: string | null,
): { webcal: string; google: string } | null {
  if (siteUrl === null) return null
  const webcal = (siteUrl + path).replace(/^https?:/, 'webcal:')
  return { webcal, google: `https://calendar.google.com/calendar/r?${new URLSearchParams({ cid: webcal })}` }
}

export function listCalendarLinks(path: string, siteUrl: string | null, words: PageTexts): CalendarLink[] {
  const all = createSubscriptionLinks(path, siteUrl)
  return [
    ...(all
      ? [
          { href: all.webcal, label: words.followFromCalendar },
          { href: all.google, label: words.followInGoogle, isOutside: true } as const,
        ]
      : []),
    { href: path, label: words.downloadAll },
  ]
}

interface CalendarNight {
  date: string
  endsAt: string | null
  heading: string
  /** The address of the club, in one line. */
  place: string
}

/**
 * @param path of the calendar file of the night
 * @param page of the night
 * @param timeZone IANA name of the club's time zone
 */
export function listNightCalendarLinks(
  night: CalendarNight,
  { path, page }: { path: string; page: string },
  siteUrl: string | null,
  timeZone: string,
  words: PageTexts,
): CalendarLink[] {
  const one = createSubscriptionLinks(path, siteUrl)
  const google = new URLSearchParams({
    action: 'TEMPLATE',
    text: night.heading,
    dates: formatCalendarDates(night, timeZone),
    location: night.place,
    ...(siteUrl !== null && { details: siteUrl + page }),
  })
  return [
    { href: path, label: words.downloadOne },
    {
      href: `https://calendar.google.com/calendar/render?${google}`,
      label: words.addInGoogle,
      isOutside: true,
    },
    ...(one ? [{ href: one.webcal, label: words.followOne }] : []),
  ]
}

/**
 * Formats start and end in the basic format of ISO 8601. A night without hours has days instead, and its end is exclusive.
 */
function formatCalendarDates(
  { date, endsAt }: Pick<CalendarNight, 'date' | 'endsAt'>,
  timeZone: string,
): string {
  const { doors, end } = computeHours({ date, endsAt }, timeZone)
  const day = date.slice(0, 10)
  const times =
    doors !== null && end !== null
      ? [doors, end].map((at) => new Date(at).toISOString().replace(/\.\d+/, ''))
      : [day, addDays(day)]
  return times.map((time) => time.replace(/[-:]/g, '')).join('/')
}
