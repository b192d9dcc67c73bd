/**
 * Determines the state of the database, the media store and the mail server, for `/api/health`, and whether the club needs a
 * person, for `/api/health/club`.
 */

import type { RevisionWatch } from '../platform/cache/revisions.ts'
import type { Content } from '../platform/content/server/content.ts'
import type { Database } from '../platform/db/connect.ts'
import type { Failures } from '../platform/db/failures.ts'
import type { Outbox } from '../platform/mail/outbox.ts'
import type { MediaStore } from '../platform/media/server/store.ts'
import type { Log } from '../platform/process/log.ts'
import { waitAtMost } from '../platform/process/wait-at-most.ts'
import {
  type ConditionState,
  conditions,
  type HealthLeader,
  type HealthPart,
  type HealthPartState,
  isProblem,
} from '../platform/shared/health-conditions.ts'
import { readLists } from './checks/integrity-check.ts'
import { judgeFailures, judgeLeader } from './checks/thresholds.ts'
import { type LeaderRecord, readLeader } from './leader.ts'
import { byCondition, findProblems, problemTitles, type WarningReport } from './warnings/stored-report.ts'
import { CHECK_EVERY_MS, type Warnings } from './warnings/warnings.ts'

export interface Health {
  healthy: boolean
  report: Record<'status' | 'build' | 'database' | 'media' | 'mail', string>
}

export interface DeepHealth {
  healthy: boolean
  /** `leader` is absent until a process has been the leader. */
  report: Health['report'] & { parts: Record<HealthPart, HealthPartState>; leader?: HealthLeader }
}

/** Parts of the club that may need a person. */
export const clubParts = ['database', ...conditions, 'workers'] as const
type ClubPart = (typeof clubParts)[number]

export interface ClubHealth {
  healthy: boolean
  report: {
    status: 'ok' | 'error'
    /** One Spanish sentence for each part. null when no part needs a person */
    reason: string | null
    /** `since`: start of the warning or error. ISO 8601 */
    parts: { part: ClubPart; since?: string | undefined }[]
  }
}

export interface HealthChecks {
  health(): Promise<Health>
  /** Returns which parts need a person. The answer is at most CLUB_EVERY_MS old. */
  clubHealth(): Promise<ClubHealth>
  /** Returns the health, the latest warnings, the leader, and whether every list can be read. */
  deepHealth(): Promise<DeepHealth>
}

/** A database that does not answer within this time counts as down. Proxies give up after 4 s (deploy/Caddyfile). ms */
const DATABASE_TIMEOUT_MS = 3_000
const MAIL_TIMEOUT_MS = 500
/** Time that the health check waits for the media store. A slower store is only a warning. ms */
const MEDIA_TIMEOUT_MS = 1_500
/** A media store that does not answer for this long counts as down. Uploads and pictures would wait as long. ms */
const MEDIA_DOWN_MS = 15_000

/** Minimum time between two reads of the lists. ms */
const LISTS_EVERY_MS = 10_000

/**
 * Minimum time between two reads of the stored report. `/api/health/club` is public, so its cost must not depend on the
 * number of requests. ms
 */
const CLUB_EVERY_MS = 10_000

/**
 * If the last background check is older than this, all background work counts as stopped. A new leader checks for the first
 * time after ten minutes. ms
 */
const CHECKS_LATE_MS = 5 * CHECK_EVERY_MS

interface HealthOptions {
  build: string
  database: Pick<Database, 'ping' | 'read'>
  revisions: Pick<RevisionWatch, 'isCurrent'>
  content: Pick<Content, 'list'>
  store: Pick<MediaStore, 'ping'>
  outbox: Pick<Outbox, 'delivers' | 'status'>
  warnings: Pick<Warnings, 'readReport'>
  leader: Pick<LeaderRecord, 'workedAt'>
  failures: Pick<Failures, 'recent'>
  log: Pick<Log, 'error'>
  now: () => number
}

