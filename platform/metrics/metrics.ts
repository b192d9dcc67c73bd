/** What this process counts of itself, for /api/metrics. */
import type { RateLimit } from '../auth/server/rate-limit.ts'

/** A question to the database that takes longer stands out in the log too. ms */
export const SLOW_QUERY_MS = 100

export interface Count {
  /** Counts one. */
  inc(): void
}

export interface Metrics {
  /** A request that went through the whole stack. @param route its pattern, never its address */
  request(method: string, route: string, status: number, seconds: number): void
  /** Of requests that are answered from memory before any of it. */
  cachedResponses(method: string, route: string, status: number): Count
  query(milliseconds: number): void
  /** The same rate limit, its refusals counted. */
  watch(rateLimit: RateLimit): RateLimit
}

/** Of a club without METRICS_TOKEN, whose metrics nobody can read. */
export const noMetrics: Metrics = {
  request() {},
  cachedResponses: () => ({ inc() {} }),
  query() {},
  watch: (rateLimit) => rateLimit,
}
