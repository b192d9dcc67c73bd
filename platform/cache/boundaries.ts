/** When a resource changes for visitors without a write. Queried once per revision and boundary. */

import { events } from '../../features/nights/shared/events-resource.ts'
import { nextSaleChange } from '../../features/nights/shared/night-state.ts'
import { kindOf } from '../content/shared/field-types.ts'
import type { EntityOf, ResourceName } from '../content/shared/resources.ts'
import type { Database } from '../db/connect.ts'
import type { Revised } from '../db/content.ts'
import { firstNightAfter, nextBoundary, nightsBetween } from '../db/publication.ts'
import { currentNight } from '../shared/dates.ts'
import { dayAfter } from '../shared/night-dates.ts'
import { instantOf } from '../shared/zoned-dates.ts'

interface BoundariesOptions {
  database: Pick<Database, 'read'>
  revisionOf(resource: Revised): number
  /** The club's IANA time zone. */
  timeZone(): Promise<string>
  now: () => number
}

interface Known {
  revision: string
  at: Promise<number>
  /** Once `at` is settled. */
  value?: number
}

/** The offers of nights up to this many days ahead are checked individually. */
const DAYS_AHEAD = 2

/** @returns the next time at which an item appears or ends, or an offer ends. ms since 1970; Infinity: there is none */
export function createBoundaries({ database, revisionOf, timeZone, now }: BoundariesOptions) {
  const known = new Map<ResourceName, Known>()

  /** When the next sale of a night ends. ms since 1970 */
  async function nextSaleEnd(): Promise<number> {
    const zone = await timeZone()
    const at = now()
    const tonight = currentNight(new Date(at), zone)
    const lastDay = dayAfter(tonight, DAYS_AHEAD)
    const [nights, later] = await Promise.all([
      nightsBetween(database.read, tonight, lastDay),
      firstNightAfter(database.read, lastDay),
    ])
    const changes = nights.map((row) => nextSaleChange(toNight(row), at, zone))
    // Later nights are checked when their day is near, because a night's date can include its own UTC offset.
    const next = later === null ? Number.POSITIVE_INFINITY : instantOf(dayAfter(later, -1), zone)
    return Math.min(next, ...changes)
  }

  async function nextChange(resource: ResourceName): Promise<number> {
    const boundary = nextBoundary(database.read, resource, now())
    if (resource !== 'events') return boundary
    return Math.min(...(await Promise.all([boundary, nextSaleEnd()])))
  }

  return async (resource: Revised): Promise<number> => {
    // Settings hold no items.
    if (resource === 'settings') return Number.POSITIVE_INFINITY
    // The ends of offers also depend on the club's time zone.
    const revision = (resource === 'events' ? [resource, 'settings' as const] : [resource])
      .map(revisionOf)
      .join()
    const before = known.get(resource)
    if (before?.revision === revision && !(before.value !== undefined && before.value <= now()))
      return before.at
    const asked: Known = { revision, at: nextChange(resource) }
    known.set(resource, asked)
    try {
      asked.value = await asked.at
    } catch (error) {
      if (known.get(resource) === asked) known.delete(resource)
      throw error
    }
    return asked.value
  }
}

function toNight({ date, endsAt, status, offers }: Awaited<ReturnType<typeof nightsBetween>>[number]) {
  const { fields } = events
  return {
    date,
    endsAt,
    status: kindOf(fields.status).read(status, fields.status),
    offers: kindOf(fields.offers).read(offers, fields.offers),
  } as Pick<EntityOf<'events'>, 'date' | 'endsAt' | 'status' | 'offers'>
}
