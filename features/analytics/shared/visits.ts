/** Limits and types of the counts of visits and ticket clicks. Public pages load this file. */
import { TICKETS_PATH } from '../../../platform/shared/public-paths.ts'

/** Maximum size of the request that reports a visit. Bytes */
export const VISIT_MAX_BYTES = 1024
export const VISIT_PATH_MAX = 300

/** Stored instead of a path that is not a page, and instead of a source without its own row. */
export const OTHER = 'otra'

/**
 * Limit of rows of visits per day. Clicks have a separate limit of the same size. Beyond it, each page or offer gets one
 * more row, which sums all sources without their own row.
 */
export const VISIT_ROWS_A_DAY = 2000

/** Part of these rows that sources unknown to the club may use. Clients can invent sources. */
export const UNKNOWN_ROWS_A_DAY = 500

/** Number of unknown sources per day that keep their name. Further ones are counted as `OTHER`. */
export const UNKNOWN_SOURCES_A_DAY = 20

/** Counts older than this are deleted. */
export const VISITS_KEPT_MONTHS = 24

/** Maximum number of days that one request may cover. */
export const VISIT_DAYS_MAX = 366

/** Used in place of an offer's `_id` for the ticket link of the night itself. */
export const NIGHT_URL = 'url'

/** @param offer the `_id` of an offer, or `NIGHT_URL` */
export const getTicketsPath = (night: string, offer: string): string => `${TICKETS_PATH}${night}/${offer}`

/** Format of a stored source. */
export const SOURCE = /^[a-z0-9-]{1,32}$/

/** Number of days that the report of nights covers. */
export const NIGHT_DAYS = 90
