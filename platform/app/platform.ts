/** Creates the services of the platform once, and passes to each the services that it needs. Features build on them. */
import { createAuditLog } from '../audit-log/server/audit-log.ts'
import { createAccounts } from '../auth/server/accounts.ts'
import { createCredentialChecks } from '../auth/server/credential-checks.ts'
import { createDevices } from '../auth/server/devices.ts'
import { createInvitations } from '../auth/server/invitations.ts'
import { createLinks } from '../auth/server/links.ts'
import { createPasswordReset } from '../auth/server/password-reset.ts'
import { createSecondFactor } from '../auth/server/second-factor.ts'
import { createSessions } from '../auth/server/sessions.ts'
import { createSignIn } from '../auth/server/sign-in.ts'
import { createUsers } from '../auth/server/users.ts'
import { createBoundaries } from '../cache/boundaries.ts'
import type { FreshnessOptions } from '../cache/freshness.ts'
import { createCache } from '../cache/response-cache.ts'
import { watchRevisions } from '../cache/revisions.ts'
import type { DeletionClock, DeletionTime } from '../clock/deletion-clock.ts'
import { type CopyFeatureData, createContent } from '../content/server/content.ts'
import { createListJson } from '../content/server/list-json.ts'
import { createOrdering } from '../content/server/ordering.ts'
import type { ShareOf } from '../content/server/present.ts'
import { createPreviews } from '../content/server/previews.ts'
import type { ResolveLink } from '../content/server/short-links.ts'
import { createTrash } from '../content/server/trash.ts'
import type { Database } from '../db/connect.ts'
import { expireErasures } from '../db/erasures.ts'
import type { TimedRulesByResource } from '../db/timed-presentation.ts'
import type { Metrics } from '../http/metrics/metrics.ts'
import { createRateLimit } from '../http/rate-limit.ts'
import { createOutbox, type Outbox } from '../mail/outbox.ts'
import type { OnAnswerFailed } from '../mail/send-and-retry.ts'
import { createAudioUploads } from '../media/server/audio-uploads.ts'
import type { BucketBounds } from '../media/server/bucket.ts'
import { createFilms } from '../media/server/films.ts'
import { createImages } from '../media/server/images.ts'
import { withCacheRemoval } from '../media/server/media-handler.ts'
import { openMedia } from '../media/server/open-media.ts'
import { requireOwnStore } from '../media/server/store-owner.ts'
import type { Env } from '../process/env.ts'
import type { Log } from '../process/log.ts'
import type { DeclaredPages } from '../rendering/declared-pages.ts'
import type { Render } from '../rendering/page-handler.ts'
import type { ListedPage } from '../seo/page-declaration.ts'
import { createSettingsService, type SettingsService } from '../settings/server/settings-service.ts'

/** Source of the pages: the build, Vite in development, or a smaller one in tests. */
export interface PageSource {
  build: string
  /** Folder of the built assets. null in development, where Vite serves them */
  assets: string | null
  caching: boolean
  pages(): Promise<DeclaredPages>
  render: Render
}

/** Values that most services need. */
export interface Base {
  env: Env
  pageSource: PageSource
  database: Database
  /** Current time. ms since 1970 */
  now: () => number
  log: Log
  metrics: Metrics
  deletionClock: DeletionClock
  deletionTime: DeletionTime
}

/** What the services of the platform take from features, without knowing them. */
interface FromFeatures {
  listedPages: readonly ListedPage[]
  timedRules: TimedRulesByResource
  copyFeatureData: CopyFeatureData
  shareOf: ShareOf
  onAnswerFailed: OnAnswerFailed
}

export interface PlatformOptions {
  features: FromFeatures
  resolveLink: ResolveLink
  bucketBounds?: BucketBounds | undefined
  /** Time after which unread revisions count as unknown, as in `watchRevisions`. */
  revisionBounds?: { currentMs: number } | undefined
}

/** Memory for cached pages and documents. It is enough for about a hundred pages of the demo's size. Bytes */
const PAGE_CACHE_BYTES = 24 * 1024 * 1024
/** Memory for cached answers of the API. The largest list of 300 nights takes 1.5 MB. Bytes */
const ANSWER_CACHE_BYTES = 12 * 1024 * 1024
const FILE_CACHE_BYTES = 24 * 1024 * 1024
const SHARE_IMAGES_BYTES = 8 * 1024 * 1024

/** The services of the platform. */
export type Platform = Awaited<ReturnType<typeof createPlatform>>

