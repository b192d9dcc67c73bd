/** Counts events of this process for /api/metrics. */
import type { RateLimit } from '../rate-limit.ts'

/** Queries that take longer are counted and logged as slow. ms */
export const SLOW_QUERY_MS = 100

export interface Metrics {
  /** Counts a request that reached the routes. @param route pattern of the route, never the requested path */
  request(method: string, route: string, status: number, seconds: number): void
  /**
   * Counts a request that the response cache answered.
   * @param route returns the pattern of the route. It is called only when metrics are on
   */
  cachedResponse(method: string, route: () => string, status: number): void
  query(milliseconds: number): void
  /** Wraps a rate limit so that its refusals are counted. */
  countRefusals(rateLimit: RateLimit): RateLimit
}

/** Counters that do nothing. Used without METRICS_TOKEN, when nobody can read the metrics. */
export const noMetrics: Metrics = {
  request() {},
  cachedResponse() {},
  query() {},
  countRefusals: (rateLimit) => rateLimit,
}
