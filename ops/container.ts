/** Puts the club together: each service once, each given what it needs. */
import type { RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createReach, type Reach } from '../features/analytics/server/analytics.ts'
import { createTickets, TICKETS_ROUTE } from '../features/analytics/server/ticket-links.ts'
import { createDemo } from '../features/first-day/server/demo.ts'
import { createFirstDay } from '../features/first-day/server/first-day.ts'
import { createOverview } from '../features/home/server/overview.ts'
import { featureDocuments, featureRoutes, listedPages, timedRules } from '../features/index.server.ts'
import { noteFailure } from '../features/messages/server/answer-rows.ts'
import { type ContactMessages, createContactMessages } from '../features/messages/server/messages.ts'
import { createShareKits } from '../features/share-images/server/kits.ts'
import { createShareMaker, type ShareMaker } from '../features/share-images/server/maker.ts'
import { type Accounts, createAccounts } from '../platform/auth/server/accounts.ts'
import { createCredentialChecks } from '../platform/auth/server/credential-checks.ts'
import { createDevices } from '../platform/auth/server/devices.ts'
import { createInvitations, type Invitations } from '../platform/auth/server/invitations.ts'
import { createLinks } from '../platform/auth/server/links.ts'
import { createPasswordReset } from '../platform/auth/server/password-reset.ts'
import { createRateLimit } from '../platform/auth/server/rate-limit.ts'
import { createSecondFactor, type SecondFactor } from '../platform/auth/server/second-factor.ts'
import { createSessions } from '../platform/auth/server/sessions.ts'
import { createSignIn } from '../platform/auth/server/sign-in.ts'
import { createUsers } from '../platform/auth/server/users.ts'
import { createBoundaries } from '../platform/cache/boundaries.ts'
import { createCache } from '../platform/cache/response-cache.ts'
import { watchRevisions } from '../platform/cache/revisions.ts'
import { type Content, createContent } from '../platform/content/server/content.ts'
import { createHistory, type History } from '../platform/content/server/history.ts'
import { createOrdering } from '../platform/content/server/ordering.ts'
import { createPreviews, type Previews } from '../platform/content/server/previews.ts'
import { createLinkResolver, type ResolveLink } from '../platform/content/server/short-links.ts'
import { createTrash, type Trash } from '../platform/content/server/trash.ts'
import { connect, type Database, type OnQuery } from '../platform/db/connect.ts'
import { migrate } from '../platform/db/migrate.ts'
import { requireSessions } from '../platform/db/postgres-sessions.ts'
import { changesUnderOthers } from '../platform/db/schema.ts'
import { createApp } from '../platform/http/app.ts'
import { createCachedResponses } from '../platform/http/cached-response.ts'
import { createRequests } from '../platform/http/request-log.ts'
import { rejectRequest } from '../platform/http/server.ts'
import { createOutbox, type Outbox } from '../platform/mail/outbox.ts'
import { createAudioUploads } from '../platform/media/server/audio-uploads.ts'
import type { BucketBounds } from '../platform/media/server/bucket.ts'
import { createFilms } from '../platform/media/server/films.ts'
import { removingFromCache } from '../platform/media/server/handler.ts'
import { createImages, type Images } from '../platform/media/server/images.ts'
import { openMedia } from '../platform/media/server/open.ts'
import { type Metrics, noMetrics, SLOW_QUERY_MS } from '../platform/metrics/metrics.ts'
import { createReaders } from '../platform/pages/data-source.ts'
import type { DeclaredPages } from '../platform/pages/declared-pages.ts'
import { createPages, type Render } from '../platform/pages/handler.ts'
import { createBackgroundLoop } from '../platform/process/background-loop.ts'
import {
  type Clocks,
  createDeletionClock,
  type DeletionClock,
  RECHECK_MS,
} from '../platform/process/clock/deletion-clock.ts'
import type { Env } from '../platform/process/env.ts'
import { createFailures } from '../platform/process/failures.ts'
import { createLog, type Log } from '../platform/process/log.ts'
import { closeDataDir } from '../platform/process/private-files.ts'
import { createSeo } from '../platform/seo/seo.ts'
import { createSiteWords } from '../platform/settings/server/site.ts'
import { createDailyBackup } from './backup/daily.ts'
import { backUpBeforeUpgrade } from './backup/upgrade.ts'
import { createIntegrityCheck } from './checks/integrity.ts'
import { createHealth } from './health.ts'
import { healthRoutes } from './health-routes.ts'
import { BACKGROUND, createLeaderRecord } from './leader.ts'
import type { Counting } from './metrics/figures.ts'
import { createWarnings, type Warnings } from './warnings/warnings.ts'

