/** Limits and types of the counts of visits and ticket clicks. Public pages load this file. */
import { TICKETS_PATH } from '../../../platform/shared/public-addresses.ts'

/** The body of a visit, bytes. */
export const VISIT_MAX_BYTES = 1024
export const VISIT_PATH_MAX = 300

/** Replaces paths that are not pages, and sources without a row of their own. */
export const OTHER = 'otra'

/**
 * Rows of visits per day; clicks have the same limit. Beyond it, each page or offer gets one more row for all sources that
 * have no row of their own.
 */
export const VISIT_ROWS_A_DAY = 2000

/** Limit within these rows for sources that the club does not know, because clients can invent sources. */
export const UNKNOWN_ROWS_A_DAY = 500

/** Unknown sources per day that keep their name. Further ones are counted as `OTHER`. */
export const UNKNOWN_SOURCES_A_DAY = 20

/** Totals are kept for so long. */
export const VISITS_KEPT_MONTHS = 24

/** Most days in one request. */
export const VISIT_DAYS_MAX = 366

/** In place of an offer's `_id`: the link of the night itself. */
export const NIGHT_URL = 'url'

/** @param offer its `_id`, or `NIGHT_URL` */
export const ticketsPath = (night: string, offer: string): string => `${TICKETS_PATH}${night}/${offer}`

/** How a source is written. */
export const SOURCE = /^[a-z0-9-]{1,32}$/

export interface VisitCount {
  /** `YYYY-MM-DD` in the club's zone. */
  day: string
  path: string
  /** null when the source is unknown. */
  source: string | null
  count: number
}

export interface ClickCount {
  /** `YYYY-MM-DD` in the club's zone. */
  day: string
  /** The night's `_id`. */
  event: string
  /** The offer's `_id`, or `NIGHT_URL`. */
  offer: string
  count: number
}

export interface VisitCounts {
  visits: VisitCount[]
  clicks: ClickCount[]
}

/** A number, and what it was in the week before by the same day. */
export interface Compared {
  count: number
  before: number
}

/** A week from Monday on, with the same days of the week before. */
export interface VisitWeek {
  /** Monday. `YYYY-MM-DD` */
  from: string
  /** The last day that is counted: Sunday, or today. */
  to: string
  /** The first day with a count. null when there is none. */
  since: string | null
  total: Compared
  clicks: Compared
  /** From Monday on; `count` null: a day to come. */
  days: { day: string; count: number | null; before: number }[]
  /** The most seen. `title` null: it is no page any more. */
  pages: ({ path: string; title: string | null } & Compared)[]
  /** null when the source is unknown. */
  sources: ({ source: string | null } & Compared)[]
  /** The nights that were looked at, with all of the last `NIGHT_DAYS`, not of this week alone. */
  nights: NightReach[]
}

/** A night's way from being looked at to the tickets. */
export interface NightReach {
  _id: string
  title: string
  date: string
  slug: string | null
  views: number
  clicks: number
  /** By offer, the most wanted first. */
  offers: { offer: string; name: string; count: number }[]
  /** Sources of the clicks. */
  sources: { source: string | null; count: number }[]
}

/** Days in the report of nights. */
export const NIGHT_DAYS = 90

/** The summary on the home of the back office. */
export type VisitSummary = Compared & { isCounting: boolean }
