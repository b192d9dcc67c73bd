/** What this process counts of itself, for /api/metrics. Counting is always on and costs next to nothing; reading is not. */
import type { Cache } from '../../cache/response-cache.ts'
import type { Throttle, ThrottleRule } from '../../identity/rate-limit.ts'
import { counted, createCounter, createHistogram, type Family, gauge, type Series } from './exposition.ts'

/** Upper bounds, s. */
const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** A question that takes longer stands out in the log too. ms */
export const SLOW_QUERY_MS = 100

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])

/** Anybody can make up a method; series are for those that we know. */
const methodOf = (method: string): string => (METHODS.has(method) ? method : 'OTHER')

export interface Metrics {
  /** A request that went through the whole stack. @param route its pattern, never its address */
  request(method: string, route: string, status: number, seconds: number): void
  /** Of requests that are answered from memory before any of it: whoever counts these adds to the value. */
  hits(method: string, route: string, status: number): Series
  query(milliseconds: number): void
  /** The same throttle, its refusals counted. */
  watch(throttle: Throttle): Throttle
  /** @param caches by what is kept in them */
  families(caches: Record<string, Cache | null>): Family[]
}

const CACHE_HELP = {
  hits: 'Answers taken from memory',
  misses: 'Answers that had to be made',
  entries: 'Answers held in memory',
  bytes: 'Memory that they take',
  limit: 'Memory that they may take at most',
}

export function createMetrics(): Metrics {
  const requests = createCounter('http_requests_total', 'Requests answered, by route pattern')
  const durations = createHistogram(
    'http_request_duration_seconds',
    'Until the answer was sent whole; of requests that were not answered from memory at once',
    DURATIONS,
  )
  const queries = createHistogram('db_query_duration_seconds', 'Questions to the database', DURATIONS)
  const slow = createCounter('db_slow_queries_total', `Those that took over ${SLOW_QUERY_MS} ms`)
  const refusals = createCounter(
    'throttle_refusals_total',
    'Tries refused because there were too many, by rule',
  )
  const classOf = (status: number) => `${Math.floor(status / 100)}xx`

  const refused = <T extends number | null>(rule: ThrottleRule, seconds: T): T => {
    if (seconds !== null) refusals.of({ rule }).value++
    return seconds
  }

  return {
    request(method, route, status, seconds) {
      const labels = { method: methodOf(method), route }
      requests.of({ ...labels, status: classOf(status) }).value++
      durations.observe(labels, seconds)
    },
    hits: (method, route, status) =>
      requests.of({ method: methodOf(method), route, status: classOf(status) }),
    query(milliseconds) {
      queries.observe({}, milliseconds / 1000)
      if (milliseconds > SLOW_QUERY_MS) slow.of({}).value++
    },
    watch: (throttle) => ({
      ...throttle,
      check: async (rule, key) => refused(rule, await throttle.check(rule, key)),
      hit: async (rule, key, tx) => refused(rule, await throttle.hit(rule, key, tx)),
    }),
    families: (caches) => [
      requests.family(),
      durations.family(),
      queries.family(),
      slow.family(),
      refusals.family(),
      ...Object.entries(caches).flatMap(([name, cache]) => (cache ? ofCache(name, cache) : [])),
    ],
  }
}

function ofCache(cache: string, { size }: Cache): Family[] {
  const { hits, misses, entries, bytes, maxBytes } = size()
  return [
    counted('cache_hits_total', CACHE_HELP.hits, hits, { cache }),
    counted('cache_misses_total', CACHE_HELP.misses, misses, { cache }),
    gauge('cache_entries', CACHE_HELP.entries, entries, { cache }),
    gauge('cache_bytes', CACHE_HELP.bytes, bytes, { cache }),
    gauge('cache_limit_bytes', CACHE_HELP.limit, maxBytes, { cache }),
  ]
}