export function createHealth(options: HealthOptions): HealthChecks {
  const { build, database, revisions, content, store, outbox, warnings, leader, failures, log, now } = options
  const openedAt = now()

  const report = (part: string) => (error: unknown) => {
    log.error({ error, part }, 'health check failed')
    return 'error' as const
  }

  const answersAt = createSlowCheck(() => store.ping(), now)
  const checkMedia = () => answersAt().catch(report('media'))

  async function pingDatabase() {
    await database.ping()
    // Without current revisions, no page is served from memory. The database may answer other queries.
    if (!revisions.isCurrent()) throw createTimeoutError('The revisions could not be read')
  }

  const checkDatabase = () =>
    withTimeout(DATABASE_TIMEOUT_MS, pingDatabase()).then(() => 'ok' as const, report('database'))

  /**
   * Returns the state of mail. Waiting mail is not lost, so it does not make the club unhealthy. 'waiting': the mail server
   * refused some mails
   */
  async function mail(): Promise<string> {
    if (!outbox.delivers) return 'off'
    const { failed } = await withTimeout(MAIL_TIMEOUT_MS, outbox.status())
    return failed > 0 ? 'waiting' : 'ok'
  }

  async function look(): Promise<Health & { media: ConditionState }> {
    const [databaseState, media] = await Promise.all([checkDatabase(), checkMedia()])
    const healthy = databaseState === 'ok' && media !== 'error'
    const mailState = databaseState === 'ok' ? await mail().catch(() => 'unknown') : 'unknown'
    const status = healthy ? 'ok' : 'error'
    const mediaState = media === 'error' ? 'error' : 'ok'
    return {
      healthy,
      media,
      report: { status, build, database: databaseState, media: mediaState, mail: mailState },
    }
  }

  const health = shareConcurrentCalls(look)

  let listsReadAt = Number.NEGATIVE_INFINITY
  let lists: 'ok' | 'error' = 'ok'

  /** Reads the lists. The deep health check is public, so its reads must cost the same however often it is called. */
  async function checkLists(): Promise<'ok' | 'error'> {
    if (Math.abs(now() - listsReadAt) < LISTS_EVERY_MS) return lists
    lists = await withTimeout(DATABASE_TIMEOUT_MS, readLists(content)).then(
      () => 'ok' as const,
      report('lists'),
    )
    listsReadAt = now()
    return lists
  }

  /** Determines the current states of `leader` and `failures`. They replace those of the last background check. */
  async function present(found: WarningReport): Promise<Record<'leader' | 'failures', HealthPartState>> {
    const [workedAt, count] = await Promise.all([leader.workedAt(), failures.recent()])
    const isLeader = judgeLeader(workedAt, { now: now() })
    const { failures: before } = found.conditions
    const failing = judgeFailures(count, isProblem(before.state) ? before.state : 'ok')
    return {
      leader: { state: isLeader, ...(isProblem(isLeader) && { since: new Date(workedAt).toISOString() }) },
      failures: failing === before.state ? presentState(before) : { state: failing },
    }
  }

  async function lookDeeply(): Promise<DeepHealth> {
    const { report, media } = await health()
    const databaseState = report.database === 'ok' ? await checkLists() : 'error'
    const [found, leading] = await Promise.all([
      report.database === 'ok' ? warnings.readReport().catch(() => null) : null,
      report.database === 'ok' ? currentLeader().catch(() => null) : null,
    ])
    const parts = Object.fromEntries([
      ['database', { state: databaseState }],
      ['revisions', { state: revisions.isCurrent() ? 'ok' : 'error' }],
      ...conditions.map((condition) => [condition, presentState(found?.conditions[condition])]),
      ...Object.entries((found && (await present(found).catch(() => null))) ?? {}),
      ['media', presentMedia(media, found)],
      ['workers', { state: workers(found) }],
    ]) as DeepHealth['report']['parts']
    const healthy = Object.values(parts).every(({ state }) => state !== 'error')
    return {
      healthy,
      report: {
        ...report,
        database: databaseState,
        status: healthy ? 'ok' : 'error',
        parts,
        ...(leading && { leader: leading }),
      },
    }
  }

  let clubReadAt = Number.NEGATIVE_INFINITY
  let club: ClubHealth | null = null

  async function readClub(): Promise<ClubHealth> {
    if (club === null || Math.abs(now() - clubReadAt) >= CLUB_EVERY_MS) {
      club = describeClub(await findClubProblems())
      clubReadAt = now()
    }
    return club
  }

  async function findClubProblems(): Promise<ClubHealth['report']['parts']> {
    const readReport = () => withTimeout(DATABASE_TIMEOUT_MS, readPresentReport())
    const found = (await checkDatabase()) === 'ok' ? await readReport().catch(report('warnings')) : 'error'
    if (found === 'error') return [{ part: 'database' }]
    return [
      ...findProblems(found.states).map((part) => ({ part, since: found.states[part].since })),
      ...(workers(found.stored) === 'error' ? [{ part: 'workers' as const }] : []),
    ]
  }

  async function readPresentReport() {
    const stored = await warnings.readReport()
    const states = byCondition((condition) => presentState(stored.conditions[condition]))
    return { stored, states: { ...states, ...(await present(stored)) } }
  }

  async function currentLeader(): Promise<HealthLeader | null> {
    const row = await readLeader(database.read)
    return row && { host: row.host, pid: row.pid, workedAt: new Date(row.workedAt).toISOString() }
  }

  /** Returns the state of the background work. A club that has just started runs its first check later. */
  function workers(found: WarningReport | null): ConditionState | 'unknown' {
    if (found === null) return 'unknown'
    return now() - Math.max(found.lookedAt ?? 0, openedAt) > CHECKS_LATE_MS ? 'error' : 'ok'
  }

  return {
    health,
    deepHealth: shareConcurrentCalls(lookDeeply),
    clubHealth: shareConcurrentCalls(readClub),
  }
}

