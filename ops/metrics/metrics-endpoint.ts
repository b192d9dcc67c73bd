/** Returns the metrics of /api/metrics: those of each process, and those that all processes share. */
import { AggregatorRegistry, Registry } from 'prom-client'
import type { ResponseCache } from '../../platform/cache/response-cache.ts'
import type { RevisionWatch } from '../../platform/cache/revisions.ts'
import { createMetrics, createObservedMetrics } from '../../platform/http/metrics/counters.ts'
import type { Metrics } from '../../platform/http/metrics/metrics.ts'
import { type RateLimit, rules } from '../../platform/http/rate-limit.ts'
import type { Outbox } from '../../platform/mail/outbox.ts'
import { imageWorkerBusy, imageWorkerJobs } from '../../platform/media/worker/worker.ts'
import type { Env } from '../../platform/process/env.ts'
import { isSameSecret } from '../../platform/process/tokens.ts'
import { waitAtMost } from '../../platform/process/wait-at-most.ts'
import { conditions, isProblem } from '../../platform/shared/health-conditions.ts'
import { checks } from '../checks/checks.ts'
import { readDiskSpaces } from '../checks/disk-check.ts'
import { freeRatio, judgeDisk } from '../checks/thresholds.ts'
import type { HealthChecks } from '../health.ts'
import type { WarningReport } from '../warnings/stored-report.ts'
import type { Warnings } from '../warnings/warnings.ts'
import { registerProcessMetrics } from './process-metrics.ts'

export interface MetricsEndpoint {
  /**
   * Compares an Authorization header (RFC 6750 §2.1) with METRICS_TOKEN. After too many wrong tokens of an address it is
   * paused, also for the right token.
   */
  authorize(authorization: string | null, address: string): Promise<MetricsAccess>
  contentType: string
  /** Returns the metrics in Prometheus' text format. */
  read(): Promise<string>
}

type MetricsAccess = { state: 'granted' | 'refused' } | { state: 'paused'; seconds: number }

/** A rate limit that takes longer is ignored. ms */
const RATE_LIMIT_TIMEOUT_MS = 1_000

interface MetricsEndpointOptions {
  env: Env
  build: string
  caches: Record<string, ResponseCache | null>
  revisions: Pick<RevisionWatch, 'age'>
  outbox: Outbox
  health: Pick<HealthChecks, 'health'>
  warnings: Pick<Warnings, 'readReport'>
  /** Reads the gauges of features. */
  gauges(): Promise<readonly { name: string; help: string; value: number }[]>
  rateLimit: Pick<RateLimit, 'check' | 'hit'>
  now: () => number
}

export interface MetricsCollection {
  metrics: Metrics
  createEndpoint(options: MetricsEndpointOptions): Promise<MetricsEndpoint>
}

/**
 * Starts counting. Must be called before the services are created, because some of them count with the returned metrics.
 */
export function createMetricsCollection(): MetricsCollection {
  const registry = new Registry()
  return {
    metrics: createMetrics(registry),
    createEndpoint: (options) => createMetricsEndpoint(registry, options),
  }
}

