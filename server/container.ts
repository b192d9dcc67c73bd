/** Puts the club together: each service once, each given what it needs. */
import type { RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { connect, type Database, type OnQuery } from '../db/connect.ts'
import { migrate } from '../db/migrate.ts'
import { changesUnderOthers } from '../db/schema.ts'
import { createBoundaries } from './cache/boundaries.ts'
import { createCache } from './cache/response-cache.ts'
import { watchRevisions } from './cache/revisions.ts'
import { type Content, createContent } from './content/content.ts'
import { createDemo } from './content/demo.ts'
import { createHistory, type History } from './content/history.ts'
import { createOrdering } from './content/ordering.ts'
import { createPreviews, type Previews } from './content/previews.ts'
import { createLinkResolver, type ResolveLink } from './content/short-links.ts'
import { createSiteWords } from './content/site.ts'
import { createTrash, type Trash } from './content/trash.ts'
import type { Env } from './env.ts'
import { createApp } from './http/app.ts'
import { createCachedResponses } from './http/cached-response.ts'
import { createRequests } from './http/request-log.ts'
import { rejectRequest } from './http/server.ts'
import { type Accounts, createAccounts } from './identity/accounts.ts'
import { createCredentialChecks } from './identity/credential-checks.ts'
import { createDevices } from './identity/devices.ts'
import { createInvitations, type Invitations } from './identity/invitations.ts'
import { createLinks } from './identity/links.ts'
import { createPasswordReset } from './identity/password-reset.ts'
import { createRateLimit } from './identity/rate-limit.ts'
import { createSecondFactor, type SecondFactor } from './identity/second-factor.ts'
import { createSessions } from './identity/sessions.ts'
import { createSignIn } from './identity/sign-in.ts'
import { createUsers } from './identity/users.ts'
import { type ContactMessages, createContactMessages } from './mail/messages.ts'
import { createOutbox, type Outbox } from './mail/outbox.ts'
import { createAudioUploads } from './media/audio-uploads.ts'
import { createFilms } from './media/films.ts'
import { removingFromCache } from './media/handler.ts'
import { createImages, type Images } from './media/images.ts'
import { openMedia } from './media/open.ts'
import { createDailyBackup } from './ops/backup/daily.ts'
import { backUpBeforeUpgrade } from './ops/backup/upgrade.ts'
import { createFirstDay } from './ops/first-day.ts'
import { createHealth } from './ops/health.ts'
import { createLog, type Log } from './ops/log.ts'
import type { Counting } from './ops/metrics/figures.ts'
import { type Metrics, noMetrics, SLOW_QUERY_MS } from './ops/metrics/metrics.ts'
import { createOverview } from './ops/overview.ts'
import { closeDataDir } from './ops/private-files.ts'
import { createWarnings, type Warnings } from './ops/warnings/warnings.ts'
import { createReaders } from './pages/data-source.ts'
import type { DeclaredPages } from './pages/declared-pages.ts'
import { createPages, type Render } from './pages/handler.ts'
import { createBackgroundLoop } from './process/background-loop.ts'
import { createReach, type Reach } from './reach/reach.ts'
import { createTickets } from './reach/tickets.ts'
import { createSeo } from './seo/seo.ts'
import { createShareKits } from './seo/share-kit/kits.ts'
import { createShareMaker, type ShareMaker } from './seo/share-kit/maker.ts'

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
  /** Resolves once no other release works on the same data: asked for where the schema is to change under it. */
  alone?: () => Promise<void>
}

