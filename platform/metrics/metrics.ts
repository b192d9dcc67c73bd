/** The counters of this process, for /api/metrics. */
import type { RateLimit } from '../auth/server/rate-limit.ts'

/** Slower queries are also logged. ms */
export const SLOW_QUERY_MS = 100

export interface Metrics {
  /** A request that went through the routes. @param route its pattern, never its address */
  request(method: string, route: string, status: number, seconds: number): void
  /** A request that the response cache answered. @param route returns the pattern, and is called only where it is counted */
  cachedResponse(method: string, route: () => string, status: number): void
  query(milliseconds: number): void
  /** Wraps a rate limit to count its refusals. */
  watch(rateLimit: RateLimit): RateLimit
}

/** Used without METRICS_TOKEN, when the metrics cannot be read. */
export const noMetrics: Metrics = {
  request() {},
  cachedResponse() {},
  query() {},
  watch: (rateLimit) => rateLimit,
}
