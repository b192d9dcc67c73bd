/** Counts visits and clicks, without identifying visitors. Counts are deleted after 24 months (`VISITS_KEPT_MONTHS`). */
import type { Content } from '../../../platform/content/server/content.ts'
import type { Database } from '../../../platform/db/connect.ts'
import type { CountedVisitor } from '../../../platform/http/counted-link.ts'
import { isCounted } from '../../../platform/http/counted-request.ts'
import type { Log } from '../../../platform/process/log.ts'
import type { SettingsService } from '../../../platform/settings/server/settings-service.ts'
import { wallClock } from '../../../platform/shared/dates.ts'
import { VISITS_KEPT_MONTHS } from '../shared/visits.ts'
import { createSharedThrottle } from './shared-throttle.ts'
import { createCounts } from './visit-counts.ts'
import { createReports, type Reports } from './visit-reports.ts'
import { deleteCounts } from './visit-rows.ts'
import { createSitePages, type LabelledPage } from './visited-pages.ts'

export interface Analytics extends Reports {
  /** Counts a visit, unless a robot sent it or its address exceeds the limit. The caller does not learn which. */
  visit(visit: { path: string; source: string | null }, from: CountedVisitor): Promise<void>
  /** Counts a click on a ticket link, with the same exceptions as `visit`. */
  click(click: { event: string; offer: string; source: string | null }, from: CountedVisitor): Promise<void>
  /** Writes the pending counts to the database. @throws when they cannot be written. They stay in memory then */
  flush(): Promise<void>
  stop(): Promise<void>
  /** Deletes counts older than `VISITS_KEPT_MONTHS`. */
  tidy(at: number): Promise<void>
}

interface ReachOptions {
  database: Database
  content: Pick<Content, 'list' | 'one'>
  settings: Pick<SettingsService, 'all'>
  listedPages: readonly LabelledPage[]
  log: Pick<Log, 'warn'>
  now: () => number
}

const MINUTE_MS = 60_000

export function createAnalytics({
  database,
  content,
  settings,
  listedPages,
  log,
  now,
}: ReachOptions): Analytics {
  const pages = createSitePages({ database, settings, listedPages, now })
  const counts = createCounts({ database, pages, log })
  const isLetThrough = createSharedThrottle(now)
  let known = { minute: -1, day: '' }

  /**
   * Returns the current day in the club's time zone. The value is cached until the minute ends, because a day begins with a
   * new minute in every time zone.
   */
  async function today(): Promise<string> {
    const minute = Math.floor(now() / MINUTE_MS)
    if (known.minute !== minute) {
      const { timeZone } = (await settings.all()).identity
      known = { minute, day: wallClock(now(), timeZone).slice(0, 10) }
    }
    return known.day
  }

  const isTaken = async ({ address, headers, isAdministrator }: CountedVisitor) =>
    !isAdministrator && isCounted(headers) && (await isLetThrough(address))

  const reports = createReports({ database, content, counts, pages, today, settings, now })

  return {
    async visit({ path, source }, from) {
      if (!(await isTaken(from))) return
      counts.addVisit({ day: await today(), path: path.replace(/(?<=.)\/$/, ''), source: source ?? '' })
    },

    async click({ source, ...click }, from) {
      if (await isTaken(from)) counts.addClick({ day: await today(), ...click, source: source ?? '' })
    },

    ...reports,
    flush: counts.flush,
    stop: counts.stop,

    async tidy(at) {
      const { timeZone } = (await settings.all()).identity
      const day = new Date(`${wallClock(at, timeZone).slice(0, 10)}T00:00:00Z`)
      day.setUTCMonth(day.getUTCMonth() - VISITS_KEPT_MONTHS)
      await database.write((tx) => deleteCounts(tx, day.toISOString().slice(0, 10)))
    },
  }
}
