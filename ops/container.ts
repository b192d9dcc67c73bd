/** Opens a club: creates the services of the platform and of all features, and connects them with the process. */
import type { RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import {
  copyFeatureData,
  createFeatures,
  listedPages,
  onAnswerFailed,
  timedRules,
} from '../features/index.server.ts'
import type { FeatureParts } from '../features/server-manifest.ts'
import type { Route } from '../platform/api/server/route.ts'
import { createApp } from '../platform/app/app.ts'
import {
  type Base,
  createPlatform,
  deleteExpired,
  type PageSource,
  type Platform,
} from '../platform/app/platform.ts'
import { type Clocks, createDeletionClock } from '../platform/clock/deletion-clock.ts'
import { createLinkResolver, type ResolveLink } from '../platform/content/server/short-links.ts'
import { connect, type OnQuery } from '../platform/db/connect.ts'
import { fillReserve } from '../platform/db/disk-reserve.ts'
import { createFailures, type Failures } from '../platform/db/failures.ts'
import { type Limits, LONG_LIMITS } from '../platform/db/limits.ts'
import { migrate } from '../platform/db/migrate.ts'
import { requireSessions } from '../platform/db/postgres-sessions.ts'
import { excludesPreviousRelease } from '../platform/db/schema.ts'
import { type Metrics, noMetrics, SLOW_QUERY_MS } from '../platform/http/metrics/metrics.ts'
import type { FindMovedPage } from '../platform/http/moved-page.ts'
import type { Fetch } from '../platform/http/request-chain.ts'
import { createBadRequestHandler } from '../platform/http/server.ts'
import { createUnreadAnswers } from '../platform/http/unread-answers.ts'
import { createWorkGate, type WorkGate, type WorkGateOptions } from '../platform/http/work-gate.ts'
import type { BucketBounds } from '../platform/media/server/bucket.ts'
import type { FeaturePageServices } from '../platform/pages/shared/feature-services.ts'
import type { Env } from '../platform/process/env.ts'
import { createLog, type Log } from '../platform/process/log.ts'
import { restrictDataDir } from '../platform/process/private-files.ts'
import { createPageHandler } from '../platform/rendering/page-handler.ts'
import { createReaderFactory } from '../platform/rendering/page-reader.ts'
import { createSeo, findSeoRoute } from '../platform/seo/seo.ts'
import { type Background, createBackground } from './background.ts'
import { backUpBeforeUpgrade } from './backup/backup-before-upgrade.ts'
import { createDailyBackup } from './backup/daily-backup.ts'
import { removeLeftStaging } from './backup/restore-staging.ts'
import { createIntegrityCheck } from './checks/integrity-check.ts'
import { createErasureWork } from './erasure-work.ts'
import { createHealth, type HealthChecks } from './health.ts'
import { healthRoutes } from './health-routes.ts'
import { createLeaderRecord } from './leader.ts'
import type { MetricsCollection } from './metrics/metrics-endpoint.ts'
import { createWarnings, type Warnings } from './warnings/warnings.ts'

/** The services that commands of the operator use. */
type CommandServices = Pick<
  Platform,
  | 'accounts'
  | 'auditLog'
  | 'content'
  | 'database'
  | 'deletionClock'
  | 'images'
  | 'invitations'
  | 'log'
  | 'outbox'
  | 'previews'
  | 'secondFactor'
  | 'trash'
>

export interface Club extends CommandServices {
  /** Answers a request. For tests and for requests that the listener passes on. */
  fetch: Fetch
  /** Answers a request of node:http. */
  listener: RequestListener
  /** The API table, with which tests compare answers. */
  table: Route[]
  /** The services of the platform, which features add to. */
  platform: Platform
  warnings: Warnings
  start: Background['start']
  yieldBackground: Background['yieldBackground']
  stop(): Promise<void>
}

export interface DatabaseBounds {
  limits: Limits
  /** As in `watchRevisions`. ms */
  currentMs: number
}

interface Options {
  env: Env
  pageSource: PageSource
  now?: () => number
  log?: Log
  /** Follows short links to other servers. No other part of the club sends requests to an address that a user has typed. */
  resolveLink?: ResolveLink
  /** Time limits for a bucket that does not answer. Only for tests. */
  bucketBounds?: BucketBounds | undefined
  /** Limits for a PostgreSQL that does not answer. Only for tests. */
  databaseBounds?: DatabaseBounds | undefined
  /** Creates the gate before work of visitors. Replaced in tests. */
  createGate?: (options: WorkGateOptions) => WorkGate
  /** Called before a migration that excludes the previous release. Resolves when no other release uses the data. */
  waitForOtherRuns?: () => Promise<void>
  /** Replaces the uptime counter of this machine and the clocks of other machines. Only for tests. */
  clocks?: Partial<Clocks> | undefined
}

/** Opens a club. @throws when the database or the data folder cannot be used */
export async function openClub({
  env,
  pageSource,
  now = Date.now,
  log = createLog(env.logLevel),
  resolveLink = createLinkResolver(),
  bucketBounds,
  databaseBounds,
  createGate = createWorkGate,
  waitForOtherRuns,
  clocks,
}: Options): Promise<Club> {
  if (!(await restrictDataDir(env.dataDir)))
    log.warn({ dataDir: env.dataDir }, 'other users can read DATA_DIR; ./pulso doctor shows the fix')
  await removeLeftStaging(env.dataDir, log, now())
  // prom-client is loaded only when METRICS_TOKEN is set. Without it, nobody can read the metrics.
  const counting =
    env.metricsToken === null
      ? null
      : (await import('./metrics/metrics-endpoint.ts')).createMetricsCollection()
  const metrics = counting?.metrics ?? noMetrics
  if (env.databaseUrl !== null) await requireSessions(env.databaseUrl)
  await upgradeDatabase(env, { log, now, ...(waitForOtherRuns && { waitForOtherRuns }) })
  const database = connect(env, createQueryListener(metrics, log), databaseBounds?.limits)
  try {
    const deletionClock = createDeletionClock({ database, env, log, now, clocks })
    await deletionClock.begin()
    const { deletionTime } = deletionClock
    const base: Base = { env, pageSource, database, now, log, metrics, deletionClock, deletionTime }
    return await assemble(base, { resolveLink, bucketBounds, databaseBounds, createGate, counting })
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Runs pending migrations, on connections with the limits of long work. */
async function upgradeDatabase(
  env: Env,
  { log, now, waitForOtherRuns }: Pick<Base, 'log' | 'now'> & Pick<Options, 'waitForOtherRuns'>,
): Promise<void> {
  const database = connect(env, undefined, LONG_LIMITS)
  try {
    if (waitForOtherRuns && (await excludesPreviousRelease(database.read))) await waitForOtherRuns()
    await backUpBeforeUpgrade(env, database, log, now)
    await migrate(database)
  } finally {
    await database.close()
  }
}

/** Limit of a query in the log, because a list of ids makes a query of any length. Characters */
const SQL_LOGGED_MAX = 500

const createQueryListener =
  (metrics: Metrics, log: Log): OnQuery =>
  (sql, milliseconds) => {
    metrics.query(milliseconds)
    if (milliseconds > SLOW_QUERY_MS)
      log.warn({ ms: Math.round(milliseconds), sql: sql.slice(0, SQL_LOGGED_MAX) }, 'slow query')
  }

interface AssemblyOptions
  extends Pick<Options, 'bucketBounds' | 'databaseBounds'>,
    Required<Pick<Options, 'resolveLink' | 'createGate'>> {
  /** null when METRICS_TOKEN is not set */
  counting: MetricsCollection | null
}

/** Creates the services in the order of their dependencies. They begin to work with `start`. */
async function assemble(base: Base, options: AssemblyOptions): Promise<Club> {
  const { env, database, now, log, deletionClock, deletionTime } = base
  const platform = await createPlatform(base, {
    resolveLink: options.resolveLink,
    bucketBounds: options.bucketBounds,
    revisionBounds: options.databaseBounds,
    features: {
      listedPages,
      timedRules,
      copyFeatureData,
      onAnswerFailed,
      shareOf: (...item) => findShare(features).setOf(...item),
    },
  })
  const { content, images, outbox, revisions, settings, store } = platform
  const failures = createFailures({ database, log, now })
  const leader = createLeaderRecord({
    database,
    onLate: () => warnings.check({}, ['leader']),
    log,
    now,
  })
  const warnings = createWarnings({
    database,
    outbox,
    settings,
    store,
    env,
    deletionClock,
    leader,
    checkIntegrity: createIntegrityCheck({ database, content, env, now }),
    failures,
    log,
    now,
  })
  const health = createHealth({
    build: base.pageSource.build,
    database,
    revisions,
    content,
    store,
    outbox,
    warnings,
    leader,
    failures,
    log,
    now,
  })
  const features = createFeatures(platform, {
    readReport: warnings.readReport,
    isDocument: (path) => findSeoRoute(path) !== null,
  })
  const { fetch, listener, table } = await createHttpStack(platform, {
    ...options,
    failures,
    warnings,
    health,
    features,
  })
  const background = createBackground({
    database,
    outbox,
    images,
    leader,
    warnings,
    daily: createDailyBackup({
      place: env,
      elsewhere: env.backupTo === null ? null : { to: env.backupTo, key: env.backupKey },
      database,
      store,
      settings,
      log,
      now,
      deletionTime,
    }),
    erasures: createErasureWork({ database, store, log }),
    fillReserve: async () => {
      if (database.dialect === 'sqlite') await fillReserve(env.dataDir)
    },
    tidy: (at, stopping) =>
      Promise.all([deleteExpired(platform, at), ...features.map(({ tidy }) => tidy?.(at, stopping))]),
    deletionTime,
    log,
  })
  return {
    ...platform,
    platform,
    warnings,
    listener,
    fetch,
    table,
    start: background.start,
    yieldBackground: background.yieldBackground,
    async stop() {
      await Promise.all([
        background.stop(),
        ...features.map(({ stop }) => stop?.()),
        revisions.stop(),
        failures.stop(),
      ])
      await database.close()
    },
  }
}

/** A club without the feature that draws share images shows none. */
const NO_SHARE = { setOf: async () => null, imageOf: async () => '' } satisfies FeatureParts['share']

const findShare = (features: readonly FeatureParts[]) =>
  features.find(({ share }) => share !== undefined)?.share ?? NO_SHARE

/** The first feature that knows the page decides. */
const createMovedPages =
  (features: readonly FeatureParts[]): FindMovedPage =>
  async (request, sender) => {
    for (const { findMovedPage } of features) {
      const location = await findMovedPage?.(request, sender)
      if (location != null) return location
    }
    return null
  }

interface HttpOptions extends Pick<AssemblyOptions, 'counting' | 'createGate'> {
  failures: Failures
  warnings: Warnings
  health: HealthChecks
  features: readonly FeatureParts[]
}

/** Creates pages, the API, and the request chain before them. */
async function createHttpStack(
  platform: Platform,
  { counting, createGate, failures, warnings, health, features }: HttpOptions,
) {
  const { env, pageSource, caches, content, database, images, now, outbox, previews } = platform
  const { rateLimit, revisions, settings, store } = platform
  const { imageOf } = findShare(features)
  const unread = createUnreadAnswers()
  const gate = createGate({ hasUnreadAnswers: unread.isOverLimit })
  const pageServices: FeaturePageServices = Object.assign({}, ...features.map((each) => each.pageServices))
  const pages = createPageHandler({
    render: pageSource.render,
    declared: pageSource.pages,
    readerFor: createReaderFactory({ content, settings, imageOf, features: pageServices, now }),
    previews,
    cache: caches.pages,
    env,
    now,
    gate,
    findMovedPage: createMovedPages(features),
  })
  const metricsEndpoint =
    counting &&
    (await counting.createEndpoint({
      env,
      build: pageSource.build,
      caches,
      revisions,
      outbox,
      health,
      warnings,
      gauges: async () => (await Promise.all(features.map(({ gauges }) => gauges?.() ?? []))).flat(),
      rateLimit,
      now,
    }))
  const { fetch, createListener, table } = createApp({
    // The table of the API passes to each file of routes the services that it names.
    ...platform,
    failures,
    answerCache: caches.answers,
    previewPage: pages.previewPage,
    basePath: env.apiBase,
    gate,
    unread,
    pageCache: caches.pages,
    fileCache: caches.files,
    routes: [...features.flatMap(({ routes = [] }) => routes), ...healthRoutes({ health, metricsEndpoint })],
    countedLinks: features.flatMap(({ countedLinks = [] }) => countedLinks),
    pageHandler: pages.handle,
    isPrivatePage: pages.isPrivate,
    documentHandler: createSeo({
      env,
      database,
      content,
      store,
      images,
      settings,
      findDocuments: (sources) => features.flatMap(({ documents }) => documents?.(sources) ?? []),
      cache: caches.pages,
      shareImageCache: caches.pictures,
      gate,
      now,
    }),
    assets: pageSource.assets,
  })
  const routes = getRequestListener(fetch, {
    // The Response class of @hono/node-server needs no stream, so a write takes a twelfth less time than with Node's class.
    overrideGlobalObjects: true,
    // Routes handle their own errors. This handler receives requests whose URL is invalid.
    errorHandler: createBadRequestHandler(env),
  })
  return { fetch, listener: createListener(routes), table }
}