/** Creates the services in the order of their dependencies. */
export async function createPlatform(base: Base, options: PlatformOptions) {
  const { env, database, now, log, deletionTime } = base
  const { features } = options
  const content = await createContentServices(base, options)
  const outbox = createOutbox({
    database,
    smtpUrl: env.smtpUrl,
    mailFrom: env.mailFrom,
    mailTo: env.mailTo,
    settings: content.settings,
    onAnswerFailed: features.onAnswerFailed,
    log,
    now,
    deletionTime,
  })
  const accounts = createAccountServices(base, { settings: content.settings, outbox })
  return { ...base, ...content, ...accounts, outbox, listedPages: features.listedPages }
}

/** Creates the settings of the club, its content, its media files, and their caches. */
async function createContentServices(
  base: Base,
  { features, resolveLink, bucketBounds, revisionBounds }: PlatformOptions,
) {
  const { env, database, now, log, deletionTime } = base
  const { timedRules } = features
  const revisions = await watchRevisions(database, log, revisionBounds)
  const onChange = revisions.update
  const timeZone = async () => (await settings.all()).identity.timeZone
  const freshness: FreshnessOptions = {
    revisionOf: revisions.get,
    areRevisionsCurrent: revisions.isCurrent,
    nextBoundaryOf: createBoundaries({ database, revisionOf: revisions.get, timedRules, timeZone, now }),
    now,
  }
  const caches = createCaches(base.pageSource, freshness)
  const opened = await openMedia(env.mediaUrl, bucketBounds)
  await requireOwnStore({ database, store: opened, place: env, log }, bucketBounds?.silenceMs)
  const store = withCacheRemoval(opened, caches.files)
  const images = createImages({ database, store, log, now, deletionTime })
  const settings = createSettingsService({
    database,
    images,
    now,
    onChange,
    // NaN equals no revision, so settings are read again for each use while the revisions may be old.
    revisionOf: (key) => (revisions.isCurrent() ? revisions.get(key) : Number.NaN),
  })
  const content = createContent({
    database,
    images,
    env,
    timedRules,
    copyFeatureData: features.copyFeatureData,
    shareOf: features.shareOf,
    resolveLink,
    timeZone,
    now,
    onChange,
  })
  return {
    revisions,
    /** Called after a commit, to expire the pages that read the resource. */
    onChange,
    caches,
    store,
    images,
    films: createFilms({ images, dataDir: env.dataDir }),
    audioUploads: createAudioUploads({ images, dataDir: env.dataDir, deletionTime }),
    settings,
    content,
    listJson: createListJson({ ...freshness, content }),
    trash: createTrash({ database, content, now }),
    previews: createPreviews({ database, content, env, now }),
    auditLog: createAuditLog({ database, content, settings, images }),
    ordering: createOrdering({ database, onChange, now }),
  }
}

/** Creates the caches. They are null in development. */
function createCaches({ caching }: PageSource, freshness: FreshnessOptions) {
  const getCache = (maxBytes: number) => (caching ? createCache({ ...freshness, maxBytes }) : null)
  return {
    pages: getCache(PAGE_CACHE_BYTES),
    answers: getCache(ANSWER_CACHE_BYTES),
    files: getCache(FILE_CACHE_BYTES),
    pictures: getCache(SHARE_IMAGES_BYTES),
  }
}

/** Creates the services for administrators and for signing in. */
function createAccountServices(
  { env, database, now, metrics }: Base,
  { settings, outbox }: { settings: SettingsService; outbox: Outbox },
) {
  const rateLimit = metrics.countRefusals(createRateLimit({ database, now }))
  const sessions = createSessions({ database, now })
  const devices = createDevices({ database, now })
  const links = createLinks({ database, now })
  const credentialChecks = createCredentialChecks(rateLimit)
  const shared = {
    database,
    users: createUsers({ database, now }),
    links,
    sessions,
    devices,
    credentialChecks,
    rateLimit,
    outbox,
    settings,
    env,
    now,
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

/** Deletes expired data of the platform. @param at time from which ages are computed. ms since 1970 */
export const deleteExpired = (platform: Platform, at: number) =>
  Promise.all([
    platform.content.tidy(at),
    platform.previews.tidy(at),
    platform.trash.tidy(at),
    platform.auditLog.tidy(at),
    platform.outbox.tidy(at),
    platform.accounts.deleteExpired(at),
    platform.invitations.deleteExpired(at),
    platform.sessions.deleteExpired(at),
    platform.links.deleteExpired(at),
    platform.rateLimit.deleteExpired(at),
    platform.database.write((tx) => expireErasures(tx, at)),
    platform.audioUploads.sweep(at),
    platform.films.tidy(at),
    platform.store.tidy(at),
  ])
