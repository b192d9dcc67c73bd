/** Time-dependent rules of nights. Without any write, offers end, and their URLs are then hidden from visitors. */
import { type Kysely, sql } from 'kysely'
import { getFieldType } from '../../../platform/content/shared/field-types.ts'
import type { EntityOf } from '../../../platform/content/shared/resources.ts'
import { isPublishable } from '../../../platform/db/publication.ts'
import type { Tables } from '../../../platform/db/tables.ts'
import type { TimedRules } from '../../../platform/db/timed-presentation.ts'
import { currentNight } from '../../../platform/shared/dates.ts'
import { addDays } from '../../../platform/shared/night-dates.ts'
import { toInstant } from '../../../platform/shared/zoned-dates.ts'
import { events } from '../shared/events-resource.ts'
import { computeNextSaleChange, listOffersOnSale, openPhases } from '../shared/night-state.ts'

/**
 * Number of days ahead for which each offer is checked to find the next change. Later nights are checked when they are
 * nearer, except those with phases.
 */
const DAYS_AHEAD = 2

export const nightSales: TimedRules<'events'> = {
  /** Opens phases, and hides the URLs of offers that cannot be bought now. `/ir` does not redirect to them either. */
  forVisitors(night, now, timeZone) {
    const open = openPhases(night.offers, now, timeZone)
    const onSale = new Set(listOffersOnSale({ ...night, offers: open }, now, timeZone))
    const offers = open.map((offer) =>
      onSale.has(offer) || offer.url === null ? offer : { ...offer, url: null },
    )
    return { ...night, offers }
  },

  /** Returns the time at which an offer or the sale of a night ends next. ms since 1970 */
  async nextChange(read: Kysely<Tables>, now: number, timeZone: string): Promise<number> {
    const tonight = currentNight(new Date(now), timeZone)
    const lastDay = addDays(tonight, DAYS_AHEAD)
    const [nights, withPhases, later] = await Promise.all([
      readNights(read, tonight, lastDay),
      readLaterNightsWithPhases(read, lastDay),
      findNextDay(read, lastDay),
    ])
    const changes = [...nights, ...withPhases].map((row) =>
      computeNextSaleChange(toNight(row), now, timeZone),
    )
    // Later nights are checked a day early, because a night's date can have its own UTC offset.
    const next = later === null ? Number.POSITIVE_INFINITY : toInstant(addDays(later, -1), timeZone)
    return Math.min(next, ...changes)
  },
}

/** Stored columns that decide whether a night sells tickets. */
type NightRow = Record<'date', string> & Record<'endsAt' | 'status' | 'offers', string | null>

/** Reads the nights of these days, without drafts. @param from first day, `YYYY-MM-DD` @param to last day, inclusive */
async function readNights(read: Kysely<Tables>, from: string, to: string): Promise<NightRow[]> {
  const { rows } = await sql<NightRow>`
    select "date", "endsAt", "status", "offers" from "events"
    where ${isPublishable} and "night" >= ${from} and "night" <= ${to}`.execute(read)
  return rows
}

/** Reads the nights after a day whose offers end by a day of their own, which can be weeks before the night. */
async function readLaterNightsWithPhases(read: Kysely<Tables>, day: string): Promise<NightRow[]> {
  const { rows } = await sql<NightRow>`
    select "date", "endsAt", "status", "offers" from "events"
    where ${isPublishable} and "night" > ${day} and "offers" like '%"endsAt":"%'`.execute(read)
  return rows
}

/** Returns the day of the next night after a day, without drafts. null when there is none. Days are `YYYY-MM-DD` */
async function findNextDay(read: Kysely<Tables>, day: string): Promise<string | null> {
  const { rows } = await sql<{ night: string }>`
    select "night" from "events" where ${isPublishable} and "night" > ${day} order by "night" limit 1`.execute(
    read,
  )
  return rows[0]?.night ?? null
}

function toNight({ date, endsAt, status, offers }: NightRow) {
  const { fields } = events
  return {
    date,
    endsAt,
    status: getFieldType(fields.status).toApiValue(status, fields.status),
    offers: getFieldType(fields.offers).toApiValue(offers, fields.offers),
  } as Pick<EntityOf<'events'>, 'date' | 'endsAt' | 'status' | 'offers'>
}
