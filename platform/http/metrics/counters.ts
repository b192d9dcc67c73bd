/** Counts metrics with prom-client. It is loaded only when METRICS_TOKEN is set. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { RateLimitRule } from '../rate-limit.ts'
import { type Metrics, SLOW_QUERY_MS } from './metrics.ts'

/** Upper bounds of the histogram of durations. s */
const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])

/** Returns the method for the metrics. Clients can send invented methods, so unknown ones share one series. */
const normalizeMethod = (method: string): string => (METHODS.has(method) ? method : 'OTHER')

const getStatusClass = (status: number): string => `${Math.floor(status / 100)}xx`

export function createMetrics(registry: Registry): Metrics {
  const registers = [registry]
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests answered, by route pattern',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Until the answer was sent whole; of requests that were not answered from memory at once',
    labelNames: ['method', 'route'],
    buckets: DURATIONS,
    registers,
  })
  const queries = new Histogram({
    name: 'db_query_duration_seconds',
    help: 'Questions to the database',
    buckets: DURATIONS,
    registers,
  })
  const slowQueries = new Counter({
    name: 'db_slow_queries_total',
    help: `Those that took over ${SLOW_QUERY_MS} ms`,
    registers,
  })
  const refusals = new Counter({
    name: 'throttle_refusals_total',
    help: 'Tries refused because there were too many, by rule',
    labelNames: ['rule'],
    registers,
  })

  const countRefusal = <T extends number | null>(rule: RateLimitRule, seconds: T): T => {
    if (seconds !== null) refusals.inc({ rule: rule.name })
    return seconds
  }

  return {
    request(method, route, status, seconds) {
      const labels = { method: normalizeMethod(method), route }
      requests.inc({ ...labels, status: getStatusClass(status) })
      durations.observe(labels, seconds)
    },
    cachedResponse(method, route, status) {
      requests.inc({ method: normalizeMethod(method), route: route(), status: getStatusClass(status) })
    },
    query(milliseconds) {
      queries.observe(milliseconds / 1000)
      if (milliseconds > SLOW_QUERY_MS) slowQueries.inc()
    },
    countRefusals: (rateLimit) => ({
      ...rateLimit,
      check: async (rule, key) => countRefusal(rule, await rateLimit.check(rule, key)),
      hit: async (rule, key, tx) => countRefusal(rule, await rateLimit.hit(rule, key, tx)),
      takeShare: async (tx, rule, ...share) =>
        countRefusal(rule, await rateLimit.takeShare(tx, rule, ...share)),
    }),
  }
}

/** The value of a metric, or a value for each set of labels. */
type Values = number | Iterable<readonly [labels: Record<string, string>, value: number]>

/** Registers metrics whose values are read at each scrape. */
export function createObservedMetrics(registry: Registry) {
  const registers = [registry]
  const settings = (name: string, help: string, read: () => Values, labelNames: string[]) => ({
    name,
    help,
    labelNames,
    registers,
    collect(this: Counter | Gauge) {
      const values = read()
      this.reset()
      for (const [labels, value] of typeof values === 'number' ? [[{}, values] as const] : values)
        this.inc(labels, value)
    },
  })
  return {
    counter: (name: string, help: string, read: () => Values, labelNames: string[] = []) =>
      new Counter(settings(name, help, read, labelNames)),
    gauge: (name: string, help: string, read: () => Values, labelNames: string[] = []) =>
      new Gauge(settings(name, help, read, labelNames)),
  }
}
