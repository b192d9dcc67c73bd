/** Serves the calendars of nights, and oEmbed. */

import { type Dependencies, UNTRACKED } from '../../../platform/cache/freshness.ts'
import type { ResponseCreator } from '../../../platform/cache/response-cache.ts'
import type { EntityOf } from '../../../platform/content/shared/resources.ts'
import { problemResponse } from '../../../platform/http/problem-response.ts'
import type { DocumentServices } from '../../../platform/seo/document-source.ts'
import {
  createTextDocument,
  createTextSource,
  type FindDocument,
  parseSlug,
} from '../../../platform/seo/document-source.ts'
import { currentNight, untilNextNight } from '../../../platform/shared/dates.ts'
import { addDays } from '../../../platform/shared/night-dates.ts'
import {
  NIGHTS_CALENDAR_PATH,
  NIGHTS_PATH,
  nightCalendarPath,
  OEMBED_PATH,
} from '../../../platform/shared/public-paths.ts'
import type { ShareSets } from '../../share-images/index.server.ts'
import { type CalendarClub, type CalendarNight, writeCalendar } from './calendar.ts'
import { createOEmbed } from './oembed.ts'

/** Route of the calendar of one night. It must come before the page `/fechas/:slug`, whose path it also matches. */
const NIGHT_CALENDAR = { route: `${NIGHTS_PATH}/:night{.+\\.ics}`, pattern: /^\/fechas\/([^/]+)\.ics$/ }

export const nightDocumentPaths = [NIGHTS_CALENDAR_PATH, NIGHT_CALENDAR, OEMBED_PATH]

/** Number of days for which past nights stay in the calendar. */
const CALENDAR_DAYS = 90
/** Maximum number of nights in the calendar, earliest first: five a week for about a year. */
const CALENDAR_NIGHTS = 300
const ICALENDAR = 'text/calendar'

/** Later nights are left out, because their end could have a year of five digits, which iCalendar does not allow. */
const LAST_DAY = '9999-12-30'

interface Services extends DocumentServices {
  shareSets: Pick<ShareSets, 'getNames'>
}

export function createNightDocuments(services: Services): FindDocument {
  const { siteUrl, content, settings, settingsChange, shareSets, now } = services

  const readClub = async (dependencies: Dependencies): Promise<CalendarClub> => ({
    ...(await settings(dependencies)),
    change: await settingsChange(dependencies, ['identity', 'contact']),
  })

  async function writeNightsCalendar(dependencies: Dependencies): Promise<string> {
    dependencies.reads('events')
    const club = await readClub(dependencies)
    const { timeZone } = club.identity
    const at = new Date(now())
    dependencies.expiresIn(untilNextNight(at, timeZone))
    const { items, versions } = await content.list('events', {
      from: addDays(currentNight(at, timeZone), -CALENDAR_DAYS),
      to: LAST_DAY,
      order: 'oldest',
      limit: CALENDAR_NIGHTS,
    })
    const nights = items.map((item, index) => toCalendarNight(item, versions[index] as number))
    return writeCalendar(nights, siteUrl, club, at.getTime())
  }

  const nightCalendar =
    (slug: string, path: string): ResponseCreator =>
    async (dependencies) => {
      dependencies.reads('events')
      const found = await content.bySlug(`${NIGHTS_PATH}/`, slug)
      if (found?.resource !== 'events' || found.entity.date > LAST_DAY) return problemResponse('not-found')
      const Location = nightCalendarPath(found.slug)
      // A former slug, or another spelling, redirects, so that the cache holds only one address for each night.
      if (Location !== path)
        return new Response(null, { status: 301, headers: { Location, 'Cache-Control': 'no-cache' } })
      const night = toCalendarNight(found.entity, found.version)
      return createTextDocument(
        writeCalendar([night], siteUrl, await readClub(dependencies), now()),
        ICALENDAR,
      )
    }

  const clubName = async () => (await settings(UNTRACKED)).identity.name

  return (path) => {
    if (path === NIGHTS_CALENDAR_PATH) return createTextSource(ICALENDAR, writeNightsCalendar)
    if (path === OEMBED_PATH && siteUrl !== null)
      return {
        answer: async (url) => createOEmbed(url, { siteUrl, name: await clubName(), content, shareSets }),
      }
    const slug = parseSlug(NIGHT_CALENDAR.pattern, path)
    return slug === null ? null : { fill: nightCalendar(slug, path), cache: 'pages' }
  }
}

const toCalendarNight = (night: EntityOf<'events'>, version: number): CalendarNight => ({
  night,
  slug: night.slug,
  version,
})
