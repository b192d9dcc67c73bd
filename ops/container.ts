/** Creates every service of the club once, and passes to each the services that it needs. */
import type { RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { type Analytics, createAnalytics } from '../features/analytics/server/analytics.ts'
import { createTickets, TICKETS_ROUTE } from '../features/analytics/server/ticket-links.ts'
import { createDemo } from '../features/first-day/server/demo.ts'
import { createFirstDay } from '../features/first-day/server/first-day.ts'
import { createGuests, type Guests } from '../features/guests/server/guests.ts'
import { createOverview } from '../features/home/server/overview.ts'
import {
  copyFeatureData,
  featureDocuments,
  featureRoutes,
  listedPages,
  timedRules,
} from '../features/index.server.ts'
import { reopenAfterFailure } from '../features/messages/server/answer-rows.ts'
import { type ContactMessages, createContactMessages } from '../features/messages/server/messages.ts'
import {
  createShareSetPictures,
  type ShareSetPictures,
} from '../features/share-images/server/share-set-pictures.ts'
import { createShareSets } from '../features/share-images/server/share-sets.ts'
import { createApp } from '../platform/app/app.ts'
import { type AuditLog, createAuditLog } from '../platform/audit-log/server/audit-log.ts'
import { type Accounts, createAccounts } from '../platform/auth/server/accounts.ts'
import { createCredentialChecks } from '../platform/auth/server/credential-checks.ts'
import { createDevices } from '../platform/auth/server/devices.ts'
import { createInvitations, type Invitations } from '../platform/auth/server/invitations.ts'
import { createLinks } from '../platform/auth/server/links.ts'
import { createPasswordReset } from '../platform/auth/server/password-reset.ts'
import { createSecondFactor, type SecondFactor } from '../platform/auth/server/second-factor.ts'
import { createSessions } from '../platform/auth/server/sessions.ts'
import { createSignIn } from '../platform/auth/server/sign-in.ts'
import { createUsers } from '../platform/auth/server/users.ts'
import { createBoundaries } from '../platform/cache/boundaries.ts'
import type { FreshnessOptions } from '../platform/cache/freshness.ts'
import { createCache } from '../platform/cache/response-cache.ts'
import { watchRevisions } from '../platform/cache/revisions.ts'
import {
  type Clocks,
  createDeletionClock,
  type DeletionClock,
  type DeletionTime,
} from '../platform/clock/deletion-clock.ts'
import { type Content, createContent } from '../platform/content/server/content.ts'
import { createListJson } from '../platform/content/server/list-json.ts'
import { createOrdering } from '../platform/content/server/ordering.ts'
import { createPreviews, type Previews } from '../platform/content/server/previews.ts'
import { createLinkResolver, type ResolveLink } from '../platform/content/server/short-links.ts'
import { createTrash, type Trash } from '../platform/content/server/trash.ts'
import { connect, type Database, type OnQuery } from '../platform/db/connect.ts'
import { fillReserve } from '../platform/db/disk-reserve.ts'
import { expireErasures } from '../platform/db/erasures.ts'
import { createFailures } from '../platform/db/failures.ts'
import { type Limits, LONG_LIMITS } from '../platform/db/limits.ts'
import { migrate } from '../platform/db/migrate.ts'
import { requireSessions } from '../platform/db/postgres-sessions.ts'
import { excludesPreviousRelease } from '../platform/db/schema.ts'
import { type Metrics, noMetrics, SLOW_QUERY_MS } from '../platform/http/metrics/metrics.ts'
import { createRateLimit } from '../platform/http/rate-limit.ts'
import type { Fetch } from '../platform/http/request-chain.ts'
import { createBadRequestHandler } from '../platform/http/server.ts'
import { createUnreadAnswers } from '../platform/http/unread-answers.ts'
import { createWorkGate, type WorkGate, type WorkGateOptions } from '../platform/http/work-gate.ts'
import { createOutbox, type Outbox } from '../platform/mail/outbox.ts'
import { createAudioUploads } from '../platform/media/server/audio-uploads.ts'
import type { BucketBounds } from '../platform/media/server/bucket.ts'
import { createFilms } from '../platform/media/server/films.ts'
import { createImages, type Images } from '../platform/media/server/images.ts'
import { withCacheRemoval } from '../platform/media/server/media-handler.ts'
import { openMedia } from '../platform/media/server/open-media.ts'
import { requireOwnStore } from '../platform/media/server/store-owner.ts'
import type { FeaturePageServices } from '../platform/pages/shared/page-services.ts'
import type { Env } from '../platform/process/env.ts'
import { createLog, type Log } from '../platform/process/log.ts'
import { restrictDataDir } from '../platform/process/private-files.ts'
import type { DeclaredPages } from '../platform/rendering/declared-pages.ts'
import { createPageHandler, type Render } from '../platform/rendering/page-handler.ts'
import { createReaderFactory } from '../platform/rendering/page-reader.ts'
import { createSeo } from '../platform/seo/seo.ts'
import { createSettingsService } from '../platform/settings/server/settings-service.ts'
import { type Background, createBackground } from './background.ts'
import { backUpBeforeUpgrade } from './backup/backup-before-upgrade.ts'
import { createDailyBackup } from './backup/daily-backup.ts'
import { removeLeftStaging } from './backup/restore-staging.ts'
import { createIntegrityCheck } from './checks/integrity-check.ts'
import { createErasureWork } from './erasure-work.ts'
import { createHealth } from './health.ts'
import { healthRoutes } from './health-routes.ts'
import { createLeaderRecord } from './leader.ts'
import type { MetricsCollection } from './metrics/metrics-endpoint.ts'
import { createWarnings, type Warnings } from './warnings/warnings.ts'

/** Source of the pages: the build, Vite in development, or a smaller one in tests. */
export interface PageSource {
  build: string
  assets: string | null
  caching: boolean
  pages(): Promise<DeclaredPages>
  render(features: FeaturePageServices): Render
}

export interface Club {
  /** Answers a request. For tests and for requests that the listener passes on. */
  fetch: Fetch
  /** Answers a request of node:http. */
  listener: RequestListener
  accounts: Accounts
  invitations: Invitations
  secondFactor: SecondFactor
  content: Content
  previews: Previews
  trash: Trash
  auditLog: AuditLog
  images: Images
  shareSetPictures: ShareSetPictures
  contactMessages: ContactMessages
  guests: Guests
  outbox: Outbox
  analytics: Analytics
  warnings: Warnings
  deletionClock: DeletionClock
  database: Database
  log: Log
  start: Background['start']
  yieldBackground: Background['yieldBackground']
  stop(): Promise<void>
}

/** Memory for cached pages and documents. It is enough for about a hundred pages of the demo's size. Bytes */
const PAGE_CACHE_BYTES = 24 * 1024 * 1024
/** Memory for cached answers of the API. The largest list of 300 nights takes 1.5 MB. Bytes */
const ANSWER_CACHE_BYTES = 12 * 1024 * 1024
const FILE_CACHE_BYTES = 24 * 1024 * 1024
const SHARE_IMAGES_BYTES = 8 * 1024 * 1024

export interface DatabaseBounds {
  limits: Limits
  /** As in `watchRevisions`. ms */
  currentMs: number
}

interface Options {
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
export async function openClub(
  env: Env,
  site: PageSource,
  {
    now = Date.now,
    log = createLog(env.logLevel),
    resolveLink = createLinkResolver(),
    bucketBounds,
    databaseBounds,
    createGate = createWorkGate,
    waitForOtherRuns,
    clocks,
  }: Options = {},
): Promise<Club> {
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
    const base: Base = { env, pageSource: site, database, now, log, metrics, deletionClock, deletionTime }
    return await assemble(base, { resolveLink, bucketBounds, databaseBounds, createGate, counting })
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Runs pending migrations, on connections with the limits of long work. */
async function upgradeDatabase(
  env: Env,
  { log, now, waitForOtherRuns }: Omit<Options, 'log' | 'now'> & Pick<Base, 'log' | 'now'>,
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

/** Values that most services need. */
interface Base {
  env: Env
  pageSource: PageSource
  database: Database
  now: () => number
  log: Log
  metrics: Metrics
  deletionClock: DeletionClock
  deletionTime: DeletionTime
}

interface AssemblyOptions
  extends Pick<Options, 'bucketBounds' | 'databaseBounds'>,
    Required<Pick<Options, 'resolveLink' | 'createGate'>> {
  /** null when METRICS_TOKEN is not set */
  counting: MetricsCollection | null
}

/** Creates the services in the order of their dependencies. They begin to work with `start`. */
async function assemble(base: Base, options: AssemblyOptions): Promise<Club> {
  const { env, database } = base
  const contentServices = await createContentServices(base, options)
  const outbox = createOutbox({
    ...base,
    smtpUrl: env.smtpUrl,
    mailFrom: env.mailFrom,
    mailTo: env.mailTo,
    settings: contentServices.settings,
    onAnswerFailed: reopenAfterFailure,
  })
  const accountServices = createAccountServices({ ...base, ...contentServices, outbox })
  const services: Services = { ...base, ...contentServices, ...accountServices, outbox }
  const visitorServices = createVisitorServices(services)
  const healthServices = createHealthServices({ ...services, ...visitorServices })
  const all: AllServices = { ...services, ...visitorServices, ...healthServices }
  const { fetch, listener } = await createHttpStack(all, options)
  const background = createBackground({
    ...all,
    daily: createDailyBackup({
      ...base,
      place: env,
      elsewhere: env.backupTo === null ? null : { to: env.backupTo, key: env.backupKey },
      store: all.store,
      settings: all.settings,
    }),
    erasures: createErasureWork(all),
    fillReserve: async () => {
      if (base.database.dialect === 'sqlite') await fillReserve(base.env.dataDir)
    },
    tidy: (at, stopping) => deleteExpired(all, at, stopping),
  })
  return {
    ...all,
    listener,
    fetch,
    start: background.start,
    yieldBackground: background.yieldBackground,
    async stop() {
      await Promise.all([
        background.stop(),
        all.shareSetPictures.stop(),
        all.revisions.stop(),
        all.analytics.stop(),
        all.failures.stop(),
      ])
      await database.close()
    },
  }
}

type ContentServices = Awaited<ReturnType<typeof createContentServices>>
type AccountServices = ReturnType<typeof createAccountServices>
type Services = Base & ContentServices & AccountServices & { outbox: Outbox }
type VisitorServices = ReturnType<typeof createVisitorServices>
type HealthServices = ReturnType<typeof createHealthServices>
type AllServices = Services & VisitorServices & HealthServices

/** Creates the settings of the club, its content, its media files, and their caches. */
async function createContentServices(
  base: Base,
  { resolveLink, bucketBounds, databaseBounds }: AssemblyOptions,
) {
  const { env, database, log } = base
  const revisions = await watchRevisions(database, log, databaseBounds)
  const timeZone = async () => (await settings.all()).identity.timeZone
  const freshness: FreshnessOptions = {
    revisionOf: revisions.get,
    areRevisionsCurrent: revisions.isCurrent,
    nextBoundaryOf: createBoundaries({ ...base, revisionOf: revisions.get, timedRules, timeZone }),
    now: base.now,
  }
  const caches = createCaches(base, freshness)
  const opened = await openMedia(env.mediaUrl, bucketBounds)
  await requireOwnStore({ database, store: opened, place: env, log }, bucketBounds?.silenceMs)
  const store = withCacheRemoval(opened, caches.files)
  const images = createImages({ ...base, store })
  const settings = createSettingsService({
    ...base,
    images,
    onChange: revisions.update,
    // NaN equals no revision, so settings are read again for each use while the revisions may be old.
    revisionOf: (key) => (revisions.isCurrent() ? revisions.get(key) : Number.NaN),
  })
  const shareSets = createShareSets({ ...base, settings })
  const content = createContent({
    ...base,
    images,
    resolveLink,
    timeZone,
    timedRules,
    copyFeatureData,
    onChange: revisions.update,
    shareOf: shareSets.getShareSet,
  })
  return {
    revisions,
    caches,
    store,
    images,
    films: createFilms({ images, dataDir: env.dataDir }),
    audioUploads: createAudioUploads({ ...base, images, dataDir: env.dataDir }),
    settings,
    shareSets,
    content,
    listJson: createListJson({ ...freshness, content }),
    shareSetPictures: createShareSetPictures({ ...base, content, kits: shareSets, store }),
    trash: createTrash({ ...base, content }),
    demo: createDemo({ ...base, images, onChange: revisions.update }),
    previews: createPreviews({ ...base, content }),
    auditLog: createAuditLog({ database, content, settings, images }),
    ordering: createOrdering({ ...base, onChange: revisions.update }),
  }
}

/** Creates the caches. They are null in development. */
function createCaches({ pageSource }: Base, freshness: FreshnessOptions) {
  const getCache = (maxBytes: number) => (pageSource.caching ? createCache({ ...freshness, maxBytes }) : null)
  return {
    pages: getCache(PAGE_CACHE_BYTES),
    answers: getCache(ANSWER_CACHE_BYTES),
    files: getCache(FILE_CACHE_BYTES),
    pictures: getCache(SHARE_IMAGES_BYTES),
  }
}

/** Creates the services for administrators and for signing in. */
function createAccountServices(services: Base & ContentServices & { outbox: Outbox }) {
  const { metrics } = services
  const sessions = createSessions(services)
  const devices = createDevices(services)
  const rateLimit = metrics.countRefusals(createRateLimit(services))
  const links = createLinks(services)
  const shared = {
    ...services,
    users: createUsers(services),
    links,
    sessions,
    devices,
    credentialChecks: createCredentialChecks(rateLimit),
    rateLimit,
  }
  const secondFactor = createSecondFactor(shared)
  const signIn = createSignIn({ ...shared, secondFactor })
  return {
    sessions,
    devices,
    rateLimit,
    links,
    accounts: createAccounts(shared),
    secondFactor,
    signIn,
    passwordReset: createPasswordReset(shared),
    invitations: createInvitations({ ...shared, signIn }),
  }
}

/** Creates the services for messages of visitors, and for counts of visits and clicks. */
function createVisitorServices(services: Services) {
  const { revisions } = services
  const analytics = createAnalytics({ ...services, listedPages })
  return {
    contactMessages: createContactMessages({ ...services, onChange: revisions.update }),
    analytics,
    tickets: createTickets({ ...services, analytics }),
    guests: createGuests({ ...services, onChange: revisions.update }),
  }
}

/** Creates the health checks of the running club. */
function createHealthServices(services: Services & VisitorServices) {
  const { pageSource } = services
  const failures = createFailures(services)
  const leader = createLeaderRecord({ ...services, onLate: () => warnings.check({}, ['leader']) })
  const warnings = createWarnings({
    ...services,
    leader,
    checkIntegrity: createIntegrityCheck(services),
    failures,
  })
  const health = createHealth({ ...services, build: pageSource.build, warnings, leader, failures })
  return { failures, leader, warnings, health }
}

/** Creates pages, the API, and the request chain before them. */
async function createHttpStack(
  services: AllServices,
  { counting, createGate }: Pick<AssemblyOptions, 'counting' | 'createGate'>,
) {
  const { env, pageSource, caches, contactMessages, health } = services
  const { shareSets, shareSetPictures, analytics, tickets, guests } = services
  const unread = createUnreadAnswers()
  const gate = createGate({ hasUnreadAnswers: unread.isOverLimit })
  const pages = createPageHandler({
    ...services,
    gate,
    render: pageSource.render({ contactMessages, guests }),
    declared: pageSource.pages,
    readerFor: createReaderFactory(services),
    cache: caches.pages,
  })
  const metricsEndpoint =
    counting && (await counting.createEndpoint({ ...services, build: pageSource.build }))
  const firstDay = createFirstDay(services)
  const { overview } = createOverview({ ...services, firstDay })
  const apiServices = {
    ...services,
    answerCache: caches.answers,
    previewPage: pages.previewPage,
    basePath: env.apiBase,
  }
  const { fetch, createListener } = createApp({
    ...apiServices,
    gate,
    unread,
    pageCache: caches.pages,
    fileCache: caches.files,
    routes: [
      ...featureRoutes({ ...apiServices, firstDay, overview, analytics, tickets, guests }),
      ...healthRoutes({ health, metricsEndpoint }),
    ],
    countedLinks: [{ route: TICKETS_ROUTE, follow: tickets.follow }],
    pageHandler: pages.handle,
    isPrivatePage: pages.isPrivate,
    documentHandler: createSeo({
      ...services,
      findDocuments: (services) =>
        featureDocuments({ ...services, shareSets, shareSetPictures, assets: pageSource.assets, env }),
      cache: caches.pages,
      shareImageCache: caches.pictures,
      gate,
    }),
    assets: pageSource.assets,
  })
  const routes = getRequestListener(fetch, {
    // The Response class of @hono/node-server needs no stream, so a write takes a twelfth less time than with Node's class.
    overrideGlobalObjects: true,
    // Routes handle their own errors. This handler receives requests whose URL is invalid.
    errorHandler: createBadRequestHandler(env),
  })
  return { fetch, listener: createListener(routes) }
}

/** Deletes expired data of all services. @param at time from which ages are computed. ms since 1970 */
const deleteExpired = (services: AllServices, at: number, stopping: AbortSignal) =>
  Promise.all([
    services.content.tidy(at),
    services.previews.tidy(at),
    services.trash.tidy(at),
    services.auditLog.tidy(at),
    services.contactMessages.tidy(at),
    services.guests.tidy(at),
    services.outbox.tidy(at),
    services.accounts.deleteExpired(at),
    services.invitations.deleteExpired(at),
    services.sessions.deleteExpired(at),
    services.links.deleteExpired(at),
    services.rateLimit.deleteExpired(at),
    services.analytics.tidy(at),
    services.database.write((tx) => expireErasures(tx, at)),
    services.audioUploads.sweep(at),
    services.films.tidy(at),
    services.store.tidy(at),
    services.shareSetPictures.tidy(at, stopping),
  ])
