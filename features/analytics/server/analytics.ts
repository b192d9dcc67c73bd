/** Counts of visits and clicks: taken in, told to administrators, forgotten after `VISITS_KEPT_MONTHS`. Nothing is known of who came. */

import type { Content } from '../../../platform/content/server/content.ts'
import type { Database } from '../../../platform/db/connect.ts'
import type { CountedVisitor } from '../../../platform/http/counted-link.ts'
import type { Log } from '../../../platform/process/log.ts'
import type { SiteWords } from '../../../platform/settings/server/site.ts'
import { wallClock } from '../../../platform/shared/dates.ts'
import { VISITS_KEPT_MONTHS } from '../shared/visits.ts'
import { isCounted } from './is-counted.ts'
import { createSharedThrottle } from './shared-throttle.ts'
import { createCounts } from './visit-counts.ts'
import { createReports, type Reports } from './visit-reports.ts'
import { forgetCounts } from './visit-rows.ts'
import { createSitePages, type LabelledPage } from './visited-pages.ts'

export interface Reach extends Reports {
  /** Counts a visit, unless it is none of a person's, or one too many. Nobody is told which. */
  visit(visit: { path: string; source: string | null }, from: CountedVisitor): Promise<void>
  /** As `visit`. */
  click(click: { event: string; offer: string; source: string | null }, from: CountedVisitor): Promise<void>
  /** Writes what is counted. @throws when it cannot be written; it is kept */
  flush(): Promise<void>
  stop(): Promise<void>
  /** Erases what is too old. */
  tidy(at: number): Promise<void>
}

interface ReachOptions {
  database: Database
  content: Pick<Content, 'list' | 'one'>
  site: Pick<SiteWords, 'all'>
  listedPages: readonly LabelledPage[]
  log: Pick<Log, 'warn'>
  now: () => number
}

const MINUTE_MS = 60_000

export function createReach({ database, content, site, listedPages, log, now }: ReachOptions): Reach {
  const pages = createSitePages({ database, site, listedPages, now })
  const counts = createCounts({ database, pages, log })
  const isLetThrough = createSharedThrottle(now)
  let known = { minute: -1, day: '' }

  /** The club's day. Days begin with a minute everywhere: it is asked for once in each. */
  async function today(): Promise<string> {
    const minute = Math.floor(now() / MINUTE_MS)
    if (known.minute !== minute) {
      const { timeZone } = (await site.all()).identity
      known = { minute, day: wallClock(now(), timeZone).slice(0, 10) }
    }
    return known.day
  }

  const isTaken = async ({ address, headers, isAdministrator }: CountedVisitor) =>
    !isAdministrator && isCounted(headers) && (await isLetThrough(address))

  const reports = createReports({ database, content, counts, pages, today, site, now })

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
      const { timeZone } = (await site.all()).identity
      const day = new Date(`${wallClock(at, timeZone).slice(0, 10)}T00:00:00Z`)
      day.setUTCMonth(day.getUTCMonth() - VISITS_KEPT_MONTHS)
      await database.write((tx) => forgetCounts(tx, day.toISOString().slice(0, 10)))
    },
  }
}