async function createMetricsEndpoint(
  registry: Registry,
  options: MetricsEndpointOptions,
): Promise<MetricsEndpoint> {
  const { env, build, caches, revisions, outbox, health, warnings, rateLimit, now } = options
  registerCaches(registry, caches)
  registerProcessMetrics(registry)
  registerImageJobs(registry)
  const { counter, gauge } = createObservedMetrics(registry)
  gauge(
    'revisions_age_seconds',
    'Time since the last successful query for writes',
    () => revisions.age() / 1000,
  )
  counter('outbox_delivered_total', 'Mails accepted by the mail server', () => outbox.done.delivered)
  counter('outbox_failures_total', 'Failed delivery attempts', () => outbox.done.failed)
  counter('outbox_given_up_total', 'Mails that are not retried any more', () => outbox.done.givenUp)
  const ofProcesses =
    env.workers > 1
      ? (await import('./worker-metrics.ts')).createWorkerMetrics(registry)
      : async () => [await registry.getMetricsAsJSON()]

  /** Reads the values that all processes share. */
  async function shared(): Promise<Registry> {
    const { report } = await health.health()
    const moment = new Registry()
    const { gauge } = createObservedMetrics(moment)
    const info = { build, node: process.version }
    gauge('club_build_info', 'Build and Node version', () => [[info, 1]], ['build', 'node'])
    const up = (['database', 'media'] as const).map(
      (part) => [{ part }, report[part] === 'ok' ? 1 : 0] as const,
    )
    gauge('club_up', '1 if the part answers', () => up, ['part'])
    if (report.database !== 'ok') return moment
    const [{ pending, failed }, since, found, ofFeatures, disks] = await Promise.all([
      outbox.status(),
      outbox.waitsSince(),
      warnings.readReport(),
      options.gauges(),
      // A missing folder gives no values here. The metric club_up reports it.
      readDiskSpaces(env).catch(() => []),
    ])
    gauge('outbox_pending', 'Mails that wait for delivery', () => pending)
    gauge('outbox_failing', 'Waiting mails that failed at least once', () => failed)
    gauge('outbox_oldest_seconds', 'Age of the oldest waiting mail', () =>
      since === null ? 0 : Math.max(0, (now() - since) / 1000),
    )
    for (const { name, help, value } of ofFeatures) gauge(name, help, () => value)
    const free = disks.map(({ of, space }) => [{ of }, freeRatio(space)] as const)
    gauge('disk_free_ratio', 'Free share of the disk, 0 to 1', () => free, ['of'])
    // The background checks run on one machine only, but each machine has a disk of its own.
    const isLow = disks.some(({ space }) => isProblem(judgeDisk(space)))
    registerWarnings(moment, found, { isLow, now: now() })
    return moment
  }

  return {
    async authorize(authorization, address) {
      const [, given] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? []
      if (given === undefined) return { state: 'refused' }
      const isRight = env.metricsToken !== null && isSameSecret(given, env.metricsToken)
      // Without its database the club only compares the token, because the metrics have to show the outage.
      const seconds = await waitAtMost(
        RATE_LIMIT_TIMEOUT_MS,
        rateLimit[isRight ? 'check' : 'hit'](rules['metrics-token'], address),
        () => null,
      ).catch(() => null)
      if (seconds !== null) return { state: 'paused', seconds }
      return { state: isRight ? 'granted' : 'refused' }
    },
    contentType: registry.contentType,
    async read() {
      const [processes, moment] = await Promise.all([ofProcesses(), shared()])
      return AggregatorRegistry.aggregate([await moment.getMetricsAsJSON(), ...processes]).metrics()
    },
  }
}

/** Registers metrics of the last background check. A condition that could not be measured has none. */
function registerWarnings(
  registry: Registry,
  { lookedAt, conditions: found }: WarningReport,
  { isLow, now }: { isLow: boolean; now: number },
): void {
  const { gauge } = createObservedMetrics(registry)
  const open = Object.entries(found).map(
    ([condition, { state }]) =>
      [{ condition }, isProblem(state) || (condition === 'disk' && isLow) ? 1 : 0] as const,
  )
  gauge('club_warning', '1 while the warning is active', () => open, ['condition'])
  if (lookedAt !== null)
    gauge(
      'club_looked_timestamp_seconds',
      'Time of the last background check, since 1970',
      () => lookedAt / 1000,
    )
  for (const condition of conditions) {
    const { metric } = checks[condition].warning
    const { measured } = found[condition]
    if (metric && measured !== null) gauge(metric.name, metric.help, () => metric.value(measured, now))
  }
}

function registerCaches(registry: Registry, caches: Record<string, ResponseCache | null>): void {
  const register = createObservedMetrics(registry)
  const metrics = [
    ['counter', 'cache_hits_total', 'Responses served from the cache', 'hits'],
    ['counter', 'cache_misses_total', 'Responses that were not in the cache', 'misses'],
    ['gauge', 'cache_entries', 'Responses in the cache', 'entries'],
    ['gauge', 'cache_bytes', 'Memory used by the cache', 'bytes'],
    ['gauge', 'cache_limit_bytes', 'Memory limit of the cache', 'maxBytes'],
  ] as const
  const sizes = (part: (typeof metrics)[number][3]) =>
    Object.entries(caches).flatMap(([cache, held]) => (held ? [[{ cache }, held.size()[part]] as const] : []))
  for (const [kind, name, help, part] of metrics) register[kind](name, help, () => sizes(part), ['cache'])
}

/** Registers metrics about jobs of the image worker. */
function registerImageJobs(registry: Registry): void {
  const { counter, gauge } = createObservedMetrics(registry)
  const each = (what: 'done' | 'failed' | 'seconds') => () =>
    [...imageWorkerJobs].map(([job, counts]) => [{ job }, counts[what]] as const)
  counter('studio_jobs_total', 'Completed jobs of the image worker', each('done'), ['job'])
  counter('studio_failures_total', 'Failed jobs of the image worker', each('failed'), ['job'])
  counter(
    'studio_seconds_total',
    'Total time of jobs of the image worker, waiting included',
    each('seconds'),
    ['job'],
  )
  gauge('studio_busy', 'Jobs of the image worker that wait or run', imageWorkerBusy)
}
