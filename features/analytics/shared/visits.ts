/** Limits and types of the counts of visits and ticket clicks. Public pages load this file. */
import { TICKETS_PATH } from '../../../platform/shared/public-paths.ts'

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

/** Days in the report of nights. */
export const NIGHT_DAYS = 90
