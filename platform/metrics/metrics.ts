/** What this process counts of itself, for /api/metrics. */
import type { RateLimit } from '../auth/server/rate-limit.ts'

/** A question to the database that takes longer stands out in the log too. ms */
export const SLOW_QUERY_MS = 100

export interface Metrics {
  /** A request that went through the routes. @param route its pattern, never its address */
  request(method: string, route: string, status: number, seconds: number): void
  /** A request that the response cache answered. @param route returns the pattern, and is called only where it is counted */
  cachedResponse(method: string, route: () => string, status: number): void
  query(milliseconds: number): void
  /** The same rate limit, its refusals counted. */
  watch(rateLimit: RateLimit): RateLimit
}

/** Of a club without METRICS_TOKEN, whose metrics nobody can read. */
export const noMetrics: Metrics = {
  request() {},
  cachedResponse() {},
  query() {},
  watch: (rateLimit) => rateLimit,
}