const clubTitles: Record<ClubPart, string> = {
  ...problemTitles,
  database: 'La base de datos no contesta',
  workers: 'Las revisiones del club están atrasadas',
}

function describeClub(parts: ClubHealth['report']['parts']): ClubHealth {
  const healthy = parts.length === 0
  const reason = healthy ? null : parts.map(({ part }) => `${clubTitles[part]}.`).join(' ')
  return { healthy, report: { status: healthy ? 'ok' : 'error', reason, parts } }
}

/**
 * Returns the state of the media store. An answer to this process does not show that the store keeps what is written, so the
 * last test write counts too.
 */
function presentMedia(answer: ConditionState, found: WarningReport | null): HealthPartState {
  const stored = found?.conditions.media
  return answer !== 'error' && stored && isProblem(stored.state) ? presentState(stored) : { state: answer }
}

/** The code makes it an outage for the log, which then repeats its line only once a minute. */
const createTimeoutError = (message: string) => Object.assign(new Error(message), { code: 'ETIMEDOUT' })

/** Limits the time of work. @throws when the work takes longer, or fails */
const withTimeout = <T>(milliseconds: number, work: Promise<T>): Promise<T> =>
  waitAtMost(milliseconds, work, () => {
    throw createTimeoutError(`No answer within ${milliseconds} ms`)
  })

/**
 * Wraps a check that may take longer than the call that started it. Later calls wait for the same check.
 * @returns a check that resolves with 'warning' while it is under way. It throws the error of the check, and also when no
 * check has succeeded for MEDIA_DOWN_MS after the first late one
 */
function createSlowCheck(check: () => Promise<void>, now: () => number): () => Promise<'ok' | 'warning'> {
  let underWay: Promise<'ok'> | null = null
  /** Start of the first check since the last successful one. ms since 1970 */
  let pendingSince: number | null = null
  return async () => {
    pendingSince ??= now()
    underWay ??= check()
      .then(() => {
        pendingSince = null
        return 'ok' as const
      })
      .finally(() => {
        underWay = null
      })
    underWay.catch(() => {})
    if ((await waitAtMost(MEDIA_TIMEOUT_MS, underWay, () => 'late' as const)) === 'ok') return 'ok'
    if (pendingSince !== null && now() - pendingSince >= MEDIA_DOWN_MS)
      throw new Error(`No answer within ${MEDIA_DOWN_MS} ms`)
    return 'warning'
  }
}

const presentState = (finding: WarningReport['conditions']['mail'] | undefined): HealthPartState => {
  if (finding === undefined) return { state: 'unknown' }
  const { state, since } = finding
  return { state, ...(isProblem(state) && { since: new Date(since).toISOString() }) }
}

/** Lets parallel calls share one check. */
function shareConcurrentCalls<T>(look: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | null = null
  return () => {
    underWay ??= look().finally(() => {
      underWay = null
    })
    return underWay
  }
}