/** @throws when the database or the data folder cannot be used */
export async function openClub(
  env: Env,
  site: Site,
  { now = Date.now, log = createLog(env.logLevel), resolveLink = createLinkResolver(), alone }: Options = {},
): Promise<Club> {
  if (!(await closeDataDir(env.dataDir)))
    log.warn({ dataDir: env.dataDir }, 'others can read DATA_DIR; ./pulso doctor says how to close it')
  // Nothing counts for nobody: prom-client is loaded only where its figures may be read.
  const counting =
    env.metricsToken === null ? null : (await import('./ops/metrics/figures.ts')).createCounting()
  const metrics = counting?.metrics ?? noMetrics
  const database = connect(env, onQuery(metrics, log))
  try {
    if (alone && (await changesUnderOthers(database.read))) await alone()
    await backUpBeforeUpgrade(env, database, log, now)
    await migrate(database)
    return await assemble(env, site, database, { now, log, resolveLink, metrics, counting })
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
    metrics,
    counting,
  }: Required<Omit<Options, 'alone'>> & { metrics: Metrics; counting: Counting | null },
): Promise<Club> {
  const revisions = await watchRevisions(database, log)
  const nextBoundaryOf = createBoundaries({ database, revisionOf: revisions.of, now })
  const cacheOf = (maxBytes: number) =>
    site.caching ? createCache({ revisionOf: revisions.of, nextBoundaryOf, now, maxBytes }) : null
  const cache = cacheOf(CACHE_BYTES)
  const fileCache = cacheOf(FILE_CACHE_BYTES)
  const shareImageCache = cacheOf(SHARE_IMAGES_BYTES)
  const store = removingFromCache(await openMedia(env.mediaUrl), fileCache)
  const images = createImages({ database, store, log, now })
  const films = await createFilms({ images, dataDir: env.dataDir })
  const onChange: typeof revisions.raised = (resource, revision) => {
    revisions.raised(resource, revision)
    shareMaker.wake()
  }
  const audioUploads = createAudioUploads({ images, dataDir: env.dataDir, now })
  const siteWords = createSiteWords({
    database,
    images,
    now,
    onChange,
    revisionOf: revisions.of,
  })
  const shareKits = createShareKits({ database, site: siteWords, env })
  const content = createContent({ database, images, resolveLink, now, onChange, shareOf: shareKits.of })
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
  })
  const trash = createTrash({ database, content, now })
  const demo = createDemo({ database, images, now, onChange: revisions.raised })
  const previews = createPreviews({ database, content, env, now })
  const history = createHistory({ database, content, site: siteWords, images, now })
  const outbox = createOutbox({
    database,
    smtpUrl: env.smtpUrl,
    mailFrom: env.mailFrom,
    mailTo: env.mailTo,
    site: siteWords,
    log,
    now,
  })
  const reach = createReach({ database, content, site: siteWords, log, now })
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
    onChange: revisions.raised,
  })
  const requests = createRequests({ env, log, metrics })
  const pages = createPages({
    render: site.render(contactMessages),
    declared: site.pages,
    readerFor: createReaders({ content, site: siteWords, contactMessages, shareKits, now }),
    previews,
    cache,
    env,
    now,
  })
  const warnings = createWarnings({ database, outbox, site: siteWords, env, log, now })
  const health = createHealth({ build: site.build, database, store, outbox, warnings, log, now })
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
  const app = createApp({
    env,
    log,
    requests,
    figures,
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
    demo,
    firstDay,
    overview: createOverview({
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
    }).overview,
    history,
    images,
    films,
    audioUploads,
    contactMessages,
    reach,
    tickets: createTickets({ content, site: siteWords, reach, now }),
    sessions,
    devices,
    store,
    cache,
    fileCache,
    health,
    site: pages.answer,
    imagine: pages.imagine,
    seo: createSeo({
      env,
      database,
      content,
      store,
      images,
      site: siteWords,
      shareKits,
      shareMaker,
      cache,
      shareImageCache,
      now,
    }),
    assets: site.assets,
  })
  const elsewhere = env.backupTo === null ? null : { to: env.backupTo, key: env.backupKey }
  const daily = createDailyBackup({ place: env, elsewhere, database, store, site: siteWords, log, now })
  const tidying = createBackgroundLoop({
    async runOnce() {
      await Promise.all([
        content.tidy(),
        previews.tidy(),
        trash.tidy(),
        history.tidy(),
        contactMessages.tidy(),
        outbox.tidy(),
        accounts.tidy(),
        invitations.tidy(),
        rateLimit.tidy(),
        reach.tidy(),
        audioUploads.sweep(),
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
      await Promise.all([images.stop(), shareMaker.stop(), tidying.stop()])
      if (!isOurs || yielding) return
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
    database,
    log,
    start({ background } = { background: true }) {
      outbox.start()
      if (!background) return
      if (!database.lead) return switchBackground(true)
      // Of several machines too, one does it.
      stepDown = database.lead('background', (isOurs) => {
        if (isOurs) log.info({}, 'the work in the background is ours')
        switchBackground(isOurs)
      })
    },
    yieldBackground,
    async stop() {
      await Promise.all([yieldBackground(), outbox.stop(), revisions.stop(), reach.stop()])
      await database.close()
    },
  }
}