/** How pages are made: from the build, by Vite, or in tests by something smaller. */
export interface Site {
  build: string
  assets: string | null
  caching: boolean
  pages(): Promise<DeclaredPages>
  render(contactMessages: ContactMessages): Render
}

export interface Club {
  /** Answers every request: from the cache where it can, else with the whole stack. */
  listener: RequestListener
  /** The HTTP stack without the cached answers before it. */
  fetch: ReturnType<typeof createApp>['fetch']
  accounts: Accounts
  invitations: Invitations
  secondFactor: SecondFactor
  content: Content
  previews: Previews
  trash: Trash
  history: History
  images: Images
  shareMaker: ShareMaker
  contactMessages: ContactMessages
  outbox: Outbox
  reach: Reach
  warnings: Warnings
  deletionClock: DeletionClock
  database: Database
  log: Log
  /**
   * Starts sending mail and, with `background`, the periodic work. Mail is sent by every process, each taking what no other has; of several on this
   * machine, one has the work in the `background`: AVIF, share images, sweeping, the bin, the daily backup, the warnings. Of several machines that
   * share a PostgreSQL, one of these does it.
   */
  start(options?: { background: boolean }): void
  /** From now on others may have the work in the background; requests are answered and mail is sent as before. */
  yieldBackground(): Promise<void>
  stop(): Promise<void>
}

/** Pages and lists of the demo's size: a hundred. What is more is made, or read, again. */
const CACHE_BYTES = 24 * 1024 * 1024
const FILE_CACHE_BYTES = 24 * 1024 * 1024
const SHARE_IMAGES_BYTES = 8 * 1024 * 1024
const TIDY_EVERY_MS = 3_600_000

interface Options {
  now?: () => number
  log?: Log
  /** The one way in which this machine asks others for what somebody typed. */
  resolveLink?: ResolveLink
  /** Time limits of a silent bucket, for tests. */
  bucketBounds?: BucketBounds | undefined
  /** Resolves once no other release works on the same data: asked for where the schema is to change under it. */
  alone?: () => Promise<void>
  /** Replaces this machine's uptime counter and the clocks of other machines. */
  clocks?: Partial<Clocks> | undefined
}

/** @throws when the database or the data folder cannot be used */
export async function openClub(
  env: Env,
  site: Site,
  {
    now = Date.now,
    log = createLog(env.logLevel),
    resolveLink = createLinkResolver(),
    bucketBounds,
    alone,
    clocks,
  }: Options = {},
): Promise<Club> {
  if (!(await closeDataDir(env.dataDir)))
    log.warn({ dataDir: env.dataDir }, 'others can read DATA_DIR; ./pulso doctor says how to close it')
  // Nothing counts for nobody: prom-client is loaded only where its figures may be read.
  const counting = env.metricsToken === null ? null : (await import('./metrics/figures.ts')).createCounting()
  const metrics = counting?.metrics ?? noMetrics
  if (env.databaseUrl !== null) await requireSessions(env.databaseUrl)
  const database = connect(env, onQuery(metrics, log))
  try {
    if (alone && (await changesUnderOthers(database.read))) await alone()
    await backUpBeforeUpgrade(env, database, log, now)
    await migrate(database)
    const deletionClock = createDeletionClock({ database, env, log, now, clocks })
    await deletionClock.begin()
    return await assemble(env, site, database, {
      now,
      log,
      resolveLink,
      bucketBounds,
      metrics,
      counting,
      deletionClock,
    })
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Kept short: a list of ids makes a question of any length. */
const SQL_SHOWN = 500

const onQuery =
  (metrics: Metrics, log: Log): OnQuery =>
  (sql, milliseconds) => {
    metrics.query(milliseconds)
    if (milliseconds > SLOW_QUERY_MS)
      log.warn({ ms: Math.round(milliseconds), sql: sql.slice(0, SQL_SHOWN) }, 'slow query')
  }

async function assemble(
  env: Env,
  site: Site,
  database: Database,
  {
    now,
    log,
    resolveLink,
    bucketBounds,
    metrics,
    counting,
    deletionClock,
  }: Required<Pick<Options, 'now' | 'log' | 'resolveLink'>> &
    Pick<Options, 'bucketBounds'> & {
      metrics: Metrics
      counting: Counting | null
      deletionClock: DeletionClock
    },
): Promise<Club> {
  const { deletionTime } = deletionClock
  const revisions = await watchRevisions(database, log)
  const timeZone = async () => (await siteWords.all()).identity.timeZone
  const nextBoundaryOf = createBoundaries({ database, revisionOf: revisions.of, timedRules, timeZone, now })
  const cacheOf = (maxBytes: number) =>
    site.caching ? createCache({ revisionOf: revisions.of, nextBoundaryOf, now, maxBytes }) : null
  const cache = cacheOf(CACHE_BYTES)
  const fileCache = cacheOf(FILE_CACHE_BYTES)
  const shareImageCache = cacheOf(SHARE_IMAGES_BYTES)
  const store = removingFromCache(await openMedia(env.mediaUrl, bucketBounds), fileCache)
  const images = createImages({ database, store, log, now, deletionTime })
  const films = createFilms({ images, dataDir: env.dataDir })
  const onChange: typeof revisions.raised = (resource, revision) => {
    revisions.raised(resource, revision)
    shareMaker.wake()
  }
  const audioUploads = createAudioUploads({ images, dataDir: env.dataDir, deletionTime })
  const siteWords = createSiteWords({
    database,
    images,
    now,
    onChange,
    revisionOf: revisions.of,
  })
  const shareKits = createShareKits({ database, site: siteWords, env, now })
  const content = createContent({
    database,
    images,
    resolveLink,
    now,
    timeZone,
    timedRules,
    onChange,
    shareOf: shareKits.of,
  })
  const shareMaker = createShareMaker({
    database,
    content,
    site: siteWords,
    kits: shareKits,
    store,
    revisionOf: revisions.of,
    nextBoundaryOf,
    log,
    now,
    deletionTime,
  })
  const trash = createTrash({ database, content, now })
  const demo = createDemo({ database, images, now, onChange: revisions.raised })
  const previews = createPreviews({ database, content, env, now })
  const history = createHistory({ database, content, site: siteWords, images })
  const outbox = createOutbox({
    database,
    smtpUrl: env.smtpUrl,
    mailFrom: env.mailFrom,
    mailTo: env.mailTo,
    site: siteWords,
    log,
    now,
    deletionTime,
    onAnswerFailed: noteFailure,
  })
  const reach = createReach({ database, content, site: siteWords, listedPages, log, now })
  const sessions = createSessions({ database, now })
  const devices = createDevices({ database, now })
  const rateLimit = metrics.watch(createRateLimit({ database, now }))
  const credentialChecks = createCredentialChecks(rateLimit)
  const users = createUsers({ database, now })
  const links = createLinks({ database, now })
  const identity = {
    database,
    users,
    links,
    sessions,
    devices,
    credentialChecks,
    rateLimit,
    outbox,
    site: siteWords,
    env,
    now,
  }
  const accounts = createAccounts(identity)
  const secondFactor = createSecondFactor(identity)
  const signIn = createSignIn({ ...identity, secondFactor })
  const passwordReset = createPasswordReset(identity)
  const invitations = createInvitations({ ...identity, signIn })
  const contactMessages = createContactMessages({
    database,
    outbox,
    rateLimit,
    site: siteWords,
    env,
    now,
    deletionTime,
    onChange: revisions.raised,
  })
  const failures = createFailures({ database, log, now })
  const requests = createRequests({ env, log, metrics, failures })
  const pages = createPages({
    render: site.render(contactMessages),
    declared: site.pages,
    readerFor: createReaders({ content, site: siteWords, contactMessages, shareKits, now }),
    previews,
    cache,
    env,
    now,
  })
  const leader = createLeaderRecord({ database, onLate: () => warnings.look({}, ['leader']), log, now })
  const warnings = createWarnings({
    database,
    outbox,
    site: siteWords,
    env,
    deletionClock,
    leader,
    checkIntegrity: createIntegrityCheck({ database, content, env, now }),
    failures,
    log,
    now,
  })
  const health = createHealth({
    build: site.build,
    database,
    content,
    store,
    outbox,
    warnings,
    leader,
    failures,
    log,
    now,
  })
  const caches = { pages: cache, files: fileCache, pictures: shareImageCache }
  const figures =
    (await counting?.createFigures({
      env,
      build: site.build,
      caches,
      outbox,
      health,
      warnings,
      reach,
      now,
    })) ?? null
  const firstDay = createFirstDay({ database, content, site: siteWords, outbox, env, now })
  const tickets = createTickets({ content, site: siteWords, reach, now })
  const apiServices = {
    accounts,
    signIn,
    invitations,
    secondFactor,
    passwordReset,
    content,
    siteWords,
    ordering: createOrdering({ database, onChange: revisions.raised, now }),
    previews,
    trash,
    history,
    images,
    films,
    audioUploads,
    sessions,
    devices,
    cache,
    imagine: pages.imagine,
    basePath: env.apiBase,
  }
  const { overview } = createOverview({
    database,
    content,
    history,
    accounts,
    contactMessages,
    firstDay,
    site: siteWords,
    reach,
    warnings,
    now,
  })
  const app = createApp({
    ...apiServices,
    env,
    log,
    requests,
    store,
    fileCache,
    routes: [
      ...featureRoutes({ ...apiServices, demo, firstDay, overview, contactMessages, reach, tickets }),
      ...healthRoutes({ health, figures }),
    ],
    countedLinks: [{ route: TICKETS_ROUTE, follow: tickets.follow }],
    site: pages.answer,
    seo: createSeo({
      env,
      database,
      content,
      store,
      images,
      site: siteWords,
      findDocuments: (services) => featureDocuments({ ...services, shareKits, shareMaker }),
      cache,
      shareImageCache,
      now,
    }),
    assets: site.assets,
  })
  const elsewhere = env.backupTo === null ? null : { to: env.backupTo, key: env.backupKey }
  const daily = createDailyBackup({
    place: env,
    elsewhere,
    database,
    store,
    site: siteWords,
    log,
    now,
    deletionTime,
  })
  let wasHeld = false
  const tidying = createBackgroundLoop({
    async runOnce() {
      const at = await deletionTime()
      const isHeld = at === null
      if (isHeld !== wasHeld) await warnings.look({}, ['clock'])
      wasHeld = isHeld
      if (isHeld) return RECHECK_MS
      await Promise.all([
        content.tidy(at),
        previews.tidy(at),
        trash.tidy(at),
        history.tidy(at),
        contactMessages.tidy(at),
        outbox.tidy(at),
        accounts.tidy(at),
        invitations.tidy(at),
        sessions.tidy(at),
        links.tidy(at),
        rateLimit.tidy(at),
        reach.tidy(at),
        audioUploads.sweep(at),
        films.tidy(at),
        store.tidy(at),
      ])
      return TIDY_EVERY_MS
    },
    onError(error) {
      log.warn({ error }, 'expired data could not be deleted')
      return TIDY_EVERY_MS
    },
  })

  let switching: Promise<unknown> = Promise.resolve()
  let stepDown: (() => Promise<void>) | undefined
  let yielding: Promise<void> | undefined

  /** Starts the work in the background, or stops it: one switch after the other, however quickly they come. */
  function switchBackground(isOurs: boolean) {
    switching = switching.then(async () => {
      daily.stop()
      warnings.stop()
      await Promise.all([images.stop(), shareMaker.stop(), tidying.stop(), leader.stop()])
      if (!isOurs || yielding) return
      leader.start()
      images.start()
      shareMaker.start()
      daily.start()
      tidying.start()
      warnings.start()
    })
  }

  /** Once: what is being worked on is waited for, up to a bound, and not twice. */
  function yieldBackground() {
    yielding ??= Promise.resolve().then(async () => {
      switchBackground(false)
      await switching
      await stepDown?.()
    })
    return yielding
  }

  return {
    listener: createCachedResponses({
      caches: cache && fileCache && { pages: cache, files: fileCache },
      env,
      metrics,
      log,
      otherwise: getRequestListener(app.fetch, {
        // With a Response of its own, which needs no stream to be read back: a write costs a twelfth less.
        overrideGlobalObjects: true,
        // The stack answers for what goes wrong in it; this is a request that cannot be put to it.
        errorHandler: rejectRequest(env),
      }),
    }),
    fetch: app.fetch,
    accounts,
    invitations,
    secondFactor,
    content,
    previews,
    trash,
    history,
    images,
    shareMaker,
    contactMessages,
    outbox,
    reach,
    warnings,
    deletionClock,
    database,
    log,
    start({ background } = { background: true }) {
      outbox.start()
      leader.watch()
      if (!background) return
      if (!database.lead) return switchBackground(true)
      // Of several machines too, one does it.
      stepDown = database.lead(BACKGROUND, (isOurs) => {
        if (isOurs) log.info({}, 'the work in the background is ours')
        switchBackground(isOurs)
      })
    },
    yieldBackground,
    async stop() {
      await Promise.all([
        yieldBackground(),
        leader.endWatch(),
        outbox.stop(),
        revisions.stop(),
        reach.stop(),
        failures.stop(),
      ])
      await database.close()
    },
  }
}
